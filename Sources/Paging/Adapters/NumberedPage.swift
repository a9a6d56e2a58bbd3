/// What a service that pages by number answers; what it does not say is nil.
public struct NumberedPage<Item: Sendable>: Sendable {
  /// The items in the order of the list.
  public var items: [Item]
  /// How many pages there are; 0 where there is nothing.
  public var totalPages: Int?
  /// How many items there are on all pages.
  public var totalCount: Int?
  /// Whether another page follows.
  public var hasMore: Bool?

  /// Creates an answer.
  public init(
    items: [Item], totalPages: Int? = nil, totalCount: Int? = nil, hasMore: Bool? = nil
  ) {
    self.items = items
    self.totalPages = totalPages
    self.totalCount = totalCount
    self.hasMore = hasMore
  }
}
