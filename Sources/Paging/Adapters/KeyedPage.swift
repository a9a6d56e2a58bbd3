/// What a service that pages by key answers.
public struct KeyedPage<Item: Sendable>: Sendable {
  /// The items in the order of the list, or turned round where the source was told so.
  public var items: [Item]
  /// Whether there is more in the direction that was asked for; nil if the service does not say.
  public var hasMore: Bool?
  /// How many items there are in all; nil if the service does not say.
  public var totalCount: Int?

  /// Creates an answer.
  public init(items: [Item], hasMore: Bool? = nil, totalCount: Int? = nil) {
    self.items = items
    self.hasMore = hasMore
    self.totalCount = totalCount
  }
}
