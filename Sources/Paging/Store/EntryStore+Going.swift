/// What goes from a list for the sake of memory.
extension EntryStore {
  /// How many entries go with the last page.
  package var lastPageSpan: Int {
    let rest = count - (pages.last?.count ?? 0)
    guard rest > 0, case .gap = self[rest - 1] else { return count - rest }
    return count - rest + 1
  }

  /// The identity of the last entry of the first page, nil where it has none.
  package var lastEntryOfFirstPage: Entry.ID? {
    pages.first.flatMap { $0.count > 0 ? self[$0.count - 1].id : nil }
  }

  /// Forgets what was dropped at an edge: nothing that lies beyond it is known any more.
  package mutating func forgetDropped(at edge: Edge) { dropped[edge] = DroppedIdentities() }

  /// Removes the first page and returns what is remembered of it.
  package mutating func dropFirstPage() -> Record? {
    guard let record = pages.first else { return nil }
    for _ in 0..<record.count {
      remember(self[0], goneAt: .leading)
      removeFirstEntry()
    }
    pages.removeFirst()
    if let cursor = pages.first?.before.cursor { pages[0].before = .more(cursor) }
    return record
  }

  /// Removes the last page, and a gap that would now be the last entry: what lies beyond is more.
  package mutating func dropLastPage() {
    guard let record = pages.last else { return }
    for _ in 0..<record.count {
      remember(self[count - 1], goneAt: .trailing)
      removeLastEntry()
    }
    pages.removeLast()
    dropLastGap()
    if let cursor = pages.last?.after.cursor { pages[pages.count - 1].after = .more(cursor) }
  }

  private mutating func dropLastGap() {
    guard !isEmpty, case .gap(let gap) = self[count - 1], let page = pageIndex(ofGap: gap) else {
      return
    }
    removeLastEntry()
    pages[page].count -= 1
    // Pages of which nothing is in the list may follow.
    while pages.count > page + 1 { pages.removeLast() }
    if page > 0, pages[page].count == 0 {
      // A page of nothing only moves the end of the one above on.
      pages[page - 1].after = pages[page].after
      pages.removeLast()
    }
    // What the gap ended may have been all of its page, and another gap above it.
    dropLastGap()
  }

  private mutating func remember(_ entry: Entry, goneAt edge: Edge) {
    guard case .item(let item) = entry else { return }
    dropped[edge]?.insert(item.id, limit: remembered)
  }
}
