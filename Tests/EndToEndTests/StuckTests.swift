import Glibc
import Testing

/// A program whose main thread waits for something that never comes.
@Suite(.serialized, .timeLimit(.minutes(5))) struct `A program that is stuck` {
  /// Runs the program in a terminal until it is stuck, and expects that the terminal is restored
  /// afterwards, unless `body` closes it.
  private static func run(
    closes: Bool = false, _ body: (PseudoTerminal) async throws -> ExitStatus
  ) async throws -> ExitStatus {
    var launch = Launch("/bin/sh")
    launch.arguments = [
      "-c", #"echo before; read -r line; exec "$0" stuck"#, try BuiltProgram.path(of: "crasher"),
    ]
    return try await PseudoTerminal.run(launch) { terminal in
      try await terminal.waitFor("before")
      let before = try await terminal.attributes()
      try await terminal.write("\n")
      try await terminal.waitFor("ready")
      try await terminal.write("x")
      try await terminal.waitFor("stuck")
      let status = try await body(terminal)
      if !closes {
        #expect(try await terminal.attributes() == before)
        let modes = TerminalModes(await terminal.output)
        #expect(modes.isAsAtStart, "\(modes)")
      }
      return status
    }
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT])
  func `is ended by a signal, and gives the terminal back`(signal: Int32) async throws {
    let status = try await Self.run { terminal in
      try await terminal.signal(signal)
      return try await terminal.waitForExit()
    }
    #expect(status == .exited(128 + signal))
  }

  @Test func `is ended by the key that interrupts`() async throws {
    let status = try await Self.run { terminal in
      let status: ExitStatus? = try await Polling.answer(within: .seconds(60)) { () in
        try? await terminal.write("\u{3}")
        return await terminal.exitStatus
      }
      await terminal.readRest()
      return try #require(status)
    }
    #expect(status == .exited(128 + SIGINT))
  }

  @Test func `is ended by a terminal that is closed`() async throws {
    let status = try await Self.run(closes: true) { terminal in
      await terminal.closeMaster()
      return try await terminal.waitForExit()
    }
    #expect(status == .exited(128 + SIGHUP))
  }
}
