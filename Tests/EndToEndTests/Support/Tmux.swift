import Glibc

/// A program in a terminal that draws: a private tmux server, whose screen the test looks at.
///
///     try await Tmux.run(Launch("less", "file"), lines: 10, columns: 40) { tmux in
///       try await tmux.waitFor("first line")
///       try await tmux.send("j", "PageDown", "C-c")
///       try await tmux.type("/word")
///       #expect(try await tmux.capture().last == "/word")
///     }
///
/// The program sees `TERM=tmux-256color` unless its launch says otherwise, and `TMUX`. Its
/// standard streams are always the terminal. It is a job of a shell, by which ^Z works, and which
/// reports its end: tmux 3.3a by itself lost the status of 1 program in 7, and once in a while
/// the last output.
struct Tmux: Sendable {
  private let socket: String
  private let client: Launch

  /// Starts a server with one pane, calls `body`, and ends server and program on every path.
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
  /// - Throws: when tmux is not installed or complains, with its words.
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
    // A task of its own: in one that was cancelled no command would run to its end.
    let identifiers = await Task { () -> [pid_t] in
      let answer = try? await command(["list-panes", "-F", "#{pid} #{pane_pid}"])
      _ = try? await command(["kill-server"])
      return (answer ?? "").split(whereSeparator: \.isWhitespace).compactMap { pid_t($0) }
    }.value
    for leader in identifiers { ProcessSession(leader: leader).kill() }
  }
}
