/// What a service that pages by `Link` headers answers.
public struct LinkedPage<Item: Sendable>: Sendable {
  /// The items in the order of the list.
  public var items: [Item]
  /// The values of the answer's `Link` fields as they came, one for each line of the header.
  public var links: [String]

  /// Creates an answer.
  public init(items: [Item], links: [String]) {
    self.items = items
    self.links = links
  }
}
