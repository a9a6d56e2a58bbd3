/// What a service that pages by token answers.
public struct TokenPage<Item: Sendable>: Sendable {
  /// The items in the order of the list.
  public var items: [Item]
  /// What leads to the page after it; nil where the answer has none, or a null.
  public var next: String?
  /// What leads to the page before it.
  public var previous: String?
  /// Whether there is more in the direction that was asked for; nil if the service does not say.
  public var hasMore: Bool?

  /// Creates an answer.
  public init(
    items: [Item], next: String? = nil, previous: String? = nil, hasMore: Bool? = nil
  ) {
    self.items = items
    self.next = next
    self.previous = previous
    self.hasMore = hasMore
  }
}
