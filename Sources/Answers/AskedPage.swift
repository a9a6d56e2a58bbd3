/// A page as it was asked for.
package struct AskedPage: Hashable, Sendable {
  /// Which page it was.
  package let address: PageAddress
  /// How many items were wanted.
  package let limit: Int

  package init(_ address: PageAddress, limit: Int) { (self.address, self.limit) = (address, limit) }
}

/// In which of the pages that came last an item came.
///
/// Cost: an identity for each item, and where one is looked for a pass over all of them.
struct AnsweredItems {
  private var pages: [(page: AskedPage, items: [AnswerItemID])] = []
  private var count = 0
  /// Five times as many as a list holds by itself.
  private static let mostItems = 10_000

  /// Takes note of a page; what came before of the same one is forgotten.
  mutating func note(_ items: [AnswerItem], of page: AskedPage) {
    if let old = pages.firstIndex(where: { $0.page.address == page.address }) {
      count -= pages.remove(at: old).items.count
    }
    pages.append((page, items.map(\.id)))
    count += items.count
    while count > Self.mostItems, pages.count > 1 { count -= pages.removeFirst().items.count }
  }

  /// The page that an item came in last; nil where that is not known any more.
  func page(of item: AnswerItemID) -> AskedPage? {
    pages.last { $0.items.contains(item) }?.page
  }
}
