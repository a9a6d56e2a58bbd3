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
      // An end is none where something followed.
      if let cursor = last.after.cursor { page.after = .more(cursor) } else { page.leadsOn = false }
    }
  }
}
