/// Going on.
extension OffsetSource {
  /// The page that follows a place; the item above the place shows whether the data has moved.
  ///
  /// Several pages at once overlap by an item each, which shows the same between them.
  ///
  /// - Parameter count: at least 2, of which the item above is one.
  func page(
    after cursor: Cursor, count: Int, pages: Int
  ) async throws(PagingError) -> Page<Item, Cursor> {
    guard let known = cursor.neighbour, cursor.offset > start else {
      return try await page(at: cursor.offset, count: count)
    }
    let overlap = cursor.offset - 1
    let stretches = try await SideBySide.load(pages) { number throws(PagingError) in
      try await stretch(at: overlap + number * (count - 1), count: count)
    }
    var (found, joined) = (stretches.answers[0], 1)
    for next in stretches.answers.dropFirst() {
      guard found.join(next) else { break }
      joined += 1
    }
    let failure = joined == stretches.answers.count ? stretches.failure : nil
    if found.index(of: known) == nil {
      found = try await stretch(at: max(start, overlap - (count - 1)), count: count)
    }
    let fresh = found.index(of: known).map { $0 + 1 } ?? 0
    // Nothing but the known item: the end, or a service that gives one item at a time.
    if found.items.count == 1, fresh == 1, saysEnd(after: found) != true {
      return try await page(at: found.end, count: count)
    }
    var page = page(of: found, from: fresh, known: known)
    if page.after != .end { page.failure = failure }
    return page
  }

  /// The page at an offset, as it is.
  func page(at offset: Int, count: Int) async throws(PagingError) -> Page<Item, Cursor> {
    page(of: try await stretch(at: offset, count: count))
  }

  /// A stretch as a page; nothing at an offset is the end, unless the service says that there is
  /// more: then what was asked for is passed over.
  func page(of stretch: OffsetStretch<Item>) -> Page<Item, Cursor> {
    let end = stretch.items.isEmpty ? stretch.start + stretch.asked : stretch.end
    let isEnd = saysEnd(after: stretch) ?? stretch.items.isEmpty
    var page = Page(
      items: stretch.items, before: before(0, of: stretch),
      after: isEnd ? .end : .more(Cursor(offset: end, neighbour: stretch.items.last?.id)))
    page.extent = extent(of: stretch, from: 0)
    return page
  }

  /// What follows the known item of a stretch as a page.
  ///
  /// Nothing that far back means that much was deleted: what is left lies further back.
  private func page(
    of stretch: OffsetStretch<Item>, from index: Int, known: Item.ID
  ) -> Page<Item, Cursor> {
    let isEnd = saysEnd(after: stretch) ?? (stretch.items.isEmpty && stretch.start == start)
    let last = Cursor(offset: stretch.end, neighbour: stretch.items.last?.id ?? known)
    var page = Page(
      items: Array(stretch.items[index...]), before: before(index, of: stretch),
      after: isEnd ? .end : .more(last))
    page.extent = extent(of: stretch, from: index)
    return page
  }

  /// Where an item of a stretch stands among all, if the service counts them.
  private func extent(of stretch: OffsetStretch<Item>, from index: Int) -> PageExtent? {
    stretch.answer.totalCount.map { said in
      let end = stretch.end - start
      let isEnded = stretch.answer.isEstimate && stretch.items.isEmpty
      return PageExtent(
        start: stretch.start + index - start, total: isEnded ? end : max(said, end))
    }
  }
}
