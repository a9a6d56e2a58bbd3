/// Where a page stands among all that its source has.
public struct PageExtent: Hashable, Sendable {
  /// How many items precede the page's first one, at least 0; nil where the source does not know.
  ///
  /// With tokens it does not. A list that was walked from its start knows it all the same.
  public var start: Int?
  /// How many items there are in all, at least 0; an estimate does.
  public var total: Int

  /// Creates an extent; what is below zero counts as zero.
  public init(start: Int? = nil, total: Int) {
    self.start = start.map { max(0, $0) }
    self.total = max(0, total)
  }
}
