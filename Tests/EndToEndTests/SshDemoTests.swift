import Foundation
import Glibc
import Testing

/// `make ssh-demo`, from its first line to its end.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `The SSH demo` {
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGUSR1, SIGUSR2, SIGALRM])
  func `leaves no process and no file, though guests are in`(signal: Int32) async throws {
    try await SampleHome.run { home in
      let launch = try SshServer.launch(in: home, port: try FreePort.find())
      let program = try await RunningProgram(launch, terminal: nil)
      let server = try await SshServer(program, home: home)
      try await PseudoTerminal.run(server.client()) { first in
        try await PseudoTerminal.run(server.client()) { second in
          try await first.waitFor("loaded")
          try await second.waitFor("loaded")
          let processes = try await Self.processes(below: server.demo) { $0.count >= 5 }
          try program.child.signal(signal)
          try await first.waitForExit()
          try await second.waitForExit()
          try await Self.waitForEnd(program)
          #expect(program.child.exitStatus == .exited(128 + signal))
          for guest in [first, second] {
            let modes = TerminalModes(await guest.output)
            #expect(modes.isAsAtStart, "\(modes)")
          }
          try await Self.expectNothing(in: home, of: program, with: processes)
        }
      }
      await program.end()
    }
  }

  @Test(arguments: [("\u{3}", SIGINT), ("\u{1C}", SIGQUIT), (nil, SIGHUP)])
  func `leaves nothing when a key of its terminal ends it, or that is closed`(
    key: String?, signal: Int32
  ) async throws {
    try await SampleHome.run { home in
      let launch = try Self.launchInTerminal(in: home)
      try await PseudoTerminal.run(launch) { terminal in
        let processes = try await Self.processes(of: terminal)
        if let key { try await terminal.write(key) } else { await terminal.closeMaster() }
        let status = try await terminal.waitForExit()
        if key != nil { #expect(status == .exited(128 + signal)) }
        try await Self.expectNothing(in: home, of: terminal.program, with: processes)
      }
    }
  }

  /// If the terminal is closed, only make gets SIGHUP, and make waits for its child.
  @Test(arguments: [nil, "\u{3}"])
  func `says by make that it listens, and leaves nothing`(key: String?) async throws {
    try await SampleHome.run { home in
      var launch = try Self.launchInTerminal(in: home)
      launch.program = "make"
      // make does not build the program under test again, even if its sources are newer.
      launch.arguments = ["-o", home.program, "PROGRAM=\(home.program)", "ssh-demo"]
      launch.directory = SshServer.checkout.path(percentEncoded: false)
      launch.environment["HOME"] = home.directory.path
      try await PseudoTerminal.run(launch) { terminal in
        let processes = try await Self.processes(of: terminal)
        let output = await terminal.text
        #expect(output.hasPrefix("listening on 127.0.0.1 port "), "\(output)")
        if let key { try await terminal.write(key) } else { await terminal.closeMaster() }
        try await terminal.waitForExit()
        try await Self.expectNothing(in: home, of: terminal.program, with: processes)
      }
    }
  }

  @Test func `goes on without its terminal if nohup says so`() async throws {
    try await SampleHome.run { home in
      var launch = try SshServer.launch(in: home, port: try FreePort.find())
      (launch.program, launch.arguments) = ("nohup", [launch.program])
      try await PseudoTerminal.run(launch) { terminal in
        let server = try await SshServer(terminal.program, home: home)
        await terminal.closeMaster()
        let status: ExitStatus? = try await Polling.answer(within: .seconds(3)) { () in
          terminal.program.child.exitStatus
        }
        #expect(status == nil)
        let result = try await Command.run(server.client(["-T"]))
        #expect(result.status == .exited(1))
        #expect(result.error.contains("no terminal to draw on"))
        try terminal.program.child.signal(SIGTERM)
        try await Self.waitForEnd(terminal.program)
        try await Self.expectNothing(in: home, of: terminal.program)
      }
    }
  }

  @Test func `leaves nothing when nobody reads what it says`() async throws {
    try await SampleHome.run { home in
      var launch = try SshServer.launch(in: home, port: try FreePort.find())
      // The script starts after its output has been closed.
      let start = #"read -r line; exec "$0" </dev/null"#
      (launch.program, launch.arguments) = ("/bin/sh", ["-c", start, launch.program])
      launch.standardInput = .pipe
      let program = try await RunningProgram(launch, terminal: nil)
      await program.output?.close()
      try await program.input?.writeAll(Array("\n".utf8))
      try await Self.waitForEnd(program)
      await program.error?.drain()
      #expect(program.child.exitStatus == .exited(128 + SIGPIPE))
      #expect(await program.error?.bytes == [])
      try await Self.expectNothing(in: home, of: program)
      await program.end()
    }
  }

  @Test func `leaves nothing when its server is killed`() async throws {
    try await SampleHome.run { home in
      let launch = try SshServer.launch(in: home, port: try FreePort.find())
      let program = try await RunningProgram(launch, terminal: nil)
      let server = try await SshServer(program, home: home)
      try await PseudoTerminal.run(server.client()) { terminal in
        try await terminal.waitFor("loaded")
        let processes = try await Self.processes(below: server.demo) {
          $0.contains { $0.command.contains("[listener]") }
        }
        let listening = try #require(processes.first { $0.command.contains("[listener]") })
        _ = kill(listening.identifier, SIGKILL)
        try await Self.waitForEnd(program)
        #expect(program.child.exitStatus == .exited(1))
        try await Self.expectNothing(in: home, of: program, with: processes)
      }
      await program.end()
    }
  }

  @Test func `has the restrictions of the public host, and they hold`() async throws {
    try await SshServer.run { server in
      var launch = Launch("/usr/sbin/sshd", "-T", "-f", server.folder + "/sshd_config")
      launch.environment = ["PATH": "/usr/sbin:/usr/bin:/bin"]
      let result = try await Command.run(launch)
      let lines = Set(result.output.split(separator: "\n").map { $0.lowercased() })
      for line in [
        "disableforwarding yes", "allowtcpforwarding no", "allowagentforwarding no",
        "allowstreamlocalforwarding no", "x11forwarding no", "permittunnel no", "gatewayports no",
        "permituserrc no", "permituserenvironment no", "maxsessions 1", "permitopen none",
        "permitlisten none", "compression no", "passwordauthentication no",
        "kbdinteractiveauthentication no", "hostbasedauthentication no",
      ] {
        #expect(lines.contains(line), "\(line)")
      }
      #expect(!lines.contains { $0.hasPrefix("acceptenv") || $0.hasPrefix("subsystem") })
    }
  }

  private static func waitForEnd(_ program: RunningProgram) async throws(HarnessError) {
    let ended = try await Polling.answer(within: .seconds(60)) { () in program.child.exitStatus }
    if ended == nil { throw HarnessError("the script does not end") }
  }

  private static func launchInTerminal(in home: SampleHome) throws -> Launch {
    var launch = try SshServer.launch(in: home, port: try FreePort.find())
    launch.standardInput = .terminal
    launch.standardOutput = .terminal
    launch.standardError = .terminal
    return launch
  }

  /// The processes below the program of a terminal, once the server listens.
  ///
  /// sshd changes its name to that of a listener a little after its port is open.
  private static func processes(of terminal: PseudoTerminal) async throws -> [ServerProcess] {
    try await terminal.waitFor("StrictHostKeyChecking")
    let demo = ServerProcess(identifier: terminal.program.child.identifier)
    return try await processes(below: demo) { $0.contains { $0.command.contains("[listener]") } }
  }

  /// Waits until a condition on the processes below the script is true, and returns them.
  private static func processes(
    below demo: ServerProcess, where holds: ([ServerProcess]) -> Bool
  ) async throws -> [ServerProcess] {
    let found: [ServerProcess]? = try await Polling.answer(within: .seconds(60)) { () in
      let descendants = demo.descendants
      return holds(descendants) ? descendants : nil
    }
    return try #require(found, "\(demo.descendants.map(\.command))")
  }

  /// Expects that the script, which has ended, has left nothing in the folder for temporary files
  /// or in its session, and that none of `processes` remains.
  ///
  /// A process that was killed may take a moment to disappear.
  private static func expectNothing(
    in home: SampleHome, of program: RunningProgram, with processes: [ServerProcess] = []
  ) async throws {
    let session = ProcessSession(leader: program.child.identifier)
    let gone: Bool? = try await Polling.answer(within: .seconds(60)) { () in
      processes.contains(where: \.isRunning) || !session.members.isEmpty ? nil : true
    }
    let left = processes.filter(\.isRunning) + session.members.map { ServerProcess(identifier: $0) }
    #expect(gone == true, "\(left.map(\.command))")
    try home.expectNoFolder()
  }
}
