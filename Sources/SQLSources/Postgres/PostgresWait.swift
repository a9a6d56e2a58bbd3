import CPostgres
import Dispatch
import Glibc
import Synchronization

/// The wait for the results of what was sent, which another thread may cancel.
struct PostgresWait {
  private let handle: PostgresHandle
  let limit: Duration?
  private let cancelling: QueryCancelling
  private let start = ContinuousClock.now
  private var cancel: PostgresCancel?
  /// Whether the server does not answer, and the connection is given up.
  private(set) var isLost = false

  /// Milliseconds between two looks at whether it was cancelled.
  private static let slice: Int32 = 20
  /// How long the server may take to end a query that was cancelled.
  private static let grace = Duration.seconds(1)
  /// How long after its limit a query may take to be ended by the server.
  private static let answerTimeout = Duration.seconds(5)

  init(_ handle: PostgresHandle, _ limit: Duration?, _ cancelling: QueryCancelling) {
    (self.handle, self.limit, self.cancelling) = (handle, limit, cancelling)
  }

  var elapsed: Duration { start.duration(to: .now) }
  /// Whether the query was told to end.
  var isCancelled: Bool { cancel != nil }

  /// Waits until something has come, and takes it.
  ///
  /// - Returns: false where the connection is lost, and libpq has the reason.
  /// - Throws: that the server does not answer.
  mutating func forServer() throws(SQLError) -> Bool {
    let libpq = handle.library.functions
    let left = libpq.flush(handle.pointer)
    let events = Int16(POLLIN | (left > 0 ? POLLOUT : 0))
    var waited = pollfd(fd: libpq.socket(handle.pointer), events: events, revents: 0)
    let count = poll(&waited, 1, Self.slice)
    try look()
    guard count > 0 else { return true }
    return libpq.consumeInput(handle.pointer) == 1
  }

  /// Ends the wait: no cancel may come late, and end the next query.
  mutating func end() throws(SQLError) {
    while let cancel, !cancel.isSent {
      _ = poll(nil, 0, 1)
      try look()
    }
  }

  /// Looks whether it was cancelled, or takes too long.
  private mutating func look() throws(SQLError) {
    if cancel == nil, cancelling.isCancelled { cancel = PostgresCancel(handle) }
    if let cancel, cancel.start.duration(to: .now) > Self.grace { throw give(up: .stopped) }
    if let limit, elapsed > limit + Self.answerTimeout {
      throw give(up: SQLError(postgres: PostgresFault.lost, "the server does not answer"))
    }
  }

  private mutating func give(up error: SQLError) -> SQLError {
    isLost = true
    return error
  }
}

/// The word to a server that a query has to end, which goes by a connection of its own.
final class PostgresCancel: Sendable {
  let start = ContinuousClock.now
  private let sent = Atomic(false)

  /// Sends it on a thread of its own, because libpq waits for the server.
  init(_ handle: PostgresHandle) {
    let libpq = handle.library.functions
    // nonisolated(unsafe), because the compiler cannot know that only the thread below uses it from here on.
    nonisolated(unsafe) let cancel = libpq.getCancel(handle.pointer)
    DispatchQueue(label: "postgres cancel").async { [self] in
      var message = [CChar](repeating: 0, count: 256)
      _ = libpq.cancel(cancel, &message, Int32(message.count))
      libpq.freeCancel(cancel)
      sent.store(true, ordering: .releasing)
    }
  }

  /// Whether the server has it.
  var isSent: Bool { sent.load(ordering: .acquiring) }
}
