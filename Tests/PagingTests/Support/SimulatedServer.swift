import Paging

/// A server of numbered posts in ascending order, so that what is new at the head has a smaller
/// number; a cursor is the number of the last post seen.
struct SimulatedServer {
  /// The posts there are, ascending.
  var ids: [Int]
  /// Whether a page says what lies before it; else a list can only be walked forwards.
  var goesBack = false
  /// Whether a page says how many posts there are and where it stands among them, and can be asked
  /// for at any of them.
  var counts = false
  /// Posts that a filter leaves out, so that pages come short or empty.
  var hidden: Set<Int> = []
  /// Raised to make every post newer.
  var version = 0

  init(_ ids: some Sequence<Int>, goesBack: Bool = false, counts: Bool = false) {
    self.ids = Array(ids)
    self.goesBack = goesBack || counts
    self.counts = counts
  }

  /// The posts that a reader can see.
  var visible: [Int] { ids.filter { !hidden.contains($0) } }

  /// The page that a request asks for.
  func page(for request: PageRequest<Int>) -> Page<Post, Int> {
    let range = range(for: request)
    let posts = ids[range].filter { !hidden.contains($0) }.map { Post(id: $0, version: version) }
    let extent = counts ? PageExtent(start: range.lowerBound, total: ids.count) : nil
    return Page(
      items: posts, before: before(range.lowerBound), after: after(range), extent: extent)
  }

  private func range(for request: PageRequest<Int>) -> Range<Int> {
    let count = request.count
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
    guard goesBack, start > 0 else { return .end }
    return start < ids.count ? .more(ids[start]) : .more(.max)
  }

  private func after(_ range: Range<Int>) -> Continuation<Int> {
    range.isEmpty || range.upperBound == ids.count ? .end : .more(ids[range.upperBound - 1])
  }
}
