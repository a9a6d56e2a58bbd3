import Synchronization

/// A clock that does not wait: who sleeps moves it on.
final class CountingClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration = .zero

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let instant = Mutex(Instant())

  var now: Instant { instant.withLock { $0 } }
  var minimumResolution: Duration { .zero }

  /// `Clock` requires it; nothing waits here.
  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    instant.withLock { $0 = max($0, deadline) }
  }
}
