/// What goes from a list for the sake of memory.
extension EntryStore {
  /// How many pages go with the last one: it, and those above it that lead to nothing then.
  private var lastPages: Int {
    var number = 1
    while number + 1 < pages.count, pages[pages.count - 1 - number].isDeadEnd { number += 1 }
    return number
  }

  /// How many entries go with the last page.
  package var lastPageSpan: Int {
    let rest = index.start(ofPage: max(0, pages.count - lastPages))
    guard rest > 0, case .gap = self[rest - 1] else { return count - rest }
    return count - rest + 1
  }

  /// How many pages go with the first one: it, and those below it from which nothing leads into the
  /// gap that follows them.
  private var firstPages: Int {
    (1..<max(2, pages.count)).first(where: leadsIntoGaps) ?? pages.count
  }

  /// How many entries go with the first page.
  package var firstPageSpan: Int { index.start(ofPage: min(firstPages, pages.count)) }

  /// Whether each gap could still be entered if a page were the first.
  private func leadsIntoGaps(from first: Int) -> Bool {
    for pageIndex in first..<pages.count {
      // From here on this page leads down to all of them.
      if pages[pageIndex].leadsDown { return true }
      let isBelowGap = pages[pageIndex].gap != nil && pageIndex + 1 < pages.count
      if isBelowGap, !pages[pageIndex + 1].leadsUp { return false }
    }
    return true
  }

  /// Removes the first page and returns it; what lies before the next is more.
  package mutating func dropFirstPage() -> Held? {
    guard !pages.isEmpty else { return nil }
    let page = removePage(at: 0)
    if let cursor = pages.first?.before.cursor {
      renewSides(ofPage: 0) { $0.before = .more(cursor) }
    }
    return page
  }

  /// Removes the last page, and a gap that would now be the last entry: what lies beyond is more.
  package mutating func dropLastPage() {
    guard !pages.isEmpty else { return }
    for _ in 0..<lastPages { removePage(at: pages.count - 1) }
    dropLastGap()
    guard let last = pages.last else { return }
    renewSides(ofPage: pages.count - 1) { page in
      // Where something followed, this is no longer the end.
      if let cursor = last.after.cursor {
        page.after = .more(cursor)
      } else {
        page.hasForwardCursor = false
      }
    }
  }
}
