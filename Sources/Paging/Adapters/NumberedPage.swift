/// What a service that pages by number answers; what it does not say is nil.
public struct NumberedPage<Item: Sendable>: Sendable {
  /// The items in the order of the list.
  public var items: [Item]
  /// How many pages there are; 0 where there is nothing.
  public var totalPages: Int?
  /// How many items there are on all pages.
  public var totalCount: Int?
  /// How many items a page has, as the service says; not how many came.
  public var pageSize: Int?
  /// Whether the counts may be wrong: the list then shows them, and does not end by them.
  public var isEstimate = false
  /// Whether another page follows.
  public var hasMore: Bool?

  /// Creates an answer.
  public init(
    items: [Item], totalPages: Int? = nil, totalCount: Int? = nil, pageSize: Int? = nil,
    hasMore: Bool? = nil
  ) {
    self.items = items
    self.totalPages = totalPages
    self.totalCount = totalCount
    self.pageSize = pageSize
    self.hasMore = hasMore
  }
}
