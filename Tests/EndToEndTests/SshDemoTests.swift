import Foundation
import Glibc
import Testing

/// `make ssh-demo`, from its first line to its end.
@Suite(.serialized, .timeLimit(.minutes(3))) struct `The SSH demo` {
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `leaves no process and no file, though guests are in`(signal: Int32) async throws {
    try await SampleHome.run { home in
      let launch = try SshServer.launch(in: home, port: try FreePort.find())
      let program = try await RunningProgram(launch, terminal: nil)
      let server = try await Self.server(program, home)
      try await PseudoTerminal.run(server.client()) { first in
        try await PseudoTerminal.run(server.client()) { second in
          try await first.waitFor("loaded")
          try await second.waitFor("loaded")
          let processes = server.demo.descendants
          #expect(processes.count >= 5)
          try program.child.signal(signal)
          try await first.waitForExit(within: .seconds(5))
          try await second.waitForExit(within: .seconds(5))
          try await Self.waitForEnd(program)
          #expect(program.child.exitStatus == .exited(128 + signal))
          #expect(processes.filter(\.isRunning).isEmpty)
          try Self.expectNothing(in: home)
        }
      }
      await program.end()
    }
  }

  @Test func `leaves nothing when it is ended by ^C`() async throws {
    try await SampleHome.run { home in
      var launch = try SshServer.launch(in: home, port: try FreePort.find())
      launch.standardInput = .terminal
      launch.standardOutput = .terminal
      launch.standardError = .terminal
      try await PseudoTerminal.run(launch) { terminal in
        try await terminal.waitFor("StrictHostKeyChecking")
        let processes = ServerProcess(identifier: terminal.program.child.identifier).descendants
        try await terminal.write("\u{3}")
        let status = try await terminal.waitForExit(within: .seconds(5))
        #expect(status == .exited(130))
        #expect(!processes.isEmpty && !processes.contains(where: \.isRunning))
        try Self.expectNothing(in: home)
      }
    }
  }

  @Test func `leaves nothing when its terminal is closed`() async throws {
    try await SampleHome.run { home in
      var launch = try SshServer.launch(in: home, port: try FreePort.find())
      launch.standardInput = .terminal
      launch.standardOutput = .terminal
      launch.standardError = .terminal
      try await PseudoTerminal.run(launch) { terminal in
        try await terminal.waitFor("StrictHostKeyChecking")
        let processes = ServerProcess(identifier: terminal.program.child.identifier).descendants
        #expect(!processes.isEmpty)
        await terminal.closeMaster()
        try await terminal.waitForExit(within: .seconds(5))
        #expect(processes.filter(\.isRunning).isEmpty)
        try Self.expectNothing(in: home)
      }
    }
  }

  @Test func `leaves nothing when its server is killed`() async throws {
    try await SampleHome.run { home in
      let launch = try SshServer.launch(in: home, port: try FreePort.find())
      let program = try await RunningProgram(launch, terminal: nil)
      let server = try await Self.server(program, home)
      try await PseudoTerminal.run(server.client()) { terminal in
        try await terminal.waitFor("loaded")
        let processes = server.demo.descendants
        let listening = try #require(processes.first { $0.command.contains("[listener]") })
        _ = kill(listening.identifier, SIGKILL)
        try await Self.waitForEnd(program)
        #expect(program.child.exitStatus == .exited(1))
        let gone: Bool? = try await Polling.answer(within: .seconds(5)) { () in
          processes.contains { $0.isRunning } ? nil : true
        }
        #expect(gone == true)
        try Self.expectNothing(in: home)
      }
      await program.end()
    }
  }

  @Test func `says that its port is taken, and which one it is not`() async throws {
    let (descriptor, port) = try FreePort.listen()
    defer { _ = close(descriptor) }
    try await SampleHome.run { home in
      let result = try await Command.run(try SshServer.launch(in: home, port: port))
      #expect(result.status == .exited(1))
      #expect(result.output.isEmpty)
      #expect(
        result.error
          == "ssh-demo: port \(port) of 127.0.0.1 is taken; PORT=... chooses another\n")
      try Self.expectNothing(in: home)
    }
  }

  @Test(arguments: ["", "0", "65536", "-1", "http", "22 22", "99999999999999999999", "0x16"])
  func `refuses what is no port`(port: String) async throws {
    try await SampleHome.run(filled: false) { home in
      var launch = try SshServer.launch(in: home, port: 1)
      launch.environment["PORT"] = port.isEmpty ? " " : port
      let result = try await Command.run(launch)
      #expect(result.status == .exited(1))
      #expect(result.output.isEmpty)
      #expect(result.error.hasSuffix(" is no port; it must be 1 to 65535\n"))
      try Self.expectNothing(in: home)
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

  private static func server(
    _ program: RunningProgram, _ home: SampleHome
  ) async throws -> SshServer {
    SshServer(
      port: 0, words: try await SshServer.words(of: program), home: home,
      demo: ServerProcess(identifier: program.child.identifier))
  }

  private static func waitForEnd(_ program: RunningProgram) async throws(HarnessError) {
    let ended = try await Polling.answer(within: .seconds(10)) { () in program.child.exitStatus }
    if ended == nil { throw HarnessError("the script does not end") }
  }

  /// Nothing of the script's own is left in the folder for temporary files.
  private static func expectNothing(in home: SampleHome) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: home.directory.path)
    #expect(names.filter { $0.hasPrefix("endless-ssh") }.isEmpty)
  }
}
