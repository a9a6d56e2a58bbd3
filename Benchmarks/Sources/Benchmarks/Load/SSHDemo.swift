import Foundation
import Glibc

/// The running script that serves the timeline over SSH on this machine.
final class SSHDemo {
  /// The command that connects to it.
  let entry: Launch
  private let terminal: MeasuredTerminal

  /// Starts the script, and waits until it listens.
  init(_ script: String, posts: String, _ bench: Bench) throws(MeasureError) {
    var environment = bench.home.environment
    environment["PORT"] = String(try Self.freePort())
    environment["POSTS"] = posts
    environment["ENDLESS_PROGRAM"] = bench.endless.program
    terminal = try MeasuredTerminal(
      Launch(program: script, arguments: [], environment: environment))
    let frame = try terminal.frame(
      since: terminal.start, holding: [Array("@127.0.0.1\r\n".utf8)], quiet: .zero)
    let lines = String(decoding: frame.bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    let words = lines.last?.split(separator: " ").map(String.init) ?? []
    guard let program = words.first, program == "ssh" else {
      throw MeasureError("the script printed no ssh command: \(lines.last ?? "")")
    }
    entry = Launch(
      program: program, arguments: Array(words.dropFirst()), environment: bench.home.environment)
  }

  deinit { end() }

  /// The connected sessions, each with the program first, and then the processes of the server that
  /// serve only that session.
  var sessions: [Session] {
    let script = ProcessStatus(identifier: terminal.child.identifier)
    let connections = script.children.flatMap(\.children)
    return connections.map { Session(processes: $0.tree.reversed()) }
  }

  /// Ends the script by SIGTERM, which makes it end its processes and remove its files.
  ///
  /// Returns whether the signal ended it and none of its processes is left.
  @discardableResult
  func end() -> Bool {
    let child = terminal.child
    guard child.exitStatus == nil else { return false }
    let processes = ProcessStatus(identifier: child.identifier).tree.dropFirst()
    kill(child.identifier, SIGTERM)
    for _ in 0..<1_000 where child.exitStatus == nil { usleep(10_000) }
    return child.exitStatus == 128 + SIGTERM && !processes.contains(where: \.isThere)
  }

  /// The reason why the script cannot be started; nil if the script is given and all its programs
  /// are installed.
  static func obstacle(_ script: String?) -> String? {
    guard script != nil else { return "no script is given" }
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    let folders = (path + ":/usr/sbin:/sbin").split(separator: ":")
    let missing = ["ssh", "sshd", "ssh-keygen"].filter { name in
      !folders.contains { access("\($0)/\(name)", X_OK) == 0 }
    }
    return missing.isEmpty ? nil : "no \(missing.joined(separator: ", no "))"
  }

  /// An unused port of the loopback interface.
  private static func freePort() throws(MeasureError) -> UInt16 {
    let descriptor = try SystemCall.check("socket", socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, length) < 0 ? -1 : getsockname(descriptor, address, &length)
      }
    }
    try SystemCall.check("a free port", code)
    return UInt16(bigEndian: address.sin_port)
  }
}
