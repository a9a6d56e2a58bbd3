/// Going back.
extension OffsetSource {
  /// The page that precedes a place; the item below the place shows whether the data has moved.
  ///
  /// Deletions above bring that item further up, and what precedes it is the page.
  ///
  /// - Parameter count: at least 2, of which the item below is one.
  func page(before cursor: Cursor, count: Int) async throws(PagingError) -> Page<Item, Cursor> {
    let first = max(start, cursor.offset - (count - 1))
    guard first < cursor.offset else {
      return Page(items: [], before: .end, after: .more(cursor))
    }
    var found = try await stretch(at: first, count: cursor.offset - first + 1)
    if found.index(of: cursor.neighbour) == nil {
      found = try await reaching(cursor, from: found, count: count)
    }
    let end = found.index(of: cursor.neighbour) ?? found.items.count
    let items = Array(found.items[..<end])
    // What it was asked from follows, whatever the service says by now.
    let after = Cursor(offset: found.start + end, neighbour: items.last?.id)
    return Page(items: items, before: before(0, of: found), after: .more(after))
  }

  /// Tries again where a stretch did not reach the held item.
  ///
  /// A short stretch: the service gives fewer than asked for, and what it does give is asked for
  /// just above the place. A full one: items were inserted above, and what follows belongs to it.
  private func reaching(
    _ cursor: Cursor, from tried: OffsetStretch<Item>, count: Int
  ) async throws(PagingError) -> OffsetStretch<Item> {
    guard tried.items.count == tried.asked else {
      let reach = max(tried.items.count - 1, 1)
      return try await stretch(at: max(tried.start, cursor.offset - reach), count: count)
    }
    var both = tried
    both.answer.items += try await stretch(at: tried.end, count: count).items
    return both
  }
}
