/// A source over an array: a static list, or a stand-in for a service.
///
///     let list = PagedListController(pager: Pager(source: ArraySource(mails)), cell: MailCell.self) {
///       cell, mail, _ in cell.show(mail)
///     }
///
/// A load never fails. The list has its full length from the start and can jump to any item. To
/// show another array, set another source: `pager.source = ArraySource(others)`. The cost of a load
/// is proportional to the number of items in its page.
public struct ArraySource<Item: Identifiable & Sendable>: PagingSource where Item.ID: Sendable {
  /// The number of items before a position.
  public typealias Cursor = Int

  private let items: [Item]

  /// Creates a source over the given items; each must have a unique identity.
  ///
  /// Uniqueness is not checked. If several items of a page have the same identity, a list shows
  /// only the last of them.
  public init(_ items: [Item]) { self.items = items }

  /// The traits: the list can be opened at its start, at its end and at any item.
  public var traits: PagingTraits { PagingTraits(opensAtEnd: true, opensAtItems: true) }

  /// Returns the requested page immediately.
  ///
  /// A position outside the array counts as the nearer end, where the page may be empty.
  ///
  /// - Throws: nothing.
  public func load(_ request: PageRequest<Int>) async throws(PagingError) -> Page<Item, Int> {
    page(for: request)
  }

  /// Returns the page that `load(_:)` returns; never nil because all items are in memory.
  public func cachedPage(for request: PageRequest<Int>) -> Page<Item, Int>? { page(for: request) }

  private func page(for request: PageRequest<Int>) -> Page<Item, Int> {
    let range = range(of: request).clamped(to: items.indices)
    return Page(
      items: Array(items[range]),
      before: range.lowerBound > 0 ? .more(range.lowerBound) : .end,
      after: range.upperBound < items.count ? .more(range.upperBound) : .end,
      extent: PageExtent(start: range.lowerBound, total: items.count))
  }

  private func range(of request: PageRequest<Int>) -> Range<Int> {
    let count = request.size
    switch request.position {
    case .start: return 0..<count
    case .end: return max(0, items.count - count)..<items.count
    case .number(let number), .after(let number):
      let start = min(max(0, number), items.count)
      return start..<start + count
    case .before(let end):
      let end = min(max(0, end), items.count)
      return max(0, end - count)..<end
    }
  }
}
