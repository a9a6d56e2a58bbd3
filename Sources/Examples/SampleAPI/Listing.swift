/// The list at the time of one answer: its initial items, and those added at its head since.
struct Listing: Sendable {
  let list: SampleList
  /// The number of initial items.
  let count: Int
  /// The number of items added at the head; their IDs continue after those of the initial items.
  let moved: Int

  var total: Int { count + moved }

  /// The ID of the item at a position, which is counted from 0.
  func id(at position: Int) -> Int {
    list.isNewestFirst || position < moved ? total - position : position - moved + 1
  }

  /// The position of the item with an ID; nil if no item has this ID.
  func position(of id: Int) -> Int? {
    guard 1...max(1, total) ~= id, total > 0 else { return nil }
    return list.isNewestFirst || id > count ? total - id : id - 1 + moved
  }

  /// The items at the given positions.
  func items(at positions: Range<Int>) -> [SampleItem] {
    positions.map { list.item(id(at: $0)) }
  }
}

/// A listing divided into pages.
///
/// Positions are those of the listing, with a gap of one page in place of an empty page.
struct Pages: Sendable {
  let listing: Listing
  /// The number of items in a page.
  let size: Int
  private let gap: Range<Int>

  /// Creates pages of the given size.
  ///
  /// If `empty` is the number of a page, from 1, that page is empty; a number after the last page
  /// has no effect.
  init(_ listing: Listing, size: Int, empty: Int? = nil) {
    self.listing = listing
    self.size = size
    let start = (max(1, empty ?? 1) - 1) * size
    gap = start..<(empty != nil && start < listing.total ? start + size : start)
  }

  /// The position after the last item.
  var end: Int { listing.total + gap.count }

  /// The number of pages.
  var count: Int { (end + size - 1) / size }

  /// The page that begins at a position.
  func page(from start: Int) -> Page {
    guard start < end else { return Page(range: start..<start, items: [], hasNext: false) }
    return page(at: start..<min(start + size, end))
  }

  /// The page that ends before a position.
  func page(before end: Int) -> Page {
    let end = min(end, self.end)
    return page(at: max(0, end - size)..<end)
  }

  /// The items at the given positions, without those in the gap.
  func page(at range: Range<Int>) -> Page {
    let range = range.clamped(to: 0..<end)
    let before = range.clamped(to: 0..<gap.lowerBound)
    let after = range.clamped(to: gap.upperBound..<max(gap.upperBound, end))
    let behind = after.lowerBound - gap.count..<after.upperBound - gap.count
    let items = listing.items(at: before) + (after.isEmpty ? [] : listing.items(at: behind))
    return Page(range: range, items: items, hasNext: range.upperBound < end)
  }
}

/// A page of a listing.
struct Page: Sendable {
  let range: Range<Int>
  let items: [SampleItem]
  let hasNext: Bool

  var hasPrevious: Bool { range.lowerBound > 0 }
  var json: [JSON] { items.map(\.json) }
}
