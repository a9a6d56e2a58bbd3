/// What a service that pages by offset answers; what it does not say is nil.
public struct OffsetPage<Item: Sendable>: Sendable {
  /// The items in the order of the list.
  public var items: [Item]
  /// How many items there are in all.
  public var totalCount: Int?
  /// Whether more items follow.
  public var hasMore: Bool?

  /// Creates an answer.
  public init(items: [Item], totalCount: Int? = nil, hasMore: Bool? = nil) {
    self.items = items
    self.totalCount = totalCount
    self.hasMore = hasMore
  }
}
