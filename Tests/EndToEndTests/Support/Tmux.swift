import Glibc
import Testing

/// A program in a private tmux server, which renders the screen that the test examines.
///
///     try await Tmux.run(Launch("less", "file"), lines: 10, columns: 40) { tmux in
///       try await tmux.waitFor("first line")
///       try await tmux.send("j", "PageDown", "C-c")
///       try await tmux.type("/word")
///       #expect(try await tmux.capture().last == "/word")
///     }
///
/// The program sees `TMUX` and, unless its launch says otherwise, `TERM=tmux-256color`. Its
/// standard streams are always the terminal. The program is a job of a shell, so that ^Z works. The
/// shell also reports the exit of the program, because tmux 3.3a alone lost the status of 1 program
/// in 7, and sometimes the last output.
struct Tmux: Sendable {
  private let socket: String
  private let client: Launch

  /// Starts a server with one pane, calls `body`, and then always terminates the server and the
  /// program.
  @discardableResult
  static func run<Result>(
    _ launch: Launch, lines: Int = 24, columns: Int = 80,
    body: (Tmux) async throws -> Result
  ) async throws -> Result {
    try await TemporaryDirectory.run { directory in
      let tmux = try Tmux(launch, in: directory)
      do {
        try await tmux.start(launch, lines: lines, columns: columns)
        let result = try await body(tmux)
        await tmux.end()
        return result
      } catch {
        await tmux.end()
        throw error
      }
    }
  }

  /// Runs one tmux command on the private server; returns its output.
  ///
  /// - Throws: an error if tmux is not installed, or with the message of tmux if the command fails.
  @discardableResult
  func command(_ words: [String]) async throws(HarnessError) -> String {
    var launch = client
    // A semicolon at a word's end would separate two commands.
    launch.arguments += words.map { $0.hasSuffix(";") ? $0.dropLast() + #"\;"# : $0 }
    let result = try await Command.run(launch)
    guard result.status == .exited(0) else {
      throw HarnessError("tmux \(words.first ?? ""): \(result.status), \(result.error)")
    }
    return result.output
  }

  private init(_ launch: Launch, in directory: TemporaryDirectory) throws {
    socket = directory.path + "/socket"
    let terminal = launch.environment["TERM"].flatMap { $0 } ?? "tmux-256color"
    // A pane whose shell was killed stays, so that its screen can be shown in the failure.
    let settings = try directory.write(
      """
      set -g default-terminal "\(terminal)"
      set -g default-shell /bin/sh
      set -g status off
      set -g remain-on-exit on
      set -gq remain-on-exit-format ""
      set -s escape-time 0
      """, to: "tmux.conf")
    var client = launch
    client.program = "tmux"
    client.arguments = ["-u", "-S", socket, "-f", settings]
    client.standardInput = .terminal
    client.standardOutput = .terminal
    client.standardError = .terminal
    self.client = client
  }

  private func start(_ launch: Launch, lines: Int, columns: Int) async throws(HarnessError) {
    // More than one word is a program and its arguments; a single one would be shell text.
    let shell = JobShell.reading.wrapping(launch)
    let size = ["-x", "\(columns)", "-y", "\(lines)"]
    try await command(["new-session", "-d"] + size + [shell.program] + shell.arguments)
  }

  private func end() async {
    // A separate task is used, because no command would complete in a cancelled one.
    let identifiers = await Task { () -> [pid_t] in
      let answer = try? await command(["list-panes", "-F", "#{pid} #{pane_pid}"])
      _ = try? await command(["kill-server"])
      return (answer ?? "").split(whereSeparator: \.isWhitespace).compactMap { pid_t($0) }
    }.value
    for leader in identifiers { ProcessSession(leader: leader).kill() }
  }
}

extension Tmux {
  /// The screen as a reader sees it: one string for each line, without blanks at the end.
  func capture() async throws(HarnessError) -> [String] {
    Self.lines(try await command(["capture-pane", "-p"]))
  }

  /// The screen with SGR sequences before the text that they style.
  func captureWithStyles() async throws(HarnessError) -> [String] {
    Self.lines(try await command(["capture-pane", "-p", "-e"]))
  }

