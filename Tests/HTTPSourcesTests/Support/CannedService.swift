import Foundation
import Glibc
import Synchronization

/// A service that sends a few given answers, byte for byte.
///
/// It is needed because the sample service cannot give every possible answer. The nth connection
/// gets the nth answer, and is then closed; further connections get the last answer.
final class CannedService: Sendable {
  let port: Int
  private let listener: Int32
  private let heard = Mutex<[String]>([])
  private let most = Mutex(0)
  /// The delay before each answer, in milliseconds.
  private let latency: Int32
  /// The number of simultaneous connections that each answer but the first waits for, unless there
  /// have been as many before.
  private let awaited: Int

  var address: String { "http://127.0.0.1:\(port)" }
  /// The maximum number of simultaneous connections when a request was answered.
  var mostAtOnce: Int { most.withLock { $0 } }
  /// The requests with their bodies, in order.
  var requests: [String] { heard.withLock { $0 } }

  convenience init(_ answers: [String]) throws {
    try self.init(bytes: answers.map { Array($0.utf8) })
  }

  convenience init(bytes answers: [[UInt8]], latency: Int32 = 0, awaited: Int = 1) throws {
    try self.init(latency: latency, awaited: awaited) { _ in answers }
  }

  /// Creates a service whose answers may contain its own address, which is known only when it
  /// listens.
  init(
    latency: Int32 = 0, awaited: Int = 1, _ answers: (_ address: String) -> [[UInt8]]
  ) throws {
    (self.latency, self.awaited) = (latency, awaited)
    (listener, port) = try LoopbackPort.listen()
    let answers = answers("http://127.0.0.1:\(port)")
    let (listener, heard) = (listener, Recorder(self))
    Thread.detachNewThread {
      var number = 0
      while case let connection = accept(listener, nil, nil), connection >= 0 {
        heard.service?.answer(connection, answers[min(number, answers.count - 1)])
        number += 1
        close(connection)
      }
      close(listener)
    }
  }

  /// Creates a service with one answer for all requests, which has a length, a header and a body of
  /// JSON.
  convenience init(
    _ header: String, body: String = "[]", status: String = "200 OK", latency: Int32 = 0,
    awaited: Int = 1
  ) throws {
    let answer = Self.answer(header, body: body, status: status)
    try self.init(bytes: [Array(answer.utf8)], latency: latency, awaited: awaited)
  }

  static func answer(_ header: String, body: String = "[]", status: String = "200 OK") -> String {
    let fields = ["Content-Type: application/json", "Content-Length: \(body.utf8.count)"]
    let lines = ["HTTP/1.1 \(status)"] + fields + (header.isEmpty ? [] : [header])
    return lines.joined(separator: "\r\n") + "\r\nConnection: close\r\n\r\n" + body
  }

  /// Wakes the thread, which closes the descriptor, so that its number is not reused too early.
  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  private func answer(_ connection: Int32, _ bytes: [UInt8]) {
    var (request, part) = ([UInt8](), [UInt8](repeating: 0, count: 4_096))
    while !Self.isWhole(String(decoding: request, as: UTF8.self)) {
      let count = read(connection, &part, part.count)
      guard count > 0 else { return }
      request += part[..<count]
    }
    heard.withLock { $0.append(String(decoding: request, as: UTF8.self)) }
    if latency > 0 { poll(nil, 0, latency) }
    noteConnections()
    if requests.count > 1 { awaitConnections() }
    _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  private func noteConnections() {
    let atOnce = OpenConnections.lines(port: port, column: 2).count
    most.withLock { $0 = max($0, atOnce) }
  }

  /// Waits for further connections, which may be late on a busy machine, for at most ten seconds.
  private func awaitConnections() {
    let end = ContinuousClock.now + .seconds(10)
    while mostAtOnce < awaited, .now < end {
      poll(nil, 0, 5)
      noteConnections()
    }
  }

  /// Whether a request has its complete head, and as many bytes of a body as the head declares.
  private static func isWhole(_ request: String) -> Bool {
    guard let end = request.range(of: "\r\n\r\n") else { return false }
    let field = request[..<end.lowerBound].lowercased().components(separatedBy: "\r\n")
      .first { $0.hasPrefix("content-length:") }
    let length = field.flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) } ?? 0
    return request[end.upperBound...].utf8.count >= length
  }

  /// A weak reference through which the thread of a service records requests.
  private final class Recorder: Sendable {
    private let known: Mutex<WeakService>
    private struct WeakService { weak var service: CannedService? }

    var service: CannedService? { known.withLock(\.service) }
    init(_ service: CannedService) { known = Mutex(WeakService(service: service)) }
  }
}

/// Ports of the loopback interface.
enum LoopbackPort {
  /// A port on which no process listens now.
  static func dead() throws -> Int {
    let (listener, port) = try listen()
    close(listener)
    return port
  }

  /// Connects without waiting until the other side accepts.
  static func connect(to port: Int) throws -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    var address = loopback(port: port)
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(descriptor, $0, size) }
    }
    guard result == 0 || errno == EINPROGRESS else { throw TestFailure("no connection: \(errno)") }
    return descriptor
  }

  private static func loopback(port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port).bigEndian)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    return address
  }

  /// Listens on a port chosen by the kernel.
  ///
  /// - Parameter row: the number of connections that may wait to be accepted; the kernel adds one.
  static func listen(row: Int32 = 8) throws -> (listener: Int32, port: Int) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
    var address = loopback(port: 0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
        bind(listener, raw, size) == 0 && Glibc.listen(listener, row) == 0
          && getsockname(listener, raw, &size) == 0
      }
    }
    guard result else { throw TestFailure("no port: \(errno)") }
    return (listener, Int(UInt16(bigEndian: address.sin_port)))
  }
}
