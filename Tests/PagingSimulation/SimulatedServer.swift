package import Paging

/// A server of numbered posts in ascending order, so that what is new at the head has a smaller
/// number; a cursor is the number of the last post seen.
package struct SimulatedServer: Sendable {
  /// The posts there are, ascending.
  package var ids: [Int]
  /// Whether a page says what lies before it; else a list can only be walked forwards.
  package var goesBack = false
  /// Whether a page says how many posts there are and where it stands among them, and can be asked
  /// for at any of them.
  package var counts = false
  /// Posts that a filter leaves out, so that pages come short or empty.
  package var hidden: Set<Int> = []
  /// Whether a page comes with a validator, and one that is still the same is not sent again.
  package var validates = false
  /// Raised to make every post newer.
  package var version = 0
  /// The most posts in a page, whatever is asked; nil for any number.
  package var clamp: Int?
  /// Whether an end is said to be unknown, as that of a log, for more may come there.
  package var isOpenEnded = false

  package init(_ ids: some Sequence<Int>, goesBack: Bool = false, counts: Bool = false) {
    self.ids = Array(ids)
    self.goesBack = goesBack || counts
    self.counts = counts
  }

  /// The posts that a reader can see.
  package var visible: [Int] { ids.filter { !hidden.contains($0) } }

  /// The page that a request asks for.
  package func page(for request: PageRequest<Int>) -> Page<Post, Int> {
    let range = range(for: request)
    let posts = ids[range].filter { !hidden.contains($0) }.map { Post(id: $0, version: version) }
    let validator = validates ? "\(posts.map(\.id)) \(version)" : nil
    if let validator, request.validator == validator { return .unchanged }
    let extent = counts ? PageExtent(start: range.lowerBound, total: ids.count) : nil
    var page = Page(
      items: posts, before: before(range.lowerBound),
      after: after(range, asked: request.position), extent: extent)
    page.validator = validator
    return page
  }

  private func range(for request: PageRequest<Int>) -> Range<Int> {
    let count = min(request.count, clamp ?? request.count) * request.pages
    switch request.position {
    case .start: return 0..<min(count, ids.count)
    case .end: return max(0, ids.count - count)..<ids.count
    case .item(let item): return min(item, ids.count)..<min(item + count, ids.count)
    case .after(let cursor):
      let start = ids.firstIndex { $0 > cursor } ?? ids.count
      return start..<min(start + count, ids.count)
    case .before(let cursor):
      let end = ids.firstIndex { $0 >= cursor } ?? ids.count
      return max(0, end - count)..<end
    }
  }

  private func before(_ start: Int) -> Continuation<Int> {
    guard goesBack else { return .end }
    guard start > 0 else { return isOpenEnded ? ids.first.map { .unknown($0) } ?? .end : .end }
    return start < ids.count ? .more(ids[start]) : .more(.max)
  }

  private func after(
    _ range: Range<Int>, asked: PageRequest<Int>.Position
  ) -> Continuation<Int> {
    if !range.isEmpty, range.upperBound < ids.count { return .more(ids[range.upperBound - 1]) }
    guard isOpenEnded else { return .end }
    if !range.isEmpty { return .unknown(ids[range.upperBound - 1]) }
    guard case .after(let cursor) = asked else { return .end }
    return .unknown(cursor)
  }
}
