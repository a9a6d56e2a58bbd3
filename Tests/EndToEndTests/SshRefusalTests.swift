import Foundation
import Glibc
import Testing

/// Requests by a client for something other than a terminal: each is refused, or harmless.
@Suite(.serialized, .timeLimit(.minutes(5))) struct `Over SSH there is nothing but the timeline` {
  private static let noTerminal =
    "endless: no terminal to draw on; use ssh without -T and without a command\n"

  @Test func `whatever command is given, and without a terminal, not even that`() async throws {
    try await SshServer.run { server in
      for command in [["ls"], ["sh", "-i"], ["; id"], ["$(id)"], ["scp", "-t", "."]] {
        let result = try await Command.run(server.client(asking: command), input: "id\n")
        #expect(result.status == .exited(1))
        #expect(result.output.isEmpty)
        #expect(result.error == Self.noTerminal)
        try await PseudoTerminal.run(server.client(["-tt"], asking: command)) { terminal in
          try await terminal.waitFor("loaded")
          try await terminal.quit()
        }
      }
      for option in ["-T", "-n"] {
        let result = try await Command.run(server.client([option]), input: "id\n")
        #expect(result.status == .exited(1))
        #expect(result.output.isEmpty && result.error.hasSuffix(Self.noTerminal))
        try await server.waitUntilEmpty(within: .seconds(60))
      }
    }
  }

  @Test func `no subsystem, no other key and no password`() async throws {
    try await SshServer.run { server in
      for name in ["sftp", "netconf", "sh"] {
        let result = try await Command.run(server.client(["-s"], asking: [name]))
        #expect(result.status == .exited(255))
        #expect(result.error.hasPrefix("subsystem request failed on channel 0"))
      }
      let other = server.home.directory.path + "/other"
      let made = try await Command.run(
        Launch("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", other))
      #expect(made.status == .exited(0))
      var client = server.client(["-o", "BatchMode=yes"])
      client.arguments = client.arguments.map { $0.hasSuffix("/client_key") ? other : $0 }
      let result = try await Command.run(client)
      #expect(result.status == .exited(255))
      #expect(result.error.contains("Permission denied (publickey)"))
    }
  }

  @Test func `no way to another port and none of its own, with -W, -L, -D and -R`() async throws {
    try await SshServer.run { server in
      let target = "127.0.0.1:\(server.port)"
      let direct = try await Command.run(server.client(["-W", target]))
      #expect(direct.status == .exited(255))
      #expect(direct.error.contains("administratively prohibited"))
      let (local, dynamic) = (try FreePort.find(), try FreePort.find())
      let options = ["-L", "\(local):\(target)", "-D", "\(dynamic)"]
      try await PseudoTerminal.run(server.client(options)) { terminal in
        try await terminal.waitFor("loaded")
        // SOCKS 4 (the predecessor of RFC 1928): connect to 127.0.0.1, with an empty user name.
        let port = [UInt8(server.port >> 8), UInt8(server.port & 0xFF)]
        let request: [UInt8] = [4, 1] + port + [127, 0, 0, 1, 0]
        // If the port were forwarded, the banner of the server would arrive here.
        #expect(try FreePort.answer(from: local) == [])
        let answer = try #require(try FreePort.answer(from: dynamic, to: request))
        #expect(!answer.contains(Array("SSH-2.0".utf8)))
        #expect(try FreePort.answer(from: server.port)?.starts(with: Array("SSH-2.0".utf8)) == true)
      }
      let port = try FreePort.find()
      let backwards = ["-o", "ExitOnForwardFailure=yes", "-R", "\(port):\(target)"]
      let result = try await Command.run(server.client(backwards))
      #expect(result.status == .exited(255))
      #expect(result.error.contains("remote port forwarding failed for listen port \(port)"))
      #expect(try FreePort.answer(from: port) == nil)
    }
  }

  /// The client opens its own end of the tunnel first, and needs the device for it.
  @Test(.enabled(if: access("/dev/net/tun", R_OK | W_OK) == 0))
  func `no tunnel between devices, with -w`() async throws {
    try await SshServer.run { server in
      let options = ["-w", "any", "-o", "ExitOnForwardFailure=yes"]
      let result = try await Command.run(server.client(options))
      #expect(result.status == .exited(255))
      #expect(result.error.contains("Tunnel forwarding failed"))
    }
  }

  @Test func `no socket of the file system, with -R and -L`() async throws {
    try await SshServer.run { server in
      let socket = server.home.directory.path + "/s"
      let options = ["-o", "ExitOnForwardFailure=yes", "-R", "\(socket):127.0.0.1:\(server.port)"]
      let result = try await Command.run(server.client(options))
      #expect(result.status == .exited(255))
      #expect(result.error.contains("remote port forwarding failed for listen path"))
      #expect(!FileManager.default.fileExists(atPath: socket))
      let local = try FreePort.find()
      let client = server.client(["-L", "\(local):/run/none"])
      try await PseudoTerminal.run(client) { terminal in
        try await terminal.waitFor("loaded")
        #expect(try FreePort.answer(from: local) == [])
      }
    }
  }

  @Test func `no agent, no display and no variable`() async throws {
    try await SshServer.run { server in
      let (socket, port) = try FreePort.listen()
      defer { _ = close(socket) }
      let options = [
        "-A", "-Y", "-o", "SendEnv=*", "-o", "SetEnv=FOO=bar LC_ALL=POSIX LD_PRELOAD=/x LANG=C",
      ]
      let variables = [
        "DISPLAY": "127.0.0.1:\(port)", "SSH_AUTH_SOCK": "/nonexistent", "TERMINFO": "/x",
        "COLORTERM": "truecolor", "LESSOPEN": "|id", "EDITOR": "sh",
      ]
      try await PseudoTerminal.run(server.client(options, environment: variables)) { terminal in
        try await terminal.waitFor("loaded")
        let names = try await server.session().environment.compactMap {
          $0.split(separator: "=").first.map(String.init)
        }
        let sshd: Set = [
          "HOME", "LOGNAME", "MAIL", "MOTD_SHOWN", "PATH", "PWD", "OLDPWD", "SHELL", "SHLVL",
          "SSH_CLIENT", "SSH_CONNECTION", "SSH_TTY", "TERM", "TZ", "USER", "_",
        ]
        #expect(Set(names).subtracting(sshd).isEmpty)
        // A shell would look for its rc files here.
        let home = "HOME=\(server.folder)/home"
        #expect(try await server.session().environment.contains(home))
        try await terminal.quit()
      }
    }
  }

  private static let terms = [
    "dumb", "unknown", "../../../etc/passwd", "/etc/passwd", "xterm;id", "xterm-256color\u{1B}[2J",
    "XTERM", "vt52", "", String(repeating: "x", count: 10_000),
  ]

  @Test func `no terminal type that is not known`() async throws {
    try await SshServer.run { server in
      for term in Self.terms {
        let client = server.client(["-tt"], environment: ["TERM": term])
        try await PseudoTerminal.run(client) { terminal in
          let status = try await terminal.waitForExit()
          #expect(status == .exited(1))
          let output = await terminal.text
          let line = output.prefix { $0 != "\r\n" && $0 != "\n" }
          #expect(line.hasPrefix("endless: ") && line.contains("terminal"))
          #expect(!output.contains("\u{1B}"))
          let rest = output.dropFirst(line.count)
          #expect(rest.isEmpty || rest.contains("Connection to 127.0.0.1 closed"))
        }
      }
    }
  }

  @Test func `not a second session in a connection`() async throws {
    try await SshServer.run { server in
      let control = server.home.directory.path + "/c"
      let master = server.client(["-M", "-S", control])
      try await PseudoTerminal.run(master) { terminal in
        try await terminal.waitFor("loaded")
        let second = try await Command.run(server.client(["-S", control, "-T"], asking: ["ls"]))
        #expect(second.status != .exited(0))
        _ = try await server.session()
      }
    }
  }
}
