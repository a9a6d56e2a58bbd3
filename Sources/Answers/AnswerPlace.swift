/// Where an answer stands in the list: items without a key are told apart by it.
public struct AnswerPlace: Hashable, Sendable {
  /// The page, such as its number or its cursor; empty where places are counted through all pages.
  public let page: String
  /// How many items precede the answer's first one on that page.
  public let start: Int

  /// Creates a place.
  public init(page: String = "", start: Int = 0) {
    (self.page, self.start) = (page, start)
  }
}
