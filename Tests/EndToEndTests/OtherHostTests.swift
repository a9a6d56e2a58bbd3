import Foundation
import Glibc
import Testing

/// A file on another host, mounted with sshfs over a real sshd on the loopback interface.
///
/// The file system does not report changes that are made on that host.
///
/// These tests run only as root, and only if `/dev/fuse` can be used.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `A file of another host` {
  private static let mayMount = getuid() == 0 && access("/dev/fuse", R_OK | W_OK) == 0

  private func run(_ body: (SampleHome, _ remote: String) async throws -> Void) async throws {
    try await SampleHome.run(filled: false) { home in
      let folder = home.directory.path
      for name in ["remote", "mount"] { try #require(mkdir("\(folder)/\(name)", 0o755) == 0) }
      for key in ["host", "client"] {
        try await Self.succeed(
          Launch("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", "\(folder)/\(key)"))
      }
      let port = try FreePort.find()
      let settings = try home.directory.write(Self.settings(folder, port), to: "settings")
      _ = mkdir("/run/sshd", 0o755)
      let server = try await RunningProgram(
        Launch("/usr/sbin/sshd", "-D", "-f", settings), terminal: nil)
      var programs = [server]
      do {
        programs.append(try await Self.mount(folder, port))
        try await body(home, "\(folder)/remote")
      } catch {
        await Self.end(programs, folder)
        throw error
      }
      await Self.end(programs, folder)
    }
  }

  private static func settings(_ folder: String, _ port: Int) -> String {
    """
    Port \(port)
    ListenAddress 127.0.0.1
    HostKey \(folder)/host
    AuthorizedKeysFile \(folder)/client.pub
    StrictModes no
    UsePAM no
    PidFile none
    Subsystem sftp internal-sftp

    """
  }

  /// Mounts the folder once the server listens; a file in the folder shows that it is mounted.
  private static func mount(_ folder: String, _ port: Int) async throws -> RunningProgram {
    try Data().write(to: URL(filePath: "\(folder)/remote/mounted"))
    try await wait {
      try? await Command.run(Launch("ssh-keyscan", "-p", "\(port)", "127.0.0.1")).status
        == .exited(0)
    }
    let options =
      "IdentityFile=\(folder)/client,StrictHostKeyChecking=no,UserKnownHostsFile=/dev/null"
    let program = try await RunningProgram(
      Launch(
        "sshfs", "-f", "-p", "\(port)", "-o", options, "127.0.0.1:\(folder)/remote",
        "\(folder)/mount"), terminal: nil)
    try await wait { access("\(folder)/mount/mounted", F_OK) == 0 }
    return program
  }

  private static func wait(for condition: () async -> Bool?) async throws {
    let isSo: Bool? = try await Polling.answer(within: .seconds(60)) { () throws(HarnessError) in
      await condition() == true ? true : nil
    }
    try #require(isSo == true)
  }

  private static func end(_ programs: [RunningProgram], _ folder: String) async {
    _ = try? await Command.run(Launch("umount", "-l", "\(folder)/mount"))
    for program in programs.reversed() {
      try? program.child.signal(SIGTERM)
      await program.end()
    }
  }

  private static func succeed(_ launch: Launch) async throws {
    let done = try await Command.run(launch)
    try #require(done.status == .exited(0))
  }

  @Test(.enabled(if: mayMount, "only root mounts file systems of FUSE here"))
  func `is followed as it grows, and when it is written anew`() async throws {
    try await run { home, remote in
      let log = URL(filePath: "\(remote)/log")
      try Data("one\ntwo\n".utf8).write(to: log)
      try await PseudoTerminal.run(home.launch(["-f", "mount/log"])) { terminal in
        try await terminal.waitFor("two")
        let handle = try FileHandle(forWritingTo: log)
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("three\n".utf8))
        try handle.close()
        // sshfs may keep the size of a file for 20 seconds.
        try await terminal.waitFor("three", within: .seconds(120))
        try Data("other\n".utf8).write(to: log)
        try await terminal.waitFor("other", within: .seconds(120))
        try await terminal.quit()
      }
    }
  }
}
