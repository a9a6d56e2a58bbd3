/// Holds pictures back while the reader scrolls, where bytes take long: one is some kilobytes, and
/// scrolled past it is worth nothing.
@MainActor package final class ScrollPause<Picture: Hashable, C: Clock>
where C.Duration == Duration {
  private let duration: Duration
  private let clock: C
  private var lastArrival: C.Instant
  private var released: Set<Picture> = []
  private var lastRelease: C.Instant
  /// How soon a picture that goes out of sight comes back where it has only moved.
  private let turn = Duration.milliseconds(20)

  /// Creates a pause.
  ///
  /// - Parameter duration: how long nothing must have come into sight; zero where bytes are quick.
  package init(_ duration: Duration, clock: C) {
    (self.duration, self.clock) = (duration, clock)
    (lastArrival, lastRelease) = (clock.now, clock.now)
  }

  /// Takes note of a picture that comes into sight, and says whether it may be drawn at once.
  package func allows(_ picture: Picture) -> Bool {
    guard duration > .zero else { return true }
    if released.contains(picture), lastRelease.duration(to: clock.now) < turn { return true }
    lastArrival = clock.now
    return false
  }

  /// Takes note of a picture that goes out of sight.
  package func note(released picture: Picture) {
    guard duration > .zero else { return }
    if lastRelease.duration(to: clock.now) >= turn { released = [] }
    released.insert(picture)
    lastRelease = clock.now
  }

  /// Returns when nothing has come into sight for long enough, or when the task is cancelled.
  package func wait() async {
    while !Task.isCancelled {
      let end = lastArrival.advanced(by: duration)
      guard clock.now < end else { return }
      // The pause is time in which no post came, which no event tells. Cancelled: the loop's end.
      try? await clock.sleep(until: end, tolerance: nil)
    }
  }
}
