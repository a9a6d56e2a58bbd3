/// What a service that pages by offset answers; what it does not say is nil.
public struct OffsetPage<Item: Sendable>: Sendable {
  /// The items in the order of the list.
  public var items: [Item]
  /// How many items there are in all.
  public var totalCount: Int?
  /// Whether the count may be wrong: the list then shows it, and does not end by it.
  public var isEstimate = false
  /// Whether more items follow.
  public var hasMore: Bool?

  /// Creates an answer.
  public init(items: [Item], totalCount: Int? = nil, hasMore: Bool? = nil) {
    self.items = items
    self.totalCount = totalCount
    self.hasMore = hasMore
  }
}
