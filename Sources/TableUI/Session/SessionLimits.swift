/// How long a session may last where others wait for it: at a public place, over a network.
public struct SessionLimits: Hashable, Sendable {
  /// How long it lasts without an input; nil for as long as it takes.
  public var idle: Duration?
  /// How long it lasts in all; nil for as long as it takes.
  public var total: Duration?

  /// Creates limits; there is none by default.
  public init(idle: Duration? = nil, total: Duration? = nil) {
    self.idle = idle
    self.total = total
  }

  /// Which limit was reached.
  public enum Kind: Hashable, Sendable {
    /// There was no input for too long.
    case idle
    /// The whole time is over.
    case total
    /// Far more was sent than anyone types.
    case input
  }
}
