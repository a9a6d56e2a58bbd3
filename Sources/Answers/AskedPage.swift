/// The address of a page that was requested, and the requested number of items.
package struct AskedPage: Hashable, Sendable {
  /// The address of the page.
  package let address: PageAddress
  /// The requested number of items.
  package let limit: Int

  package init(_ address: PageAddress, limit: Int) { (self.address, self.limit) = (address, limit) }
}

/// A record of the latest pages and the items that arrived in each of them.
///
/// Cost: one identity for each item; finding an item takes a pass over all identities.
struct AnsweredItems {
  private var pages: [(page: AskedPage, items: [AnswerItemID])] = []
  private var count = 0
  /// The maximum number of items: five times as many as a list keeps in memory by default.
  private static let mostItems = 10_000

  /// Stores the items of a page, replacing earlier items of the same page.
  mutating func note(_ items: [AnswerItem], of page: AskedPage) {
    if let old = pages.firstIndex(where: { $0.page.address == page.address }) {
      count -= pages.remove(at: old).items.count
    }
    pages.append((page, items.map(\.id)))
    count += items.count
    while count > Self.mostItems, pages.count > 1 { count -= pages.removeFirst().items.count }
  }

  /// The page in which an item last arrived; nil if the item has been forgotten.
  func page(of item: AnswerItemID) -> AskedPage? {
    pages.last { $0.items.contains(item) }?.page
  }
}
