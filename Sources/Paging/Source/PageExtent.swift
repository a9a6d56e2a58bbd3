/// Where a page stands among all that its source has.
public struct PageExtent: Hashable, Sendable {
  /// How many items precede the page's first one, at least 0.
  public var start: Int
  /// How many items there are in all, at least 0; an estimate does.
  public var total: Int

  /// Creates an extent; what is below zero counts as zero.
  public init(start: Int, total: Int) {
    self.start = max(0, start)
    self.total = max(0, total)
  }
}