  /// Presses keys by tmux's names: `j`, `Enter`, `Escape`, `PageDown`, `C-c`, `Up`, `F5`.
  func send(_ keys: String...) async throws(HarnessError) {
    try await command(["send-keys"] + keys)
  }

  /// Types text literally.
  func type(_ text: String) async throws(HarnessError) {
    try await command(["send-keys", "-l", "--", text])
  }

  /// Gives the terminal another size.
  func resize(lines: Int, columns: Int) async throws(HarnessError) {
    try await command(["resize-window", "-x", "\(columns)", "-y", "\(lines)"])
  }

  /// The exit status of the program, which is 128 + `n` for a signal `n`; nil while it runs.
  ///
  /// - Throws: an error if tmux fails, or if the pane is dead, which happens only if its shell has
  ///   exited.
  var exitStatus: ExitStatus? {
    get async throws(HarnessError) {
      guard case .ended(let status) = try await report() else { return nil }
      return .exited(status)
    }
  }

  /// Whether the program is stopped, by ^Z (`send("C-z")`); `send("Enter")` resumes it.
  var isStopped: Bool {
    get async throws(HarnessError) { try await report() == .stopped }
  }

  /// Waits until the program is stopped.
  ///
  /// - Throws: an error with the screen, if it does not happen within `limit`.
  func waitUntilStopped(
    within limit: Duration = .seconds(60), at place: SourceLocation = #_sourceLocation
  ) async throws(HarnessError) {
    let stopped: Bool? = try await Polling.answer(within: limit) { () throws(HarnessError) in
      try await isStopped ? true : nil
    }
    guard stopped == nil else { return }
    throw HarnessError(
      missing: "the program to stop", because: "not within \(limit)",
      shown: try await capture().joined(separator: "\n"), at: place)
  }

  private func report() async throws(HarnessError) -> JobShell.Report? {
    let answer = try await command(["list-panes", "-F", "#{pane_dead}#{pane_title}"])
    guard answer.hasPrefix("0") else { throw HarnessError("the shell in the tmux pane has ended") }
    return JobShell.Report(title: answer.dropFirst().filter { $0 != "\n" })
  }

  /// Waits until a line of the screen contains `text`.
  ///
  /// - Throws: an error with the screen, after `limit`.
  func waitFor(
    _ text: String, within limit: Duration = .seconds(60),
    at place: SourceLocation = #_sourceLocation
  ) async throws {
    try await waitUntil(text.debugDescription, within: limit, at: place) { lines in
      lines.contains { $0.contains(text) }
    }
  }

  /// Waits until a condition on the screen is true; `situation` names it in the failure.
  ///
  /// - Throws: an error with the screen, after `limit`.
  func waitUntil(
    _ situation: String, within limit: Duration = .seconds(60),
    at place: SourceLocation = #_sourceLocation, _ holds: ([String]) -> Bool
  ) async throws {
    var screen: [String] = []
    let found: Bool? = try await Polling.answer(within: limit) { () throws(HarnessError) in
      screen = try await capture()
      return holds(screen) ? true : nil
    }
    guard found == nil else { return }
    let status = try await exitStatus
    throw HarnessError(
      missing: situation,
      because: status.map { "the program ended with \($0)" } ?? "not within \(limit)",
      shown: screen.joined(separator: "\n"), at: place)
  }

  /// Waits until the program has exited; its last screen can still be captured.
  ///
  /// - Throws: an error with the screen, if the program still runs after `limit`.
  @discardableResult
  func waitForExit(
    within limit: Duration = .seconds(60), at place: SourceLocation = #_sourceLocation
  ) async throws -> ExitStatus {
    let status = try await Polling.answer(within: limit) { () throws(HarnessError) in
      try await exitStatus
    }
    if let status { return status }
    throw HarnessError(
      missing: "the program's end", because: "it still runs after \(limit)",
      shown: try await capture().joined(separator: "\n"), at: place)
  }

  /// The lines of a text; every line ends with a line feed, so the last piece is empty.
  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }
}
