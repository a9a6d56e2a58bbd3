import Glibc
import Testing

/// However a program that uses the library ends, the library restores the terminal, unless the
/// program declines that.
///
/// After a crash, a line says why the program has ended.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `A program that ends without a word` {
  /// An exit path of the test program `crasher`, and its expected result.
  struct ExitPath: Sendable, CustomTestStringConvertible {
    let name: String
    let status: ExitStatus
    /// The beginning and the end of the last line.
    var line: (start: String, end: String)?
    /// The lines before the last line.
    var before: [String] = []

    var testDescription: String { name }

    static func end(_ name: String, _ status: Int32, before: [String] = []) -> ExitPath {
      ExitPath(name: name, status: .exited(status), before: before)
    }

    static func crash(
      _ name: String, _ signal: Int32, _ end: String = "", before: [String] = []
    ) -> ExitPath {
      let start = "crasher: ended by \(names[signal] ?? "?")"
      return ExitPath(name: name, status: .signalled(signal), line: (start, end), before: before)
    }

    /// The signal of a failed check in Swift.
    #if arch(arm64)
      static let trap = SIGTRAP
    #else
      static let trap = SIGILL
    #endif

    static let names = [
      SIGILL: "SIGILL", SIGTRAP: "SIGTRAP", SIGABRT: "SIGABRT", SIGBUS: "SIGBUS",
      SIGSEGV: "SIGSEGV", SIGFPE: "SIGFPE", SIGSYS: "SIGSYS", SIGUSR1: "SIGUSR1",
      SIGUSR2: "SIGUSR2", SIGALRM: "SIGALRM", SIGVTALRM: "SIGVTALRM", SIGPROF: "SIGPROF",
      SIGXCPU: "SIGXCPU", SIGXFSZ: "SIGXFSZ", SIGIO: "SIGIO", SIGPWR: "SIGPWR",
    ]

    static let all = [
      end("quit", 0), end("dropped", 0), end("exit", 7),
      end("noisyQuit", 0, before: ["a first complaint", "a second: naïve"]),
      end("closed", 0, before: ["nobody has the signal"]),
      crash("fatalError", trap, "Fatal error: the last word"),
      crash("uncaught", trap, #"crasher.Mistake(text: "nobody catches this")"#),
      crash("index", trap), crash("overflow", trap), crash("stack", SIGSEGV),
      crash("abort", SIGABRT), crash("segv", SIGSEGV), crash("bus", SIGBUS),
      crash("worker", trap, "Fatal error: from a worker"), crash("workerStack", SIGSEGV),
      crash("crowd", trap, "Fatal error: one of many"),
      crash(
        "noise", trap, "Fatal error: the last word",
        before: ["a first complaint", "a second: na?ve"]),
      crash("hostile", trap, "Fatal error: ?]0;title??31m?? next"),
    ]
  }

  private static func launch(_ path: String, backtrace: String = "enable=no") throws -> Launch {
    Launch(
      try BuiltProgram.path(of: "crasher"), path, environment: ["SWIFT_BACKTRACE": backtrace])
  }

  /// The launch of a shell that waits for a line before it starts the program, so that the terminal
  /// can be examined first.
  private static func waiting(_ launch: Launch) -> Launch {
    var shell = launch
    shell.program = "/bin/sh"
    shell.arguments =
      ["-c", #"echo before; read -r line; exec "$0" "$@""#, launch.program] + launch.arguments
    return shell
  }

  /// Runs a program to its end; returns its exit status and the text below the screen.
  private static func run(
    _ launch: Launch, _ body: (PseudoTerminal) async throws -> Void = { _ in }
  ) async throws -> (status: ExitStatus, text: String) {
    try await PseudoTerminal.run(Self.waiting(launch)) { terminal in
      try await terminal.waitFor("before")
      let before = try await terminal.attributes()
      try await terminal.write("\n")
      try await terminal.waitFor("ready")
      #expect(TerminalModes(await terminal.output).remaining.isSuperset(of: [25, 1000, 1049]))
      #expect(try await terminal.attributes() != before)
      try await body(terminal)
      try await terminal.write("x")
      // A backtrace takes some seconds even on an idle machine.
      let status = try await terminal.waitForExit(within: .seconds(200))
      await terminal.resumeReading()
      await terminal.readRest()
      #expect(try await terminal.attributes() == before)
      let modes = TerminalModes(await terminal.output)
      #expect(modes.isAsAtStart, "\(modes)")
      return (status, Self.text(below: await terminal.output))
    }
  }

  /// The text after the last sequence that restores the screen.
  private static func text(below output: [UInt8]) -> String {
    let ends = ["\u{1B}[?1049l", "\u{1B}[23;0;0t", "\u{1B}>"]
    let last = ends.compactMap { output.ranges(of: Array($0.utf8)).last?.upperBound }.max()
    return String(decoding: output[(last ?? 0)...], as: UTF8.self)
  }

  @Test(arguments: ExitPath.all) func `gives the terminal back, with a line that says why`(
    path: ExitPath
  ) async throws {
    let (status, text) = try await Self.run(Self.launch(path.name))
    #expect(status == path.status)
    guard path.name != "crowd" else { return try Self.expectLine(of: path, in: text) }
    var lines = text.split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
    #expect(lines.popLast() == "", "the last line is whole")
    if let expected = path.line {
      let last = lines.popLast()
      let line = try #require(last)
      #expect(line.hasPrefix(expected.start), "\(text)")
      #expect(line.hasSuffix(expected.end), "\(text)")
    }
    #expect(lines == path.before, "\(text)")
  }

  /// Expects the whole line of one of several threads that crash together; the message of another
  /// thread may precede it without a line end, or follow it.
  private static func expectLine(of path: ExitPath, in text: String) throws {
    let expected = try #require(path.line)
    let start = try #require(text.ranges(of: expected.start).last)
    let line = text[start.lowerBound...].prefix { !$0.isNewline }
    #expect(line.hasSuffix(expected.end), "\(text)")
  }

  @Test func `keeps the last words of many`() async throws {
    let (_, text) = try await Self.run(Self.launch("long"))
    #expect(text.utf8.count < 6_000)
    #expect(text.hasSuffix("Fatal error: the last word\r\n"))
  }

  @Test func `is not helped where it says that it helps itself`() async throws {
    try await PseudoTerminal.run(Self.launch("unguarded")) { terminal in
      try await terminal.waitFor("ready")
      try await terminal.write("x")
      #expect(try await terminal.waitForExit() == .signalled(ExitPath.trap))
      #expect(!TerminalModes(await terminal.output).isAsAtStart)
    }
  }

  @Test func `gives the signal to the handler that was there before`() async throws {
    let (status, text) = try await Self.run(Self.launch("chained"))
    #expect(status == .signalled(ExitPath.trap))
    #expect(text.hasSuffix("Fatal error: the last word\r\nthe handler from before\r\n"))
  }

  @Test(arguments: ["fatalError", "stack"]) func `shows the runtime's backtrace below the screen`(
    path: String
  ) async throws {
    let launch = try Self.launch(
      path, backtrace: "enable=yes,interactive=no,color=no,output-to=stderr")
    let (status, text) = try await Self.run(launch)
    #expect(status == .signalled(path == "stack" ? SIGSEGV : ExitPath.trap))
    #expect(text.hasPrefix("crasher: ended by SIG"))
    #expect(text.contains("crashed"))
  }

  @Test(arguments: ["fatalError", "stack", "exit"]) func `is not held up by a terminal that hangs`(
    path: String
  ) async throws {
    let (status, _) = try await Self.run(Self.launch(path)) { terminal in
      await terminal.stopReading()
      for lines in 100..<160 {
        try await terminal.resize(lines: lines, columns: 400)
      }
    }
    #expect(status != .exited(0))
  }

  @Test func `leaves standard error alone where that is no terminal`() async throws {
    var launch = try Self.launch("fatalError")
    launch.standardError = .pipe
    try await PseudoTerminal.run(launch) { terminal in
      try await terminal.waitFor("ready")
      try await terminal.write("x")
      #expect(try await terminal.waitForExit() == .signalled(ExitPath.trap))
      let text = await terminal.errorText
      #expect(text.contains("Fatal error: the last word\n"))
      #expect(text.hasSuffix("crasher: ended by \(ExitPath.names[ExitPath.trap] ?? "")\n"))
      #expect(TerminalModes(await terminal.output).isAsAtStart)
    }
  }

  @Test func `leaves the screen of before, and its line below`() async throws {
    var launch = try Self.launch("fatalError")
    launch.arguments = ["-c", #"echo one; echo two; exec "$0" fatalError"#, launch.program]
    launch.program = "/bin/sh"
    try await Tmux.run(launch, lines: 6, columns: 100) { tmux in
      try await tmux.waitFor("ready")
      try await tmux.send("x")
      #expect(try await tmux.waitForExit() == .exited(128 + ExitPath.trap))
      let screen = try await tmux.capture()
      #expect(screen[..<2] == ["one", "two"])
      #expect(screen[2].hasPrefix("crasher: ended by SIG"))
      #expect(screen[2].hasSuffix("Fatal error: the last word"))
    }
  }

  @Test(arguments: ExitPath.names.keys.sorted(), [false, true])
  func `is endless, too, when a signal comes from outside`(
    signal: Int32, isJob: Bool
  ) async throws {
    try await SampleHome.run { home in
      let options = TerminalOptions(isJob: isJob)
      let environment = ["SWIFT_BACKTRACE": "enable=no"]
      try await home.inTerminal("--mouse", options: options, environment: environment) { terminal in
        try await terminal.signal(signal)
        let status = try await terminal.waitForExit()
        #expect(status == (isJob ? .exited(128 + signal) : .signalled(signal)))
        #expect(TerminalModes(await terminal.output).isAsAtStart)
        #expect(try await terminal.attributes().readsLines)
        let text = await terminal.errorText
        #expect(text.contains("endless: ended by \(ExitPath.names[signal] ?? "?")\n"))
      }
    }
  }
}
