import Foundation
import Synchronization

/// A network on this machine in which a round trip to a port takes a given time.
///
/// Data from a client is held for that time; data from a server arrives immediately.
final class SlowNetwork: Sendable {
  /// The port to which clients connect.
  let port: Int
  private let target: Int
  private let delay: Duration
  private let listener: Int32

  /// Starts the network.
  init(to target: Int, roundTrip: Duration) throws(MeasureError) {
    self.target = target
    delay = roundTrip
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard let port = Self.bind(listener), listen(listener, 16) == 0 else {
      throw MeasureError("no port is free")
    }
    self.port = port
    Thread.detachNewThread { [self] in
      while case let client = accept(listener, nil, nil), client >= 0 {
        Thread.detachNewThread { [self] in carry(client) }
      }
    }
  }

  /// Stops accepting clients.
  func end() { shutdown(listener, Int32(SHUT_RDWR)) }

  private static func address(_ port: Int) -> sockaddr_in {
    sockaddr_in(
      sin_family: sa_family_t(AF_INET), sin_port: UInt16(port).bigEndian,
      sin_addr: in_addr(s_addr: UInt32(0x7F00_0001).bigEndian), sin_zero: (0, 0, 0, 0, 0, 0, 0, 0))
  }

  private static func bind(_ descriptor: Int32) -> Int? {
    var (address, length) = (address(0), socklen_t(MemoryLayout<sockaddr_in>.size))
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    return isBound ? Int(UInt16(bigEndian: address.sin_port)) : nil
  }

  private func carry(_ client: Int32) {
    let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { [client, server].forEach { _ = close($0) } }
    var address = Self.address(target)
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else { return }
    for descriptor in [client, server] {
      var on: Int32 = 1
      setsockopt(
        descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }
    var waited = [client, server].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while poll(&waited, 2, -1) > 0 {
      if waited[0].revents != 0 {
        Self.hold(for: delay)
        guard Self.pass(client, server) else { return }
      }
      if waited[1].revents != 0, !Self.pass(server, client) { return }
    }
  }

  /// Returns after the given time, usually accurate to a microsecond.
  ///
  /// The last millisecond is spent in a busy loop, because a sleeping thread wakes some 0.1 ms
  /// late, which would be counted as the client's time.
  private static func hold(for delay: Duration) {
    let end = ContinuousClock.now + delay
    usleep(useconds_t(max(.zero, delay - .milliseconds(1)) / .microseconds(1)))
    while ContinuousClock.now < end {}
  }

  private static func pass(_ from: Int32, _ to: Int32) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(from, &bytes, bytes.count, 0)
    return count > 0 && send(to, bytes, count, Int32(MSG_NOSIGNAL)) == count
  }
}
