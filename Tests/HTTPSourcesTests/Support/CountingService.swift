import Foundation
import Glibc
import PagingTesting
import Synchronization

/// A service that counts its requests, and answers each with what a closure returns.
final class CountingService: Sendable {
  /// An answer.
  struct Reply: Sendable {
    var status = 200
    var fields: [String] = []
    var body = "[]"

    var bytes: [UInt8] {
      let lines =
        ["HTTP/1.1 \(status) S", "Content-Type: application/json", "Connection: close"] + fields
      let hasBody = status != 304
      let length = hasBody ? ["Content-Length: \(body.utf8.count)"] : []
      return Array(
        ((lines + length).joined(separator: "\r\n") + "\r\n\r\n" + (hasBody ? body : "")).utf8)
    }
  }

  let port: Int
  private let listener: Int32
  private let heard = Mutex<[String]>([])
  private let reply: @Sendable (_ request: String, _ number: Int) -> Reply

  var address: String { "http://127.0.0.1:\(port)" }
  /// The heads of the requests, in order.
  var requests: [String] { heard.withLock { $0 } }

  /// - Parameter reply: a closure that takes the head of a request and its number, from 1, and
  ///   returns the answer; it is called for each request.
  init(_ reply: @escaping @Sendable (_ request: String, _ number: Int) -> Reply) throws {
    self.reply = reply
    (listener, port) = try LoopbackPort.listen()
    let (listener, box) = (listener, WeakService(self))
    Thread.detachNewThread {
      while case let connection = accept(listener, nil, nil), connection >= 0 {
        box.service?.answer(connection)
        close(connection)
      }
      close(listener)
    }
  }

  /// Wakes the thread, which closes the descriptor.
  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  private func answer(_ connection: Int32) {
    var (request, part) = ([UInt8](), [UInt8](repeating: 0, count: 4_096))
    while !String(decoding: request, as: UTF8.self).contains("\r\n\r\n") {
      let count = read(connection, &part, part.count)
      guard count > 0 else { return }
      request += part[..<count]
    }
    let head = String(decoding: request, as: UTF8.self)
    let number = heard.withLock { heard in
      heard.append(head)
      return heard.count
    }
    let bytes = reply(head, number).bytes
    _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  private final class WeakService: Sendable {
    private let known: Mutex<Weak>
    private struct Weak { weak var service: CountingService? }

    var service: CountingService? { known.withLock(\.service) }
    init(_ service: CountingService) { known = Mutex(Weak(service: service)) }
  }
}

/// A limit on the number of requests in a time window of a clock.
final class Quota: Sendable {
  let clock: ManualClock
  private let limit: Int
  private let window: Duration
  private let state = Mutex(State())

  private struct State {
    var start = Duration.zero
    var requests = 0
    var refused = 0
  }

  init(_ limit: Int, in window: Duration, by clock: ManualClock) {
    (self.limit, self.window, self.clock) = (limit, window, clock)
  }

  /// The number of requests beyond the limit.
  var refused: Int { state.withLock(\.refused) }

  /// Counts a request; returns the number of remaining requests, which is negative beyond the
  /// limit, and the time until the limit is reset.
  func spend() -> (left: Int, reset: Duration) {
    let now = clock.now.offset
    return state.withLock { state in
      if now >= state.start + window { state = State(start: now, refused: state.refused) }
      state.requests += 1
      if state.requests > limit { state.refused += 1 }
      return (limit - state.requests, state.start + window - now)
    }
  }
}
