import Glibc
import Synchronization

/// A word about what is waited for, which any thread reads.
final class WaitWord: Sendable {
  private let text = Mutex<String?>(nil)

  var words: String? { text.withLock { $0 } }
  func set(_ words: String?) { text.withLock { $0 = words } }
}

/// Whether a query may go on, and how long a lock is waited for.
final class QueryWatch {
  private let lockTimeout: Duration
  private let word: WaitWord
  private var deadline: ContinuousClock.Instant?
  private var cancelling: QueryCancelling?
  /// Whether it neither waits nor runs for long, because a thread of another's runs it.
  private var isBrief = false
  /// Whether a brief query was ended.
  private(set) var wasCutShort = false
  /// When it began to wait for what it waits for now.
  private var start: ContinuousClock.Instant?
  /// Whether the statement that was prepared last would do more than read.
  var wasRefused = false
  /// Why a query was ended.
  private(set) var reason: SQLError?

  /// How long a brief query runs: many times what a page takes that an index serves.
  private static let briefTime = Duration.milliseconds(1)

  /// Microseconds between two tries to get a lock.
  private static let pause: UInt32 = 5_000

  /// How long nothing is said of a wait.
  private static let unnoticed = Duration.milliseconds(100)

  /// - Parameters:
  ///   - lockTimeout: how long a lock is waited for.
  ///   - word: is set while one is.
  init(lockTimeout: Duration, word: WaitWord) {
    (self.lockTimeout, self.word) = (lockTimeout, word)
  }

  func begin(until deadline: ContinuousClock.Instant?, _ cancelling: QueryCancelling) {
    (self.deadline, self.cancelling, start, reason) = (deadline, cancelling, nil, nil)
    (isBrief, wasCutShort) = (false, false)
  }

  /// Begins a query that is cut short where it has to wait, or takes longer than `briefTime`.
  func beginBriefly() {
    begin(until: .now + Self.briefTime, QueryCancelling())
    isBrief = true
  }

  /// Whether the query has to end.
  var ends: Bool {
    if cancelling?.isCancelled == true {
      reason = SQLError(.cancelled, "the query was stopped")
    } else if let deadline, ContinuousClock.now >= deadline {
      reason = SQLError(.tooLong, "the query ran for its time: . gives it more")
      wasCutShort = isBrief
    }
    return reason != nil
  }

  /// Waits for a lock of another connection.
  ///
  /// - Parameter isFirst: whether nothing was waited for just before.
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
      word.set("another program is writing the database: it is waited for")
    }
    // SQLite calls this to wait: its busy handler has to block (sqlite3_busy_handler), and no event says that another program
    // has let go of its lock.
    usleep(Self.pause)
    return true
  }

  /// Nothing is waited for any more.
  func goesOn() { word.set(nil) }

  private static let busy =
    "another program is writing the database, and does not end: r tries again"

  static func at(_ pointer: UnsafeMutableRawPointer?) -> QueryWatch? {
    pointer.map { Unmanaged<QueryWatch>.fromOpaque($0).takeUnretainedValue() }
  }
}
