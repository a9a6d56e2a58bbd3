import NCursesTerminal

/// Holds pictures back while the reader scrolls, where bytes take long: one is some kilobytes, and
/// scrolled past it is worth nothing.
final class PictureRest {
  private let duration: Duration
  private var lastArrival = ContinuousClock.now
  private var released: Set<PictureLoader.Request> = []
  private var lastRelease = ContinuousClock.now
  /// How soon a picture that goes out of sight comes back where it has only moved.
  private static let turn = Duration.milliseconds(20)

  /// - Parameter duration: how long nothing must have come into sight; zero where bytes are quick.
  init(_ duration: Duration) { self.duration = duration }

  /// Takes note of a picture that comes into sight, and says whether it may be drawn at once.
  func allows(_ request: PictureLoader.Request) -> Bool {
    guard duration > .zero else { return true }
    if released.contains(request), ContinuousClock.now - lastRelease < Self.turn { return true }
    lastArrival = .now
    return false
  }

  func note(released request: PictureLoader.Request) {
    guard duration > .zero else { return }
    if ContinuousClock.now - lastRelease >= Self.turn { released = [] }
    released.insert(request)
    lastRelease = .now
  }

  /// Returns when nothing has come into sight for long enough, or when the task is cancelled.
  func wait() async {
    while !Task.isCancelled {
      let left = lastArrival + duration - .now
      guard left > .zero else { return }
      // Rest is time without a post: no event says that none came. Cancelled: the loop's end.
      try? await MainQueueClock().sleep(for: left)
    }
  }
}
