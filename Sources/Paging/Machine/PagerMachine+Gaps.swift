/// How gaps are filled.
extension PagerMachine {
  /// Loads what a gap lacks, from the side of the entries above it or of those below.
  ///
  /// Where the source cannot go back from those below it is filled from above. The last gap asked
  /// for counts: a load for another one is stopped.
  mutating func fill(_ gap: Int, from side: Edge) {
    guard slots[.refresh]?.ticket == nil, let (side, position) = way(into: gap, from: side) else {
      return
    }
    if let ticket = slots[.gap]?.ticket {
      guard ticket.purpose != .fill(gap: gap, from: side) else { return }
      stop(.gap)
    }
    issue(.gap, at: position, for: .fill(gap: gap, from: side))
  }

  /// Where a gap is entered: from the wanted side, if a cursor leads in there.
  private func way(
    into gap: Int, from side: Edge
  ) -> (Edge, PageRequest<Cursor>.Position)? {
    guard let page = store.pageIndex(ofGap: gap) else { return nil }
    if side == .trailing, page + 1 < store.pages.count,
      let cursor = store.pages[page + 1].before.cursor
    {
      return (.trailing, .before(cursor))
    }
    return store.pages[page].after.cursor.map { (.leading, .after($0)) }
  }

  /// Puts a page into a gap, up to what is known at its other side.
  ///
  /// Where that is reached the gap closes. The page that it is filled from then still leads on by
  /// the cursor that was asked, so that nothing is skipped when what follows is dropped and loaded
  /// again.
  mutating func fill(_ gap: Int, from side: Edge, with page: Page<Item, Cursor>) {
    guard let index = store.index(of: .gap(gap)), let ended = store.pageIndex(ofGap: gap) else {
      return publish(.states)
    }
    let missing = items(of: page, fitting: index, from: side)
    let closes = missing.count < page.items.count || closes(page, from: side, afterPage: ended)
    let (wereDrawn, first) = (drawn, store.firstOrdinal)
    let came = store.fill(gap: gap, from: side, with: missing, closing: closes)
    if !closes { lead(on: page, from: side, ofPage: ended) }
    drawn = wereDrawn?.growing(by: came - (closes ? 1 : 0), at: index)
    startOrdinal = startOrdinal.map { $0 + store.firstOrdinal - first }
    noteFilled(gap, by: came, closing: closes)
    renew(page.items)
    let start = index + (side == .trailing && !closes ? 1 : 0)
    publish(.filled(start..<start + came, from: side))
  }

  /// Puts what a page has below the entry above a gap into the gap, and returns what is left: a
  /// page that was not asked for that may all the same reach there.
  mutating func fillGaps(with page: Page<Item, Cursor>) -> [Item] {
    for (place, item) in page.items.enumerated() {
      guard let gap = index(of: .item(item.id)).flatMap(gap(below:)) else { continue }
      var below = page
      below.items.removeSubrange(...place)
      below.items = fillGaps(with: below)
      if !below.items.isEmpty { fill(gap, from: .leading, with: below) }
      return Array(page.items[...place])
    }
    return page.items
  }

  /// The gap that follows an entry.
  func gap(below index: Int) -> Int? {
    guard index + 1 < count, case .gap(let gap) = store[index + 1] else { return nil }
    return gap
  }

  /// The items of a page that lie in a gap: those from its side to what is known at the other.
  private func items(
    of page: Page<Item, Cursor>, fitting gap: Int, from side: Edge
  ) -> [Item] {
    let places = page.items.map { store.index(of: .item($0.id)) }
    switch side {
    case .leading:
      let reach = places.firstIndex { $0.map { $0 > gap } ?? false }
      return Array(page.items[..<(reach ?? places.count)])
    case .trailing:
      let reach = places.lastIndex { $0.map { $0 < gap } ?? false }
      return Array(page.items[(reach.map { $0 + 1 } ?? 0)...])
    }
  }

  /// Whether a page says that nothing lies between it and the other side.
  private func closes(
    _ page: Page<Item, Cursor>, from side: Edge, afterPage ended: Int
  ) -> Bool {
    guard side == .trailing else { return leads(page, toPage: ended + 1) }
    if case .more = page.before { return false }
    return true
  }

  private mutating func lead(on page: Page<Item, Cursor>, from side: Edge, ofPage ended: Int) {
    switch side {
    case .leading: store.setContinuation(page.after, at: .trailing, ofPage: ended)
    case .trailing: store.setContinuation(page.before, at: .leading, ofPage: ended + 1)
    }
  }

  /// What a gap's load is at.
  public func state(ofGap gap: Int) -> LoadState {
    guard case .fill(gap, _)? = (slots[.gap]?.ticket ?? slots[.gap]?.stopped)?.purpose else {
      return .idle
    }
    return state(of: .gap)
  }

  // MARK: How much is missing

  /// About how many items a gap lacks, at least 1; nil where the source does not count them.
  ///
  /// Cost: O(1).
  public func missingCount(inGap gap: Int) -> Int? { gapSizes[gap].map { max(1, $0) } }

  private mutating func noteFilled(_ gap: Int, by count: Int, closing: Bool) {
    gapSizes[gap] = closing ? nil : gapSizes[gap].map { $0 - count }
  }
}

extension Range<Int> {
  /// The same entries, and those between them, where so many come at an index.
  fileprivate func growing(by count: Int, at index: Int) -> Range<Int> {
    let lower = lowerBound + (lowerBound > index ? count : 0)
    return lower..<Swift.max(lower, upperBound + (upperBound > index ? count : 0))
  }
}
