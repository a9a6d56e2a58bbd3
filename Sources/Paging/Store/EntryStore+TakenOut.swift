/// Items that the app has taken out of pages whose answers had them.
///
/// The cursor at a page's end leads on from behind them. So where an answer shows one of them on
/// that side, as if the app had never taken it out, the cursor leads past what is missing there.
extension EntryStore {
  /// Lets pages not lead on past what an answer has shown beside them.
  mutating func releaseTakenOut(by page: Held) {
    guard !takenOut.isEmpty, let pageIndex = self.page(numbered: page.number) else { return }
    for item in page.items {
      guard let number = takenOut.removeValue(forKey: item.id), number != page.number,
        let other = self.page(numbered: number)
      else { continue }
      renewSides(ofPage: other) { $0.release(other < pageIndex ? .trailing : .leading) }
    }
  }

  /// Puts an item back that the app has taken out, if the page is held that reaches there by now; where
  /// none is, a gap stands there, or what is there was dropped.
  ///
  /// - Parameters:
  ///   - entry: the index at which it stood; nil where nothing tells.
  ///   - cursor: its own cursor.
  mutating func giveBack(_ item: Item, at entry: Int?, cursor: Cursor?) {
    guard let page = takenOut[item.id].flatMap(page(numbered:)) else { return }
    let start = index.start(ofPage: page)
    let end = start + pages[page].items.count
    insert(item, at: min(max(entry ?? end, start), end), cursor: cursor, page: pages[page].number)
  }

  /// What was in a page counts as what was in the one beside it, which takes its place.
  mutating func passTakenOut(ofPage pageIndex: Int, to other: Int) {
    guard pages[pageIndex].isEdited else { return }
    let (old, new) = (pages[pageIndex].number, pages[other].number)
    takenOut = takenOut.mapValues { $0 == old ? new : $0 }
  }

  /// A page is cut: what the app has put into its rest is there; of what is not held, the rest is told
  /// where that is what stays.
  mutating func divideTakenOut(ofPage pageIndex: Int, restStays: Bool) {
    guard pages[pageIndex].isEdited else { return }
    let (old, rest) = (pages[pageIndex].number, pages[pageIndex + 1].number)
    for (id, number) in takenOut where number == old {
      let isInRest = page(of: id).map { $0 == pageIndex + 1 } ?? restStays
      if isInRest { takenOut[id] = rest }
    }
  }

  /// A page goes, and what it reached to with it.
  mutating func forgetTakenOut(of page: Held) {
    for (id, number) in takenOut where number == page.number {
      takenOut[id] = holds(id) ? Self.noPage : nil
    }
    for item in page.items where takenOut[item.id] == Self.noPage { takenOut[item.id] = nil }
  }

  /// Takes note that the app has taken an item out of a page, or out of where it had put it itself.
  mutating func noteTakenOut(_ id: Item.ID, ofPage number: Int) {
    guard let known = takenOut[id] else { return takenOut[id] = number }
    if known == Self.noPage { takenOut[id] = nil }
  }

  /// Takes note that the app has put an item into a page: the one that reaches to where the source
  /// has it, or another one.
  mutating func notePutIn(_ id: Item.ID, isOwn: Bool) {
    if isOwn { takenOut[id] = nil } else if takenOut[id] == nil { takenOut[id] = Self.noPage }
  }

  /// No page reaches to where the source has an item, if it has it at all; pages count from 1.
  private static var noPage: Int { 0 }
}

extension HeldPage {
  /// Leads on from its outermost item, if that has a cursor, or else not without being asked for again.
  fileprivate mutating func release(_ edge: Edge) {
    switch edge {
    case .trailing:
      guard after.cursor != nil else { return }
      end = cursors.last ?? nil
      if let end { after = .more(end) } else { hasForwardCursor = false }
    case .leading:
      (start, hasFront) = (nil, false)
      guard before.cursor != nil else { return }
      if let first = cursors.first ?? nil {
        before = .more(first)
      } else {
        hasBackwardCursor = false
      }
    }
  }
}
