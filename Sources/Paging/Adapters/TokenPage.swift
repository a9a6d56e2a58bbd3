/// What a service that pages by token answers.
public struct TokenPage<Item: Sendable, Token: Sendable>: Sendable {
  /// The items in the order of the list.
  public var items: [Item]
  /// What leads to the page after it; nil where the answer has none, or a null.
  public var next: Token?
  /// What leads to the page before it.
  public var previous: Token?
  /// Whether there is more in the direction that was asked for; nil if the service does not say.
  public var hasMore: Bool?
  /// How many items there are on all pages; nil if the service does not say.
  public var totalCount: Int?

  /// Creates an answer.
  public init(
    items: [Item], next: Token? = nil, previous: Token? = nil, hasMore: Bool? = nil,
    totalCount: Int? = nil
  ) {
    self.items = items
    self.next = next
    self.previous = previous
    self.hasMore = hasMore
    self.totalCount = totalCount
  }
}
