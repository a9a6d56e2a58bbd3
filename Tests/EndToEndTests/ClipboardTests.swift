import Foundation
import Testing

/// A text that is copied, and the content of the clipboard afterwards.
///
/// The terminal is tmux, whose clipboard is a buffer.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `A copied value` {
  /// Quotes, line ends, wide characters, an escape sequence, and enough bytes that GNU screen gets
  /// the sequence in several parts.
  private static let value =
    "one\n\"two\"\té 漢 \u{1B}[31m" + String(repeating: "0123456789", count: 790)

  private static var line: String {
    let text = value.replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
      .replacing("\t", with: "\\t").replacing("\u{1B}", with: "\\u001b")
    return "{\"id\": 1, \"text\": \"\(text)\"}\n{\"id\": 2}\n"
  }

  /// Copies a value in the program, which runs in tmux, or in another program that runs in tmux.
  ///
  /// - Parameters:
  ///   - words: a closure that takes the folder of the test and returns the command line of the
  ///     other program, or variables for env(1).
  ///   - way: the expected message, which says how the text was copied.
  ///   - takesAll: whether the outer tmux accepts OSC 52, which it does not by default.
  ///   - result: a closure that takes the folder of the test and returns the copied text; if it is
  ///     nil, the text is read from tmux's buffer.
  private static func check(
    within words: (TemporaryDirectory) throws -> [String] = { _ in [] }, saying way: String,
    takesAll: Bool = false, result: ((TemporaryDirectory) -> [UInt8]?)? = nil
  ) async throws {
    try await SampleHome.run(filled: false) { home in
      try home.directory.write(line, to: "log.ndjson")
      var launch = home.launch("log.ndjson")
      let outer = try words(home.directory)
      if !outer.isEmpty {
        // tmux and screen check whether they run inside themselves.
        launch.arguments =
          ["-u", "TMUX", "-u", "STY"] + outer + [launch.program] + launch.arguments
        launch.program = "env"
      }
      try await Tmux.run(launch, lines: 24, columns: 80) { tmux in
        try await tmux.waitFor("record 1 of 2")
        try await tmux.send("Enter")
        // The row of the list has the beginning of the value, too.
        try await tmux.waitUntil("the record") { lines in
          lines.contains { $0.contains("record 1  ·  id") }
            && lines.contains { $0.contains("0123456789") }
        }
        if takesAll { try await tmux.command(["set-option", "-s", "set-clipboard", "on"]) }
        try await tmux.send("j", "y")
        try await tmux.waitFor(way)
        let copied = try await Polling.answer(within: .seconds(60)) { () throws(HarnessError) in
          if let result { return result(home.directory) }
          return (try? await tmux.command(["save-buffer", "-"])).map { Array($0.utf8) }
        }
        #expect(copied == Array(value.utf8))
        // The program between tmux and the viewer exits when the viewer exits.
        try await tmux.send("q", "q")
        try await tmux.waitForExit()
      }
    }
  }

  @Test func `is in the clipboard of tmux as it comes, byte for byte`() async throws {
    try await Self.check(saying: "copied text, 7.7 KiB, to tmux")
  }

  @Test(arguments: ["wl-copy", "xclip", "xsel", "pbcopy"])
  func `is given to the desktop's program, byte for byte`(name: String) async throws {
    try await Self.check(
      within: { directory in
        let script =
          "#!/bin/sh\ncat > '\(directory.path)/copy.part'\nmv '\(directory.path)/copy.part' '\(directory.path)/copy'\n"
        let program = try directory.write(script, to: "bin/\(name)")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program)
        return [
          "-u", "SSH_CONNECTION", "DISPLAY=:0", "WAYLAND_DISPLAY=w",
          "PATH=\(directory.path)/bin:/usr/bin:/bin",
        ]
      }, saying: "copied text, 7.7 KiB, with \(name)"
    ) { directory in
      FileManager.default.contents(atPath: directory.path + "/copy").map { Array($0) }
    }
  }

  @Test func `is sent to the terminal of another host`() async throws {
    try await Self.check(
      within: { _ in ["SSH_CONNECTION=here", "DISPLAY=:0"] },
      saying: "sent text, 7.7 KiB, to the terminal", takesAll: true)
  }

  @Test func `goes through another tmux to the terminal around it`() async throws {
    try await Self.check(
      within: { directory in
        let settings = try directory.write(
          """
          set -g default-terminal tmux-256color
          set -g status off
          set -s set-clipboard off
          set -g allow-passthrough on
          """, to: "inner.conf")
        return [
          "tmux", "-u", "-S", directory.path + "/inner", "-f", settings, "new-session",
        ]
      }, saying: "copied text, 7.7 KiB, to tmux", takesAll: true)
  }

  private static let hasScreen = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/screen")
    }

  @Test(.enabled(if: hasScreen, "screen is not installed"))
  func `goes through screen to the terminal around it`() async throws {
    try await Self.check(
      within: { directory in
        let settings = try directory.write("startup_message off\n", to: "screenrc")
        return [
          "SCREENDIR=\(directory.path)/screens", "screen", "-U", "-c", settings,
        ]
      }, saying: "sent text, 7.7 KiB, to the terminal", takesAll: true)
  }
}
