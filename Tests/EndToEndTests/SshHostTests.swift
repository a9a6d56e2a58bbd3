import Foundation
import Glibc
import Testing

/// The files of `Assets/ssh` for a public host, as far as they can be tested without one.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `What a public host gets` {
  private static let assets = SshServer.checkout.appending(path: "Assets/ssh")
    .path(percentEncoded: false)

  @Test(arguments: [
    "Assets/ssh/account", "Assets/ssh/session", "Assets/ssh/end-sessions", "Scripts/ssh-demo",
  ])
  func `is scripts that a shell can read`(name: String) async throws {
    let path = SshServer.checkout.appending(path: name).path(percentEncoded: false)
    let result = try await Command.run(Launch("sh", "-n", path))
    #expect(result.status == .exited(0))
    #expect(result.error.isEmpty)
  }

  /// The script gets a list of processes instead of finding the processes of the service.
  @Test func `is sessions that end before the server does`() async throws {
    try await SampleHome.inTerminal { terminal, home in
      let list = try home.directory.write("1\n\(terminal.program.child.identifier)\n", to: "list")
      try await Self.expectSilence(
        Launch("sh", Self.assets + "/end-sessions", home.program), list)
      let status = try await terminal.waitForExit()
      #expect(status == .exited(128 + SIGTERM))
      #expect(TerminalModes(await terminal.output).isAsAtStart)
    }
  }

  /// The configuration is tested unchanged, except that a temporary folder takes the place of
  /// `/etc/endless-ssh`.
  @Test func `is a configuration that the server takes`() async throws {
    try await TemporaryDirectory.run { directory in
      for name in ["restrictions.conf", "sshd_config"] {
        let text = try String(contentsOfFile: Self.assets + "/" + name, encoding: .utf8)
        try directory.write(
          text.replacing("/etc/endless-ssh/", with: directory.path + "/"), to: name)
      }
      let key = Launch("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f")
      try await Self.expectSilence(key, directory.path + "/host_key")
      // The systemd unit creates this folder; the server requires the folder only if root starts
      // the server.
      if getuid() == 0 { _ = mkdir("/run/sshd", 0o755) }
      let check = Launch("/usr/sbin/sshd", "-t", "-f")
      try await Self.expectSilence(check, directory.path + "/sshd_config")
      let show = Launch("/usr/sbin/sshd", "-T", "-f", directory.path + "/sshd_config")
      let lines = try await Command.run(show).output.split(separator: "\n").map(String.init)
      for line in [
        "port 22", "listenaddress 0.0.0.0:22", "listenaddress [::]:22", "allowusers demo",
        "permitemptypasswords yes", "usepam no", "permitrootlogin no", "pubkeyauthentication no",
        "forcecommand /usr/local/lib/endless-ssh/session", "disableforwarding yes",
        "maxsessions 1", "persourcemaxstartups 3", "permituserrc no", "compression no",
      ] {
        #expect(lines.contains(line), "\(line)")
      }
      #expect(!lines.contains { $0.hasPrefix("acceptenv") || $0.hasPrefix("subsystem") })
    }
  }

  /// Only an account whose shell is the script `session` may get an empty password.
  @Test(arguments: ["/bin/bash", "", "/usr/local/lib/endless-ssh/session2"])
  func `is no one's account that was there before`(shell: String) async throws {
    try await TemporaryDirectory.run { directory in
      // The script finds no other programs, so that it cannot do anything else if this test fails.
      for name in ["getent", "passwd", "useradd"] {
        let answer = name == "getent" ? "echo 'demo:x:1000:1000::/home/demo:\(shell)'" : "echo no"
        let file = try directory.write("#!/bin/sh\n\(answer)\n", to: "tools/" + name)
        _ = chmod(file, 0o755)
      }
      var launch = Launch("/bin/sh", Self.assets + "/account", directory: directory.path)
      launch.environment["PATH"] = directory.path + "/tools"
      let result = try await Command.run(launch)
      #expect(result.status == .exited(1))
      #expect(result.output.isEmpty)
      #expect(result.error.hasPrefix("account: there is an account demo"))
    }
  }

  /// The account exists already, and the folders are those of the test.
  @Test func `is posts that the program makes`() async throws {
    try await TemporaryDirectory.run { directory in
      let (state, shell) = (directory.path + "/state", "/usr/local/lib/endless-ssh/session")
      let script = try String(contentsOfFile: Self.assets + "/account", encoding: .utf8)
        .replacing("/var/lib/endless-ssh", with: state)
        .replacing("/usr/local/bin/endless", with: try BuiltProgram.path())
        .replacing("/etc/endless-ssh/host_key", with: directory.path + "/host_key")
      let account = try directory.write(script, to: "account")
      for (name, line) in [
        ("getent", "echo 'demo:x:1000:1000::/:\(shell)'"), ("passwd", ":"),
        ("install", "mkdir -p '\(state)/posts' '\(state)/shared'"),
      ] {
        let file = try directory.write("#!/bin/sh\n\(line)\n", to: "tools/" + name)
        _ = chmod(file, 0o755)
      }
      var launch = Launch("/bin/sh", account, directory: directory.path)
      launch.environment["PATH"] = directory.path + "/tools:/usr/bin:/bin"
      // The program creates all posts.
      let result = try await Command.run(launch, within: .seconds(240))
      #expect(result.status == .exited(0), "\(result.error)")
      #expect(FileManager.default.fileExists(atPath: state + "/posts/timeline.sqlite"))
    }
  }

  private static func expectSilence(_ launch: Launch, _ file: String) async throws {
    var launch = launch
    launch.arguments.append(file)
    let result = try await Command.run(launch)
    #expect(result.status == .exited(0))
    #expect(result.output.isEmpty && result.error.isEmpty, "\(result.error)")
  }
}
