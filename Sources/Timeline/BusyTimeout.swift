import Glibc
import Synchronization

/// A wait for a lock that another program holds on the database, like SQLite's own timeout; a long
/// wait is reported once.
final class BusyTimeout: Sendable {
  /// The maximum time to wait for a lock.
  static let limit = Duration.seconds(5)
  /// The time after which a wait is reported.
  private static let unnoticed = Duration.milliseconds(300)
  /// The time between two attempts.
  private static let pause = Duration.milliseconds(5)

  private let say: Mutex<(@Sendable () -> Void)?>
  /// The time when the current wait began; a count of the attempts is not enough, because on a busy
  /// machine a pause may take longer than requested.
  private let start = Mutex(ContinuousClock.now)

  /// - Parameter say: called once when a wait is long enough to be noticed; not called after
  ///   `silence()`.
  init(_ say: (@Sendable () -> Void)?) { self.say = Mutex(say) }

  /// Waits a moment, and returns whether to try again.
  ///
  /// - Parameter tries: the number of earlier attempts to get the same lock.
  func waits(after tries: Int) -> Bool {
    let now = ContinuousClock.now
    if tries == 0 { start.withLock { $0 = now } }
    let waited = max(Self.pause * tries, start.withLock { $0 }.duration(to: now))
    guard waited < Self.limit else { return false }
    if waited >= Self.unnoticed { tell() }
    // SQLite calls this handler to block (sqlite3_busy_handler), and the release of a lock by
    // another program causes no event.
    usleep(UInt32(Self.pause / .microseconds(1)))
    return true
  }

  /// Stops reporting waits; the screen reports them once the timeline is open.
  func silence() { say.withLock { $0 = nil } }

  private func tell() {
    let words = say.withLock { words in
      defer { words = nil }
      return words
    }
    words?()
  }
}
