import Glibc
import Synchronization

/// A message about the current wait, readable from any thread.
final class WaitWord: Sendable {
  private let text = Mutex<String?>(nil)

  var words: String? { text.withLock { $0 } }
  func set(_ words: String?) { text.withLock { $0 = words } }
}

/// A watch that decides whether a query may continue, and how long the query waits for a lock.
final class QueryWatch {
  private let lockTimeout: Duration
  private let word: WaitWord
  private var deadline: ContinuousClock.Instant?
  private var cancelling: QueryCancelling?
  /// Whether the query must neither wait nor run for long, because it runs on the thread of its
  /// caller.
  private var isBrief = false
  /// Whether a brief query was ended early.
  private(set) var wasCutShort = false
  /// The time at which the current wait began.
  private var start: ContinuousClock.Instant?
  /// Whether the statement prepared last was refused because it would do more than read.
  var wasRefused = false
  /// The reason why a query was ended.
  private(set) var reason: SQLError?

  /// The time limit of a brief query; reading a page with an index takes a small part of it.
  private static let briefTime = Duration.milliseconds(1)

  /// The number of microseconds between two attempts to get a lock.
  private static let pause: UInt32 = 5_000

  /// The time after which a wait is reported.
  private static let unnoticed = Duration.milliseconds(100)

  /// Creates a watch for a connection.
  ///
  /// - Parameters:
  ///   - lockTimeout: the maximum time to wait for a lock.
  ///   - word: set to a message during a wait.
  init(lockTimeout: Duration, word: WaitWord) {
    (self.lockTimeout, self.word) = (lockTimeout, word)
  }

  func begin(until deadline: ContinuousClock.Instant?, _ cancelling: QueryCancelling) {
    (self.deadline, self.cancelling, start, reason) = (deadline, cancelling, nil, nil)
    (isBrief, wasCutShort) = (false, false)
  }

  /// Begins a query that ends early if it has to wait or takes longer than `briefTime`.
  func beginBriefly() {
    begin(until: .now + Self.briefTime, QueryCancelling())
    isBrief = true
  }

  /// Whether the query has to end; if so, `reason` is set.
  var ends: Bool {
    if cancelling?.isCancelled == true {
      reason = SQLError(.cancelled, "the query was stopped")
    } else if let deadline, ContinuousClock.now >= deadline {
      reason = SQLError(.tooLong, "the query reached its time limit: see --timeout")
      wasCutShort = isBrief
    }
    return reason != nil
  }

  /// Waits a moment for another connection to release its lock.
  ///
  /// - Parameter isFirst: whether this is the first attempt of a wait.
  /// - Returns: whether to try again.
  func waits(isFirst: Bool) -> Bool {
    guard !ends, !isBrief else {
      wasCutShort = isBrief
      return false
    }
    let began = isFirst ? .now : start ?? .now
    start = began
    let waited = began.duration(to: .now)
    guard waited < lockTimeout else {
      reason = SQLError(.passing, Self.busy)
      return false
    }
    if waited > Self.unnoticed {
      word.set("waiting for another program that is writing to the database")
    }
    // The thread sleeps here, because SQLite expects its busy handler to block
    // (sqlite3_busy_handler), and because no event reports that another program has released its
    // lock.
    usleep(Self.pause)
    return true
  }

  /// Records that the wait has ended.
  func goesOn() { word.set(nil) }

  private static let busy =
    "another program keeps writing to the database: try again"

  static func at(_ pointer: UnsafeMutableRawPointer?) -> QueryWatch? {
    pointer.map { Unmanaged<QueryWatch>.fromOpaque($0).takeUnretainedValue() }
  }
}
