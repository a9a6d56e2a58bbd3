import Foundation
import Glibc

/// A process as described by `/proc`, whether the test started it or another process did.
struct ServerProcess: Hashable, Sendable {
  /// The process identifier.
  let identifier: pid_t

  /// All processes below this one.
  var descendants: [ServerProcess] {
    let path = "/proc/\(identifier)/task/\(identifier)/children"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    let children = text.split(separator: " ").compactMap { pid_t($0) }
      .map { ServerProcess(identifier: $0) }
    return children + children.flatMap(\.descendants)
  }

  /// Whether the process runs; a zombie does not.
  var isRunning: Bool {
    guard let state = fields.first else { return false }
    return state != "Z" && state != "X"
  }

  /// The command line with which the process was started.
  var command: String {
    let text = (try? String(contentsOfFile: "/proc/\(identifier)/cmdline", encoding: .utf8)) ?? ""
    return text.replacing("\0", with: " ")
  }

  /// The environment with which the process was started.
  var environment: [String] {
    let text = (try? String(contentsOfFile: "/proc/\(identifier)/environ", encoding: .utf8)) ?? ""
    return text.split(separator: "\0").map(String.init)
  }

  /// The processor time that the process has used so far, in its own code and in the kernel; nil
  /// after it has exited.
  var processorTime: Duration? {
    // The file is read once, because the process may exit at any time.
    let fields = fields
    // proc(5): utime and stime are fields 14 and 15; the state is the third.
    guard fields.count > 12, let user = Int(fields[11]), let system = Int(fields[12]) else {
      return nil
    }
    return .seconds(user + system) / sysconf(Int32(_SC_CLK_TCK))
  }

  /// The largest amount of memory that the process has used, in KiB; nil after it has exited.
  var peakMemory: Int? {
    let text = (try? String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line.flatMap { Int($0.filter(\.isNumber)) }
  }

  /// The fields from the state on; the name before them may contain anything.
  private var fields: [Substring] {
    guard let line = try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8),
      let nameEnd = line.lastIndex(of: ")")
    else { return [] }
    return line[nameEnd...].dropFirst().split(separator: " ")
  }
}

/// TCP on the loopback interface, as far as the tests need it.
enum FreePort {
  /// A port on which no process listens now.
  static func find() throws(HarnessError) -> Int {
    let (descriptor, port) = try listen()
    _ = close(descriptor)
    return port
  }

  /// Listens on a port chosen by the kernel; the caller must close the descriptor.
  static func listen() throws(HarnessError) -> (descriptor: Int32, port: Int) {
    let descriptor = try SystemCall.check(
      "socket", socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
    try SystemCall.closeInPrograms(descriptor)
    var address = loopback(port: 0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    try withUnsafeMutablePointer(to: &address) { (pointer) throws(HarnessError) in
      let raw = UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: sockaddr.self)
      try SystemCall.check("bind", bind(descriptor, raw, size))
      try SystemCall.check("listen", Glibc.listen(descriptor, 1))
      try SystemCall.check("getsockname", getsockname(descriptor, raw, &size))
    }
    return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
  }

  /// How many seconds a busy server may take until it sends the first byte.
  static let longestSilence = 30

  /// Connects, sends, and returns all bytes that arrive until the other side closes the connection,
  /// sends nothing for ``longestSilence`` seconds at first, or later for `silence` seconds; nil if no
  /// process listens.
  static func answer(
    from port: Int, to request: [UInt8] = [], silence: Int = 2
  ) throws(HarnessError) -> [UInt8]? {
    let descriptor = try SystemCall.check(
      "socket", socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
    defer { _ = close(descriptor) }
    try SystemCall.closeInPrograms(descriptor)
    limitSilence(of: descriptor, to: longestSilence)
    var address = loopback(port: port)
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafePointer(to: &address) {
      connect(descriptor, UnsafeRawPointer($0).assumingMemoryBound(to: sockaddr.self), size)
    }
    guard result == 0 else { return nil }
    if !request.isEmpty { _ = write(descriptor, request, request.count) }
    var (answer, part) = ([UInt8](), [UInt8](repeating: 0, count: 4_096))
    while true {
      let count = read(descriptor, &part, part.count)
      guard count > 0 else { return answer }
      if answer.isEmpty { limitSilence(of: descriptor, to: silence) }
      answer += part[..<count]
    }
  }

  private static func limitSilence(of descriptor: Int32, to seconds: Int) {
    var timeout = timeval(tv_sec: seconds, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
  }

  private static func loopback(port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(clamping: port).bigEndian)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    return address
  }
}
