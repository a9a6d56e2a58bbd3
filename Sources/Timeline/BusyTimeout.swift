import Glibc
import Synchronization

/// Waits for a lock of the database that another program holds, as SQLite's own timeout does, and
/// says once that it does.
final class BusyTimeout: Sendable {
  /// How long to wait for a lock.
  static let limit = Duration.seconds(5)
  /// How long it waits without saying so.
  private static let unnoticed = Duration.milliseconds(300)
  /// How long a try waits for the next one.
  private static let pause = Duration.milliseconds(5)

  private let say: Mutex<(@Sendable () -> Void)?>
  /// When the wait began that goes on: pauses are longer on a busy machine than they are asked for.
  private let start = Mutex(ContinuousClock.now)

  /// - Parameter say: told once where the wait is one that people notice; not after `silence()`.
  init(_ say: (@Sendable () -> Void)?) { self.say = Mutex(say) }

  /// Waits a moment after a number of tries, from 0; returns whether to try again.
  func waits(after tries: Int) -> Bool {
    let now = ContinuousClock.now
    if tries == 0 { start.withLock { $0 = now } }
    let waited = max(Self.pause * tries, start.withLock { $0 }.duration(to: now))
    guard waited < Self.limit else { return false }
    if waited >= Self.unnoticed { tell() }
    // SQLite calls this to wait: its busy handler has to block (sqlite3_busy_handler), and no event
    // says that another program has let go of its lock.
    usleep(UInt32(Self.pause / .microseconds(1)))
    return true
  }

  /// From now on a wait is somebody else's to tell.
  func silence() { say.withLock { $0 = nil } }

  private func tell() {
    let words = say.withLock { words in
      defer { words = nil }
      return words
    }
    words?()
  }
}
