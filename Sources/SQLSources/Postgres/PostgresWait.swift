import CPostgres
import Dispatch
import Glibc
import Synchronization

/// A wait for the results of sent statements, which another thread may cancel.
struct PostgresWait {
  private let handle: PostgresHandle
  let limit: Duration?
  private let cancelling: QueryCancelling
  private let start: ContinuousClock.Instant
  private var cancel: PostgresCancel?
  /// Whether the connection was abandoned because the server does not answer.
  private(set) var isLost = false
  /// The time at which a brief wait ends; nil for any other wait.
  private let deadline: ContinuousClock.Instant?
  /// Whether a brief wait has ended without an answer.
  private(set) var wasCutShort = false

  /// The interval in milliseconds at which cancellation is checked.
  private static let slice: Int32 = 20
  /// The time that the server may take to end a cancelled query.
  private static let grace = Duration.seconds(1)
  /// The additional time that the server may take to end a query after its time limit.
  private static let answerTimeout = Duration.seconds(5)

  init(
    _ handle: PostgresHandle, _ limit: Duration?, _ cancelling: QueryCancelling,
    since start: ContinuousClock.Instant, until deadline: ContinuousClock.Instant? = nil
  ) {
    (self.handle, self.limit, self.cancelling) = (handle, limit, cancelling)
    (self.start, self.deadline) = (start, deadline)
  }

  var elapsed: Duration { start.duration(to: .now) }
  /// Whether the server was asked to end the query.
  var isCancelled: Bool { cancel != nil }

  /// Waits a short time for data to arrive, and reads it.
  ///
  /// - Returns: false if the connection is lost; libpq then has the reason.
  /// - Throws: an error if the server takes too long to answer, or if a brief wait ends before the
  ///   server answers.
  mutating func forServer() throws(SQLError) -> Bool {
    let libpq = handle.library.functions
    let left = libpq.flush(handle.pointer)
    let events = Int16(POLLIN | (left > 0 ? POLLOUT : 0))
    var waited = pollfd(fd: libpq.socket(handle.pointer), events: events, revents: 0)
    let count = poll(&waited, 1, timeout)
    try look()
    if count == 0, let deadline, .now >= deadline {
      wasCutShort = true
      throw .stopped
    }
    guard count > 0 else { return true }
    return libpq.consumeInput(handle.pointer) == 1
  }

  /// How long poll(2) waits, in milliseconds.
  ///
  /// With several processors, poll(2) does not wait at all at the start of a brief wait: a server
  /// on this machine answers in less time than it takes to wake a thread.
  private var timeout: Int32 {
    guard deadline != nil else { return Self.slice }
    return Self.hasSeveralProcessors && elapsed < Self.spinTime ? 0 : 1
  }

  /// How long a brief wait polls for an answer before it sleeps.
  private static let spinTime = Duration.microseconds(300)
  /// Whether there are several processors; the server can then answer while this thread polls.
  private static let hasSeveralProcessors = sysconf(Int32(_SC_NPROCESSORS_ONLN)) > 1

  /// Waits until a started cancellation has been sent, because it could otherwise end the next
  /// query.
  mutating func end() throws(SQLError) {
    while let cancel, !cancel.isSent {
      _ = poll(nil, 0, 1)
      try look()
    }
  }

  /// Checks whether the query was cancelled or is taking too long.
  private mutating func look() throws(SQLError) {
    if cancel == nil, cancelling.isCancelled { cancel = PostgresCancel(handle) }
    if let cancel, cancel.start.duration(to: .now) > Self.grace { throw give(up: .stopped) }
    if let limit, elapsed > limit + Self.answerTimeout {
      throw give(up: SQLError(postgres: PostgresFault.lost, "the server did not answer"))
    }
  }

  private mutating func give(up error: SQLError) -> SQLError {
    isLost = true
    return error
  }
}

/// A request to the server to end a query, sent over a separate connection.
final class PostgresCancel: Sendable {
  let start = ContinuousClock.now
  private let sent = Atomic(false)

  /// Sends the request on a separate thread, because libpq waits for the server.
  init(_ handle: PostgresHandle) {
    let libpq = handle.library.functions
    // nonisolated(unsafe), because the compiler cannot know that only the thread below uses this
    // pointer from here on.
    nonisolated(unsafe) let cancel = libpq.getCancel(handle.pointer)
    DispatchQueue(label: "postgres cancel").async { [self] in
      var message = [CChar](repeating: 0, count: 256)
      _ = libpq.cancel(cancel, &message, Int32(message.count))
      libpq.freeCancel(cancel)
      sent.store(true, ordering: .releasing)
    }
  }

  /// Whether the attempt to send the request has ended.
  var isSent: Bool { sent.load(ordering: .acquiring) }
}
