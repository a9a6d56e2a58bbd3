/// What goes from a list for the sake of memory.
extension EntryStore {
  /// Whether more than so many pages have anything in the list.
  package func hasFilledPages(moreThan number: Int) -> Bool {
    (0..<pages.count).lazy.filter { pages[$0].count > 0 }.prefix(number + 1).count > number
  }

  /// How many entries go with the last page.
  package var lastPageSpan: Int {
    let rest = count - (pages.last?.count ?? 0)
    guard rest > 0, case .gap = self[rest - 1] else { return count - rest }
    return count - rest + 1
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
  ///
  /// A page that was cut and leads nowhere goes with what followed it.
  package mutating func dropLastPage() {
    guard !pages.isEmpty else { return }
    removePage(at: pages.count - 1)
    dropLastGap()
    while pages.count > 1, let last = pages.last, !last.leadsOn {
      removePage(at: pages.count - 1)
      dropLastGap()
    }
    if let cursor = pages.last?.after.cursor {
      renewSides(ofPage: pages.count - 1) { $0.after = .more(cursor) }
    }
  }
}
