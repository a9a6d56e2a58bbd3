/// A page that the list holds: its items, and the cursors to load it again and to continue from it.
package struct HeldPage<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>: Sendable
where Item.ID: Sendable {
  /// A number that is unique among the pages of a store, in no particular order.
  package let number: Int
  /// The items; each item is in the store only once.
  package internal(set) var items: [Item]
  /// The cursor of each item, nil for an item whose cursor the source did not return; the array may
  /// be empty.
  package internal(set) var cursors: [Cursor?]
  /// The position for requesting the page again; nil if no position is known that still leads to
  /// it.
  package var position: PageRequest<Cursor>.Position?
  /// The continuation before the page.
  package var before: Continuation<Cursor>
  /// The known continuation after the page and after any empty pages that followed it.
  package var after: Continuation<Cursor>
  /// The cursor directly before the page's first item, if known.
  package internal(set) var start: Cursor?
  /// The cursor at the end of the page, if known: that of the page's answer or of its last item.
  package internal(set) var end: Cursor?
  /// Whether `after` continues directly after the last item.
  ///
  /// It is false, for example, if the last item was cut off, or appeared elsewhere in an answer,
  /// and the item above it has no known cursor. In that case the page must be requested again.
  package internal(set) var hasForwardCursor = true
  /// Whether `before` continues directly before the first item; see `hasForwardCursor`.
  package internal(set) var hasBackwardCursor = true
  /// Whether the page still begins at its original first item, apart from edits by the app; if not,
  /// a load that ends at the page may miss items.
  package internal(set) var hasFront = true
  /// Whether the app has removed or inserted items, so that the page's ends may differ from its
  /// cursors.
  package internal(set) var isEdited = false
  /// The number of the gap after the page, if any.
  package internal(set) var gap: Int?
  /// The number of the page's answer; later answers have higher numbers.
  package let arrival: Int

  /// Whether the source has reported an end on the given side, but more items may exist by now.
  func isOpenEnded(at edge: Edge) -> Bool {
    if leads(over: edge), case .unknown = edge == .leading ? before : after { true } else { false }
  }

  /// Whether the source has reported an end on the given side.
  func isEnded(at edge: Edge) -> Bool {
    if leads(over: edge), case .end = edge == .leading ? before : after { true } else { false }
  }

  private func leads(over edge: Edge) -> Bool {
    edge == .leading ? hasBackwardCursor : hasForwardCursor
  }

  /// Whether the page was requested after a cursor.
  var followsCursor: Bool { if case .after? = position { true } else { false } }

  /// Whether loading cannot continue below the page, either by a cursor or by requesting the page
  /// again.
  var isDeadEnd: Bool { !hasForwardCursor && position == nil }

  /// Whether the entries below the page can be loaded with its cursor, if necessary after the page
  /// is requested again.
  var leadsDown: Bool { hasForwardCursor && after.cursor != nil || position != nil }

  /// Whether the entries above the page can be loaded with its cursor, if necessary after the page
  /// is requested again.
  var leadsUp: Bool { before.cursor != nil && (hasBackwardCursor || position != nil) }

  /// The number of entries: the items and the gap.
  package var count: Int { items.count + (gap == nil ? 0 : 1) }

  /// Creates a page from an answer.
  package init(
    number: Int, _ page: Page<Item, Cursor>, position: PageRequest<Cursor>.Position?,
    arrival: Int = 0
  ) {
    self.number = number
    self.arrival = arrival
    self.position = position
    items = page.items
    cursors = page.itemCursors.count == page.items.count ? page.itemCursors : []
    (before, after, end) = (page.before, page.after, page.after.cursor)
    // By the time the page is requested again, that number may belong to another item.
    if case .number? = position { self.position = nil }
    if case .after(let cursor)? = position { start = cursor }
  }

  /// Removes an item that an answer has shown elsewhere.
  ///
  /// If the item was the first or last of the page, the page's cursor on that side may lead from
  /// the item's old place or from its new one. In that case the cursor of the new outermost item is
  /// used instead, if it has one.
  ///
  /// - Parameter isDoubtful: whether the item may still exist here, so that the page may begin or
  ///   end with it.
  mutating func release(at offset: Int, isDoubtful: Bool) {
    let (isFirst, isLast) = (offset == 0, offset == items.count - 1)
    items.remove(at: offset)
    if !cursors.isEmpty { cursors.remove(at: offset) }
    if isLast, after.cursor != nil {
      end = cursors.last ?? nil
      if let end { after = .more(end) } else { hasForwardCursor = false }
    }
    if isLast, isDoubtful, after.cursor == nil { hasForwardCursor = false }
    if isFirst { (start, hasFront) = (nil, false) }
    if isFirst, isDoubtful, before.cursor == nil { hasBackwardCursor = false }
    if isFirst, before.cursor != nil {
      if let first = cursors.first ?? nil {
        before = .more(first)
      } else {
        hasBackwardCursor = false
      }
    }
  }

  /// Removes an item from the page because the app has removed it from the list; the source may
  /// still contain it here.
  mutating func giveUp(at offset: Int) {
    isEdited = true
    items.remove(at: offset)
    if !cursors.isEmpty { cursors.remove(at: offset) }
  }

  /// Inserts an item that the app has put into the page.
  ///
  /// It is not known whether the source has the item between the ends of the page.
  ///
  /// - Parameter cursor: the item's cursor, if the item returns to its old place.
  mutating func insert(_ item: Item, at offset: Int, cursor: Cursor?) {
    isEdited = true
    items.insert(item, at: offset)
    if cursor != nil, cursors.isEmpty, items.count == 1 {
      cursors = [cursor]
    } else if !cursors.isEmpty {
      cursors.insert(cursor, at: offset)
    }
  }

  /// Returns the entry at an offset in the page.
  func entry(at offset: Int) -> PagerEntry<Item> {
    if offset < items.count { return .item(items[offset]) }
    guard offset == items.count, let gap else { fatalError("entry \(offset) of \(count)") }
    return .gap(gap)
  }

  /// The gap as an entry; empty if the page has no gap.
  var gapEntries: [PagerEntry<Item>] { gap.map { [.gap($0)] } ?? [] }

  /// Keeps the entries before an offset, and returns the remaining ones as a separate page.
  ///
  /// If the items have no cursors, no request leads to the place where the page was cut.
  ///
  /// - Parameter goesBack: whether the source can page backward.
  mutating func cut(at offset: Int, number: Int, goesBack: Bool) -> HeldPage {
    var rest = HeldPage(cutFrom: self, at: offset, number: number)
    if goesBack, let first = rest.cursors.first ?? nil { rest.before = .more(first) }
    let cursor = offset > 0 && offset <= cursors.count ? cursors[offset - 1] : nil
    rest.position = removePositionOfEnd()
    if let cursor { (rest.position, rest.start) = (.after(cursor), cursor) }
    items.removeSubrange(min(offset, items.count)...)
    if !cursors.isEmpty { cursors.removeSubrange(min(offset, cursors.count)...) }
    gap = nil
    (end, hasForwardCursor) = (cursor, cursor != nil)
    if let cursor { after = .more(cursor) }
    return rest
  }

  /// Removes and returns the position if it leads to the end of the page, which has been cut off.
  private mutating func removePositionOfEnd() -> PageRequest<Cursor>.Position? {
    switch position {
    case .before, .end:
      defer { position = nil }
      return position
    case .start, .after, .number, nil: return nil
    }
  }

  private init(cutFrom page: HeldPage, at offset: Int, number: Int) {
    self.number = number
    arrival = page.arrival
    items = Array(page.items[min(offset, page.items.count)...])
    cursors = page.cursors.isEmpty ? [] : Array(page.cursors[min(offset, page.items.count)...])
    before = .end
    (after, end, hasForwardCursor, gap) = (page.after, page.end, page.hasForwardCursor, page.gap)
    hasBackwardCursor = true
    isEdited = page.isEdited
  }
}
