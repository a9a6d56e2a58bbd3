import Foundation
import TemporaryFolders
import Terminal
import Testing

/// A tmux pane that shows the bytes that it is given, as a terminal does.
final class TmuxPane {
  private let folder: TemporaryFolder
  private let input: FileHandle
  private var count = 0

  /// Starts a separate server with one pane.
  init(_ size: Size) throws {
    folder = try TemporaryFolder()
    let (pipe, settings) = (folder.path("pipe"), folder.path("tmux.conf"))
    try #require(mkfifo(pipe, 0o600) == 0)
    try folder.write("set -g status off\nset -g default-shell /bin/sh\n", to: "tmux.conf")
    let show = "stty raw -echo; exec cat '\(pipe)'"
    try Self.run(
      folder,
      ["-f", settings, "new-session", "-d", "-x", "\(size.columns)", "-y", "\(size.lines)", show])
    input = try #require(FileHandle(forWritingAtPath: pipe))
  }

  /// Stops the server.
  deinit {
    _ = try? Self.run(folder, ["kill-server"])
    try? input.close()
  }

  /// Shows bytes, and waits until tmux has processed them, which is known from a title that is sent
  /// after them.
  func show(_ bytes: [UInt8]) throws {
    count += 1
    try input.write(contentsOf: bytes + Array("\u{1B}]2;frame \(count)\u{7}".utf8))
    let end = ContinuousClock.now + .seconds(120)
    while try Self.run(folder, ["display-message", "-p", "#{pane_title}"]) != "frame \(count)\n" {
      try #require(ContinuousClock.now < end, "tmux has not taken frame \(count)")
    }
  }

  /// The lines of the screen, with the sequences of their styles; a style continues in the next
  /// line.
  func lines() throws -> [String] {
    let text = try Self.run(folder, ["capture-pane", "-p", "-e", "-N"])
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  /// Runs tmux through a shell, because a `Process` would wait for it in the main thread's loop,
  /// which a test uses.
  @discardableResult
  private static func run(_ folder: TemporaryFolder, _ words: [String]) throws -> String {
    let quoted = words.map { "'\($0.replacing("'", with: "'\\''"))'" }.joined(separator: " ")
    let command = "env -u TMUX LC_ALL=C.UTF-8 tmux -S \(folder.path("socket")) \(quoted)"
    let shell = try #require(popen("\(command) >\(folder.path("output"))", "r"))
    try #require(pclose(shell) == 0, "tmux \(words)")
    return try folder.text(of: "output")
  }
}
