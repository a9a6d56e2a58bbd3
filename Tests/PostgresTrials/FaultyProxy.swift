import Foundation
import Glibc
import Synchronization

/// A network between clients and a server, which counts requests, and can delay and hold back data
/// and cut connections.
package final class FaultyProxy: Sendable {
  package let port: Int
  private let target: Int
  private let listener: Int32
  /// The server that the proxy pretends to be; nil for the server itself.
  private let disguise: Disguise?
  private let state = Mutex(State())

  private struct State {
    var delay: useconds_t = 0
    var isHeld = false
    var held = 0
    var isRefusing = false
    var roundTrips = 0
    var reads = 0
    var connections = 0
    var bytesLeft: Int?
    var open: Set<Int32> = []
    var isEnded = false
  }

  /// Starts a proxy for a port of the loopback interface.
  ///
  /// - Parameter disguise: the server that the proxy pretends to be. If it is given, clients must
  ///   not use encryption.
  package init(to target: Int, as disguise: Disguise? = nil) throws {
    (self.target, self.disguise) = (target, disguise)
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard let port = LoopbackSocket.bind(listener), listen(listener, 64) == 0 else {
      throw TrialError("no port is free")
    }
    self.port = port
    let listener = listener
    Thread.detachNewThread { [weak self] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0, let self else { break }
        _ = fcntl(client, F_SETFD, FD_CLOEXEC)
        self.begin(client)
      }
      close(listener)
    }
  }

  deinit {
    state.withLock { $0.isEnded = true }
    shutdown(listener, Int32(SHUT_RDWR))
    cut()
  }

  // MARK: Faults

  /// The number of requests that clients have sent; data that is sent before an answer arrives is
  /// part of one request.
  ///
  /// Without a delay, a busy machine may count one request as two: a client sends a read in two
  /// parts, and the server may have answered the first part before the proxy receives the second
  /// one.
  package var roundTrips: Int { state.withLock(\.roundTrips) }
  /// How many read-only transactions clients have begun.
  package var reads: Int { state.withLock(\.reads) }
  /// How many connections clients have opened.
  package var connections: Int { state.withLock(\.connections) }

  /// How many messages were held back.
  package var held: Int { state.withLock(\.held) }

  /// Sets the additional duration of a round trip.
  package func setDelay(milliseconds: Int) {
    state.withLock { $0.delay = useconds_t(milliseconds * 1000) }
  }

  /// Stops passing data, like a network that fails silently, or resumes.
  package func hold(_ isHeld: Bool = true) { state.withLock { $0.isHeld = isHeld } }

  /// Closes new connections immediately, or accepts them again.
  package func refuse(_ isRefusing: Bool = true) { state.withLock { $0.isRefusing = isRefusing } }

  /// Cuts all connections now.
  package func cut() { state.withLock { $0.open.forEach { _ = shutdown($0, Int32(SHUT_RDWR)) } } }

  /// Cuts a connection within the next data from the server, after the given number of bytes; has
  /// no effect if that data is shorter.
  package func cut(afterBytes count: Int) { state.withLock { $0.bytesLeft = count } }

  // MARK: Connections

  private func begin(_ client: Int32) {
    let isRefusing = state.withLock { state in
      state.connections += 1
      return state.isRefusing
    }
    guard !isRefusing, let server = LoopbackSocket.connect(to: target) else {
      close(client)
      return
    }
    LoopbackSocket.setNoDelay(client)
    state.withLock { $0.open.formUnion([client, server]) }
    Thread.detachNewThread { [self] in
      carry(client, server)
      state.withLock { $0.open.subtract([client, server]) }
      close(client)
      close(server)
    }
  }

  private func carry(_ client: Int32, _ server: Int32) {
    var hasAsked = false
    var link = disguise.map { DisguisedLink($0) }
    var waited = [client, server].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while poll(&waited, 2, -1) > 0 {
      if waited[0].revents != 0 {
        if !hasAsked { state.withLock { $0.roundTrips += 1 } }
        hasAsked = true
        usleep(state.withLock(\.delay))
        guard
          pass(
            client, server, most: nil,
            {
              countReads(in: $0); return link?.takeFromClient($0) ?? $0
            })
        else { return }
      }
      if waited[1].revents != 0 {
        hasAsked = false
        let most = takeBytes()
        guard pass(server, client, most: most, { link?.changeFromServer($0) ?? $0 }) else { return }
      }
    }
  }

  private func countReads(in bytes: ArraySlice<UInt8>) {
    var (rest, count) = (Data(bytes), 0)
    while let found = rest.range(of: Data("BEGIN READ ONLY".utf8)) {
      (rest, count) = (rest[found.upperBound...], count + 1)
    }
    state.withLock { $0.reads += count }
  }

  private func takeBytes() -> Int? {
    state.withLock { state in
      defer { state.bytesLeft = nil }
      return state.bytesLeft
    }
  }

  /// Passes on the received data; returns false at the end of the connection.
  ///
  /// - Parameter change: a closure that takes the received data and returns the data to send
  ///   instead.
  private func pass(
    _ from: Int32, _ to: Int32, most: Int?, _ change: (ArraySlice<UInt8>) -> ArraySlice<UInt8>
  ) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(from, &bytes, bytes.count, 0)
    guard count > 0 else { return false }
    if state.withLock(\.isHeld) { state.withLock { $0.held += 1 } }
    while state.withLock({ $0.isHeld && !$0.isEnded }) { usleep(5_000) }
    let changed = Array(change(bytes[..<count]))
    let sent = send(to, changed, min(changed.count, most ?? changed.count), Int32(MSG_NOSIGNAL))
    return sent == changed.count
  }
}
