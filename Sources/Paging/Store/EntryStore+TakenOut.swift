/// Items that the app has removed from pages whose answers contained them.
///
/// The cursor at the end of such a page leads to the items after the removed ones. If an answer
/// contains a removed item on the side to which the cursor leads, the cursor would skip that item,
/// so the cursor is not used any more.
extension EntryStore {
  /// Invalidates the cursors of pages that would skip items in an answer.
  mutating func releaseTakenOut(by page: Held) {
    guard !takenOut.isEmpty, let pageIndex = self.page(numbered: page.number) else { return }
    for item in page.items {
      guard let number = takenOut.removeValue(forKey: item.id), number != page.number,
        let other = self.page(numbered: number)
      else { continue }
      renewSides(ofPage: other) { $0.release(other < pageIndex ? .trailing : .leading) }
    }
  }

  /// Puts a removed item back if the page that contained it is still held.
  ///
  /// Otherwise the page has been dropped or replaced by a gap, and nothing is changed.
  ///
  /// - Parameters:
  ///   - entry: the item's old index; nil if it is not known.
  ///   - cursor: the item's cursor.
  mutating func putBack(_ item: Item, at entry: Int?, cursor: Cursor?) {
    guard let page = takenOut[item.id].flatMap(page(numbered:)) else { return }
    let start = index.start(ofPage: page)
    let end = start + pages[page].items.count
    insert(item, at: min(max(entry ?? end, start), end), cursor: cursor, page: pages[page].number)
  }

  /// Assigns the removed items of a page to the adjacent page that takes its place.
  mutating func passTakenOut(ofPage pageIndex: Int, to other: Int) {
    guard pages[pageIndex].isEdited else { return }
    let (old, new) = (pages[pageIndex].number, pages[other].number)
    takenOut = takenOut.mapValues { $0 == old ? new : $0 }
  }

  /// Divides the items that the app has removed from a page between the two parts into which the
  /// page was cut.
  ///
  /// An item that the app has since put into the second part (the rest) belongs to the rest, and so
  /// does an item that is not held if `restStays` is true; all other items belong to the first
  /// part.
  mutating func divideTakenOut(ofPage pageIndex: Int, restStays: Bool) {
    guard pages[pageIndex].isEdited else { return }
    let (old, rest) = (pages[pageIndex].number, pages[pageIndex + 1].number)
    for (id, number) in takenOut where number == old {
      let isInRest = page(of: id).map { $0 == pageIndex + 1 } ?? restStays
      if isInRest { takenOut[id] = rest }
    }
  }

  /// Forgets the items that the app has removed from a page, because the page itself leaves the
  /// list.
  mutating func forgetTakenOut(of page: Held) {
    for (id, number) in takenOut where number == page.number {
      takenOut[id] = holds(id) ? Self.noPage : nil
    }
    for item in page.items where takenOut[item.id] == Self.noPage { takenOut[item.id] = nil }
  }

  /// Records that the app has removed an item from a page, or from a place where the app had put
  /// it.
  mutating func noteTakenOut(_ id: Item.ID, ofPage number: Int) {
    guard let known = takenOut[id] else { return takenOut[id] = number }
    if known == Self.noPage { takenOut[id] = nil }
  }

  /// Records that the app has put an item into a page: the page from which it was removed, or
  /// another page.
  mutating func notePutIn(_ id: Item.ID, isOwn: Bool) {
    if isOwn { takenOut[id] = nil } else if takenOut[id] == nil { takenOut[id] = Self.noPage }
  }

  /// The value in place of a page number for items that the app has put into the list and that come
  /// from no held page; page numbers begin at 1.
  private static var noPage: Int { 0 }
}

extension HeldPage {
  /// Replaces the page's cursor at an edge with the cursor of the outermost item there; if that
  /// item has none, the page must be requested again.
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
