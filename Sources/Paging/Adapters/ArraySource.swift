/// A source over an array: a static list, or a stand-in for a service.
///
///     let list = PagedListController(pager: Pager(source: ArraySource(mails)), cell: MailCell.self) {
///       cell, mail, _ in cell.show(mail)
///     }
///
/// It never fails. The list has its full length from the start, and a jump to any item or to the end is at hand. Another
/// array is another source: `pager.source = ArraySource(others)`. Cost: the items of a page for each load.
public struct ArraySource<Item: Identifiable & Sendable>: PagingSource where Item.ID: Sendable {
  /// How many items are before a place.
  public typealias Cursor = Int

  private let items: [Item]

  /// Creates a source of some items, each of which has an identity that no other has.
  ///
  /// That is not checked: of items with the same identity in a page a list shows the last one only.
  public init(_ items: [Item]) { self.items = items }

  /// It can be entered anywhere.
  public var traits: PagingTraits { PagingTraits(opensAtEnd: true, opensAtItems: true) }

  /// Returns a page at once.
  ///
  /// A place outside the array counts as its nearer end, where the page may be empty.
  ///
  /// - Throws: nothing.
  public func load(_ request: PageRequest<Int>) async throws(PagingError) -> Page<Item, Int> {
    page(for: request)
  }

  /// The same page: all are at hand, so that it is never nil.
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
