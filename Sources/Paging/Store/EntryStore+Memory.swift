/// Dropping pages to save memory.
extension EntryStore {
  /// The number of pages that are dropped together with the last one: the last page itself, and the
  /// pages above it from which loading could not continue.
  private var lastPages: Int {
    var number = 1
    while number + 1 < pages.count, pages[pages.count - 1 - number].isDeadEnd { number += 1 }
    return number
  }

  /// The number of entries dropped with the last page.
  package var lastPageSpan: Int {
    let rest = index.start(ofPage: max(0, pages.count - lastPages))
    guard rest > 0, case .gap = self[rest - 1] else { return count - rest }
    return count - rest + 1
  }

  /// The number of pages that are dropped together with the first one: the first page itself, and
  /// the pages below it that cannot become the first, because a gap below them could not be filled.
  private var firstPages: Int {
    (1..<max(2, pages.count)).first(where: leadsIntoGaps) ?? pages.count
  }

  /// The number of entries dropped with the first page.
  package var firstPageSpan: Int { index.start(ofPage: min(firstPages, pages.count)) }

  /// Whether each gap could still be filled if the page at an index were the first one.
  private func leadsIntoGaps(from first: Int) -> Bool {
    for pageIndex in first..<pages.count {
      // This page leads down to all later gaps.
      if pages[pageIndex].leadsDown { return true }
      let isBelowGap = pages[pageIndex].gap != nil && pageIndex + 1 < pages.count
      if isBelowGap, !pages[pageIndex + 1].leadsUp { return false }
    }
    return true
  }

  /// Removes the first page and returns it; the continuation before the new first page becomes
  /// `more` if it has a cursor.
  package mutating func dropFirstPage() -> Held? {
    guard !pages.isEmpty else { return nil }
    let page = removePage(at: 0)
    if let cursor = pages.first?.before.cursor {
      renewSides(ofPage: 0) { $0.before = .more(cursor) }
    }
    return page
  }

  /// Removes the last page with those that must be dropped together with it, and a gap that would
  /// become the last entry.
  ///
  /// The continuation after the new last page becomes `more`; without a cursor, that page must be
  /// requested again.
  package mutating func dropLastPage() {
    guard !pages.isEmpty else { return }
    for _ in 0..<lastPages { removePage(at: pages.count - 1) }
    dropLastGap()
    guard let last = pages.last else { return }
    renewSides(ofPage: pages.count - 1) { page in
      // Entries followed this page, so it is not the end.
      if let cursor = last.after.cursor {
        page.after = .more(cursor)
      } else {
        page.hasForwardCursor = false
      }
    }
  }
}
