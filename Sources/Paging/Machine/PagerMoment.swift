/// When an event happens, and what chance has drawn: a machine has neither of its own.
public struct PagerMoment: Hashable, Sendable {
  /// The time since any fixed moment; never goes back.
  public var now: Duration
  /// From 0 to 1, drawn anew for each event.
  public var chance: Double

  /// Creates a moment, at the start of time if not said.
  public init(now: Duration = .zero, chance: Double = 0) {
    self.now = now
    self.chance = chance
  }
}
