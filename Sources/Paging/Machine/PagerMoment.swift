/// When an event happens, and the random number drawn for it: a machine has no clock and no random
/// source.
public struct PagerMoment: Hashable, Sendable {
  /// The time since any fixed moment; never goes back.
  public var now: Duration
  /// From 0 to 1, drawn again for each event that may be a failure; others need none.
  public var randomFraction: Double

  /// Creates a moment, by default at the start of time.
  public init(now: Duration = .zero, randomFraction: Double = 0) {
    self.now = now
    self.randomFraction = randomFraction
  }
}
