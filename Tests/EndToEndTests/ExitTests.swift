import Glibc
import Testing

/// However the program ends, the terminal is as it was.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `Every exit path` {
  /// An exit path: keys or a signal, and the resulting status.
  struct ExitPath: Sendable, CustomTestStringConvertible {
    let name: String
    let keys: String
    let signal: Int32?
    let status: Int32

    static func key(_ name: String, _ keys: String, _ status: Int32) -> ExitPath {
      ExitPath(name: name, keys: keys, signal: nil, status: status)
    }

    static func signal(_ name: String, _ number: Int32) -> ExitPath {
      ExitPath(name: name, keys: "", signal: number, status: 128 + number)
    }

    static let all = [
      key("q", "q", 0), key("Q", "Q", 0), key("^C", "\u{3}", 130),
      key("Q in a post", "\rQ", 0), key("^C in the help", "H\u{3}", 130),
      key("q after a post", "\rqq", 0),
      signal("SIGTERM", SIGTERM), signal("SIGHUP", SIGHUP), signal("SIGINT", SIGINT),
      signal("SIGQUIT", SIGQUIT),
    ]

    var testDescription: String { name }
  }

  /// The program, started by a shell after a line has been typed, so that the terminal can be
  /// examined first.
  private static func launch(_ home: SampleHome) -> Launch {
    let program = home.launch("--mouse")
    var launch = program
    launch.program = "/bin/sh"
    launch.arguments =
      ["-c", #"echo ready; read -r line; exec "$0" "$@""#, program.program] + program.arguments
    launch.standardError = .pipe
    return launch
  }

  /// Starts the program; returns the attributes of the terminal before the start.
  private static func start(_ terminal: PseudoTerminal) async throws -> TerminalAttributes {
    try await terminal.waitFor("ready")
    let before = try await terminal.attributes()
    try await terminal.write("\n")
    try await terminal.waitFor("loaded")
    #expect(try await terminal.attributes() != before)
    #expect(TerminalModes(await terminal.output).remaining.isSuperset(of: [25, 1049, 2004]))
    return before
  }

  @Test(arguments: ExitPath.all, [false, true]) func `gives the terminal back`(
    path: ExitPath, isJob: Bool
  ) async throws {
    try await SampleHome.run { home in
      let options = TerminalOptions(isJob: isJob)
      try await PseudoTerminal.run(Self.launch(home), options) { terminal in
        let before = try await Self.start(terminal)
        try await terminal.write(path.keys)
        if let signal = path.signal { try await terminal.signal(signal) }
        #expect(try await terminal.waitForExit() == .exited(path.status))
        #expect(try await terminal.attributes() == before)
        let modes = TerminalModes(await terminal.output)
        #expect(modes.isAsAtStart, "\(modes)")
        #expect(await terminal.standardError.isEmpty)
      }
    }
  }

  @Test(arguments: ["q", "\u{3}"]) func `is found where standard input is no terminal`(
    key: String
  ) async throws {
    try await SampleHome.run { home in
      var launch = home.launch("timeline:")
      launch.standardInput = .file("/dev/null")
      launch.standardError = .pipe
      try await PseudoTerminal.run(launch) { terminal in
        try await terminal.waitFor("loaded")
        try await terminal.write(key)
        #expect(try await terminal.waitForExit() == .exited(key == "q" ? 0 : 130))
        let attributes = try await terminal.attributes()
        #expect(attributes.echoes && attributes.readsLines && attributes.hasSignalKeys)
        #expect(TerminalModes(await terminal.output).isAsAtStart)
        #expect(await terminal.standardError.isEmpty)
      }
    }
  }

  @Test(arguments: [false, true]) func `is taken when the terminal hangs up, also untold`(
    isUntold: Bool
  ) async throws {
    try await SampleHome.run { home in
      var launch = home.launch()
      launch.standardError = .pipe
      if isUntold {
        launch.program = "/bin/sh"
        launch.arguments = ["-c", #"trap '' HUP; exec "$0""#, home.program]
      }
      try await PseudoTerminal.run(launch) { terminal in
        try await terminal.waitFor("loaded")
        await terminal.closeMaster()
        let status = try await terminal.waitForExit()
        #expect(status == .exited(128 + SIGHUP))
        #expect(await terminal.standardError.isEmpty)
      }
    }
  }

  @Test(arguments: [nil, "q"])
  func `is taken on a signal or by a key while the terminal takes no bytes`(
    key: String?
  ) async throws {
    try await SampleHome.inTerminal { terminal, _ in
      await terminal.stopReading()
      try await Self.fillQueue(terminal)
      if let key { try await terminal.write(key) } else { try await terminal.signal(SIGTERM) }
      let status = try await terminal.waitForExit(within: .seconds(30))
      #expect(status == .exited(key == nil ? 128 + SIGTERM : 0))
      await terminal.resumeReading()
      await terminal.readRest()
      // The terminal gets the sequences that restore it, but not the output that was queued.
      let modes = TerminalModes(await terminal.output)
      #expect(modes.isAsAtStart, "\(modes)")
      #expect(try await terminal.attributes().readsLines)
    }
  }

  @Test func `is not taken because the terminal took no bytes for a while`() async throws {
    try await SampleHome.inTerminal { terminal, _ in
      await terminal.stopReading()
      try await Self.fillQueue(terminal)
      let mark = await terminal.output.count
      await terminal.resumeReading()
      try await terminal.waitFor("loaded", after: mark)
      try await terminal.write("H")
      try await terminal.waitFor("Help", after: mark)
      try await terminal.quit(by: "Q")
      #expect(TerminalModes(await terminal.output).isAsAtStart)
    }
  }

  /// Requests complete frames until the kernel accepts no more output.
  private static func fillQueue(_ terminal: PseudoTerminal) async throws {
    var (count, same) = (0, 0)
    try await terminal.waitUntil("a full queue") { _ in
      try await terminal.write("\u{C}")
      let now = try await terminal.unreadCount()
      same = now == count && now > 0 ? same + 1 : 0
      count = now
      return same > 40
    }
  }

  @Test func `and back in: the key stops it and the shell goes on with it`() async throws {
    try await SampleHome.run { home in
      let handle = try home.first.authorHandle
      let options = TerminalOptions(isJob: true)
      try await PseudoTerminal.run(Self.launch(home), options) { terminal in
        let before = try await Self.start(terminal)
        let during = try await terminal.attributes()
        for _ in 1...3 {
          try await terminal.write("\u{1A}")
          try await terminal.waitUntilStopped()
          #expect(try await terminal.attributes() == before)
          let modes = TerminalModes(await terminal.output)
          #expect(modes.isAsAtStart, "\(modes)")
          let mark = await terminal.output.count
          try terminal.resume()
          try await terminal.waitFor("@\(handle)", after: mark)
          try await terminal.waitFor("loaded", after: mark)
          #expect(try await terminal.attributes() == during)
          #expect(TerminalModes(await terminal.output).remaining.isSuperset(of: [25, 1000, 1049]))
        }
        try await terminal.quit()
        #expect(try await terminal.attributes() == before)
        #expect(TerminalModes(await terminal.output).isAsAtStart)
        #expect(await terminal.standardError.isEmpty)
        // The reader's palette is not reset (OSC 104).
        #expect(await !terminal.text.contains("\u{1B}]104"))
      }
    }
  }

  @Test func `and back in: SIGTSTP from elsewhere does what the key does, and is not lost`()
    async throws
  {
    try await SampleHome.run { home in
      let options = TerminalOptions(isJob: true)
      try await PseudoTerminal.run(Self.launch(home), options) { terminal in
        let before = try await Self.start(terminal)
        for count in 0...20 {
          // From the second stop on, frames are being drawn.
          if count > 0 { try await terminal.write("jkjkjkjk") }
          try await terminal.signal(SIGTSTP)
          try await terminal.waitUntilStopped()
          #expect(try await terminal.attributes() == before)
          let mark = await terminal.output.count
          try terminal.resume()
          try await terminal.waitFor("loaded", after: mark)
        }
        try await terminal.quit()
        #expect(try await terminal.attributes() == before)
      }
    }
  }
}
