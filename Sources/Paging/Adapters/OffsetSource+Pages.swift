/// Forward loads.
extension OffsetSource {
  /// Loads the page after a cursor; the item above the cursor shows whether the data has moved.
  ///
  /// Pages that are requested at once overlap by one item, which shows whether the data has moved
  /// between them.
  ///
  /// - Parameter count: the number of items to request, at least 2, including the item above the
  ///   cursor.
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
    // If only the known item was returned, either the list ends here, or the service returns one
    // item at a time; a request without the known item shows which is true.
    if found.items.count == 1, fresh == 1, saysEnd(after: found) != true {
      return try await page(at: found.end, count: count)
    }
    var page = page(of: found, from: fresh, known: known)
    if page.after != .end { page.failure = failure }
    return page
  }

  /// Loads the page at an offset, without comparing it with a known item.
  func page(at offset: Int, count: Int) async throws(PagingError) -> Page<Item, Cursor> {
    page(of: try await stretch(at: offset, count: count))
  }

  /// Converts a stretch into a page.
  ///
  /// An empty stretch is the end, unless the service reports more items. In that case the requested
  /// offsets are skipped.
  func page(of stretch: OffsetStretch<Item>) -> Page<Item, Cursor> {
    let end = stretch.items.isEmpty ? stretch.start + stretch.asked : stretch.end
    let isEnd = saysEnd(after: stretch) ?? stretch.items.isEmpty
    var page = Page(
      items: stretch.items, before: before(0, of: stretch),
      after: isEnd ? .end : .more(Cursor(offset: end, neighbour: stretch.items.last?.id)))
    page.extent = extent(of: stretch, from: 0)
    return page
  }

  /// Converts the items of a stretch after the known item into a page.
  ///
  /// If the stretch is empty, at least as many items as were requested have been deleted, and the
  /// remaining ones have lower offsets.
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

  /// Returns the extent of a page that begins at the given item of a stretch; nil if the service
  /// does not return a total.
  private func extent(of stretch: OffsetStretch<Item>, from index: Int) -> PageExtent? {
    stretch.answer.totalCount.map { said in
      let end = stretch.end - start
      let isEnded = stretch.answer.isEstimate && stretch.items.isEmpty
      return PageExtent(
        start: stretch.start + index - start, total: isEnded ? end : max(said, end))
    }
  }
}

/// Backward loads.
extension OffsetSource {
  /// Loads the page before a cursor; the item below the cursor shows whether the data has moved.
  ///
  /// If items above the cursor have been deleted, the item below the cursor has moved up, and the
  /// page consists of the items before that item.
  ///
  /// - Parameter count: the number of items to request, at least 2, including the item below the
  ///   cursor.
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
    // The held item follows the page, even if the service now reports otherwise.
    let after = Cursor(offset: found.start + end, neighbour: items.last?.id)
    return Page(items: items, before: before(0, of: found), after: .more(after))
  }

  /// Repeats a request whose stretch did not contain the held item.
  ///
  /// If the stretch is short, the service may limit its size, and the request is repeated from an
  /// offset so high that a stretch of that size reaches the held item. If the stretch is full,
  /// items may have been inserted above, and the items that follow are appended to the stretch.
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

/// The answer to one request of an `OffsetSource`.
struct OffsetStretch<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// The offset of the first item.
  let start: Int
  /// The number of items that were requested.
  private(set) var asked: Int
  var answer: OffsetPage<Item>

  var items: [Item] { answer.items }
  /// The offset after the last received item; a service may return fewer items than requested.
  var end: Int { start + items.count }

  /// Appends a stretch that begins with the last item of this one.
  ///
  /// - Returns: false, and appends nothing, if this stretch is short, or if the data has moved
  ///   between the two requests.
  mutating func join(_ next: OffsetStretch) -> Bool {
    guard items.count == asked, let last = items.last, next.items.first?.id == last.id else {
      return false
    }
    let joined = items + next.items.dropFirst()
    answer = next.answer
    answer.items = joined
    asked += next.asked - 1
    return true
  }

  func index(of id: Item.ID?) -> Int? { items.firstIndex { $0.id == id } }
}
