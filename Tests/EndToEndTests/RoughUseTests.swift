import Glibc
import Randomness
import Testing

/// Terminals and shells that do many things at once, and streams that are missing.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `Rough use` {
  @Test(arguments: [false, true]) func `of sizes, five hundred in a row, does no harm`(
    hasKeys: Bool
  ) async throws {
    try await SampleHome.inTerminal { terminal, _ in
      var numbers = SplitMix64(start: 11)
      for _ in 1...500 {
        try await terminal.resize(
          lines: Int.random(in: 1...300, using: &numbers),
          columns: Int.random(in: 1...500, using: &numbers))
        try await terminal.signal(SIGWINCH)
        let keys = ["j", "k", " ", "b", "d", "u", "\r", "H", "G", "g", "\u{C}"]
        if hasKeys { try await terminal.write(keys.randomElement(using: &numbers) ?? "") }
      }
      for size in [1, 2, 500] { try await terminal.resize(lines: size, columns: size) }
      let mark = await terminal.output.count
      try await terminal.resize(lines: 24, columns: 80)
      try await terminal.write("\u{C}")
      if !hasKeys { try await terminal.waitFor("loaded", after: mark) }
      // The program may still have hundreds of large frames to draw.
      try await terminal.write("Q")
      #expect(try await terminal.waitForExit(within: .seconds(180)) == .exited(0))
      #expect(TerminalModes(await terminal.output).isAsAtStart)
      #expect(await terminal.standardError.isEmpty)
    }
  }

  @Test func `of a terminal that goes in the middle of a frame ends it`() async throws {
    try await SampleHome.inTerminal { terminal, _ in
      await terminal.stopReading()
      try await terminal.resize(lines: 300, columns: 500)
      try await terminal.write("\u{C}")
      try await terminal.waitUntil("a part of a frame") { _ in
        try await terminal.unreadCount() > 1_000
      }
      await terminal.closeMaster()
      let status = try await terminal.waitForExit()
      #expect([.exited(128 + SIGHUP), .signalled(SIGHUP)].contains(status))
      #expect(await terminal.standardError.isEmpty)
    }
  }

  @Test(arguments: [SIGHUP, SIGTERM]) func `of a signal, twice and more, ends it`(
    signal: Int32
  ) async throws {
    try await SampleHome.inTerminal { terminal, _ in
      let before = await terminal.output.count
      for _ in 1...5 { try await terminal.signal(signal) }
      let status = try await terminal.waitForExit()
      // Once the terminal is restored, a further signal is not held back, and may terminate the
      // program.
      #expect([.exited(128 + signal), .signalled(signal)].contains(status))
      #expect(TerminalModes(await terminal.output).isAsAtStart)
      #expect(await terminal.output.count > before)
      #expect(try await terminal.attributes().readsLines)
    }
  }

  @Test(arguments: ["<&-", "2>&-", "<&- 2>&-"])
  func `of streams that are closed changes nothing on the screen`(closed: String) async throws {
    try await SampleHome.run { home in
      var launch = home.launch()
      launch.arguments = ["-c", #"exec "$0" timeline: "# + closed, launch.program]
      launch.program = "/bin/sh"
      try await PseudoTerminal.run(launch) { terminal in
        try await terminal.waitFor("loaded")
        let mark = await terminal.output.count
        try await terminal.write("H")
        try await terminal.waitFor("Help", after: mark)
        try await terminal.quit(by: "Q")
        #expect(TerminalModes(await terminal.output).isAsAtStart)
        #expect(try await terminal.attributes().readsLines)
      }
      let (newest, first) = (try await home.newestNow(), try home.first)
      #expect(newest.authorHandle == first.authorHandle)
    }
  }

  @Test(arguments: ["2>&-", "2>/dev/full"]) func `of nobody to complain to is no crash`(
    stream: String
  ) async throws {
    let program = try BuiltProgram.path()
    let launch = Launch("/bin/sh", "-c", #"exec "$0" --no-such-option "# + stream, program)
    #expect(try await Command.run(launch).status == .exited(2))
  }

  @Test(arguments: [">&-", ">&- 2>&-", "<&- >&- 2>&-", ">/dev/full"])
  func `of an output that takes nothing is an error without a screen`(closed: String) async throws {
    try await SampleHome.run { home in
      var launch = home.launch()
      launch.arguments = ["-c", #"exec "$0" timeline: "# + closed, launch.program]
      launch.program = "/bin/sh"
      let result = try await Command.run(launch)
      #expect(result.status == .exited(1))
      let (newest, first) = (try await home.newestNow(), try home.first)
      #expect(newest.authorHandle == first.authorHandle)
    }
  }

  @Test func `of standard error that is closed meanwhile changes nothing on the screen`()
    async throws
  {
    try await SampleHome.run { home in
      let environment = ["SWIFT_BACKTRACE": "enable=no"]
      try await home.inTerminal(environment: environment) { terminal in
        await terminal.program.error?.close()
        let mark = await terminal.output.count
        try await terminal.write("H")
        try await terminal.waitFor("Help", after: mark)
        try await terminal.signal(SIGABRT)
        #expect(try await terminal.waitForExit() == .signalled(SIGABRT))
        #expect(TerminalModes(await terminal.output).isAsAtStart)
      }
    }
  }
}
