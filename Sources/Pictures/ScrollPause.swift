/// A pause that delays pictures while the reader scrolls, if loading is slow, because pictures that
/// are scrolled past need not be loaded.
@MainActor package final class ScrollPause<Picture: Hashable, C: Clock>
where C.Duration == Duration {
  private let duration: Duration
  private let clock: C
  private var lastArrival: C.Instant
  private var released: Set<Picture> = []
  private var lastRelease: C.Instant
  /// The time within which a picture that leaves the screen may reappear because it has only moved.
  private let turn = Duration.milliseconds(20)

  /// Creates a pause.
  ///
  /// - Parameter duration: the time without new pictures after which the visible ones are loaded;
  ///   zero if loading is fast.
  package init(_ duration: Duration, clock: C) {
    (self.duration, self.clock) = (duration, clock)
    (lastArrival, lastRelease) = (clock.now, clock.now)
  }

  /// Records a picture that appears on the screen, and returns whether it may be drawn immediately.
  package func allows(_ picture: Picture) -> Bool {
    guard duration > .zero else { return true }
    if released.contains(picture), lastRelease.duration(to: clock.now) < turn { return true }
    lastArrival = clock.now
    return false
  }

  /// Records a picture that leaves the screen.
  package func note(released picture: Picture) {
    guard duration > .zero else { return }
    if lastRelease.duration(to: clock.now) >= turn { released = [] }
    released.insert(picture)
    lastRelease = clock.now
  }

  /// Returns when no picture has appeared for long enough, or when the task is cancelled.
  package func wait() async {
    while !Task.isCancelled {
      let end = lastArrival.advanced(by: duration)
      guard clock.now < end else { return }
      // The absence of events can only be measured with a clock. If the task is cancelled, the loop
      // ends.
      try? await clock.sleep(until: end, tolerance: nil)
    }
  }
}
