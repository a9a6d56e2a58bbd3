/// A page as it is held: its items, and how to come back to it and to go on from it.
package struct HeldPage<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>: Sendable
where Item.ID: Sendable {
  /// Unique among the pages of a store, in no order.
  package let number: Int
  /// The items, each of them once in the whole store.
  package internal(set) var items: [Item]
  /// The cursor of each item, nil for one that the source has not given; or none at all.
  package internal(set) var cursors: [Cursor?]
  /// Where it is asked for again, if anything leads to just its start.
  package var position: PageRequest<Cursor>.Position?
  /// What lies before it.
  package var before: Continuation<Cursor>
  /// What lies after it, as far as is known: more than one page of nothing may have followed it.
  package var after: Continuation<Cursor>
  /// The cursor of the place right before its first item, where one is known.
  package internal(set) var start: Cursor?
  /// The place at its end, as its answer said.
  package internal(set) var end: Cursor?
  /// Whether `after` leads on from its last item.
  ///
  /// Not where that was cut off, or an answer showed it elsewhere, and no cursor is known for the
  /// one above it: then the way on is to ask for the page again.
  package internal(set) var hasForwardCursor = true
  /// Whether `before` leads back from its first item, in the same way.
  package internal(set) var hasBackwardCursor = true
  /// Whether its first item is the one it came with; else the way into it may miss some.
  package internal(set) var hasFront = true
  /// Whether the app has taken items out of it or put others in, and so its ends need not be the
  /// places that its cursors say.
  package internal(set) var isEdited = false
  /// The gap that follows it.
  package internal(set) var gap: Int?
  /// When its answer came: a number that grows from one answer to the next.
  package let arrival: Int

  /// Whether the source has said that a side ends, but that there may be more by now.
  func isOpenEnded(at edge: Edge) -> Bool {
    if leads(over: edge), case .unknown = edge == .leading ? before : after { true } else { false }
  }

  /// Whether the source has said that a side ends.
  func isEnded(at edge: Edge) -> Bool {
    if leads(over: edge), case .end = edge == .leading ? before : after { true } else { false }
  }

  private func leads(over edge: Edge) -> Bool {
    edge == .leading ? hasBackwardCursor : hasForwardCursor
  }

  /// Whether it is what follows a cursor.
  var followsCursor: Bool { if case .after? = position { true } else { false } }

  /// Whether neither a cursor nor the page asked for again leads on from it.
  var isDeadEnd: Bool { !hasForwardCursor && position == nil }

  /// Whether what follows can be loaded from it, be it asked for again itself.
  var leadsDown: Bool { hasForwardCursor && after.cursor != nil || position != nil }

  /// Whether what precedes can be loaded from it, in the same way.
  var leadsUp: Bool { before.cursor != nil && (hasBackwardCursor || position != nil) }

  /// Entries of the list: the items, and the gap.
  package var count: Int { items.count + (gap == nil ? 0 : 1) }

  /// Creates a page as it came.
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
    // Another stretch may have that number by the time it is asked for again.
    if case .number? = position { self.position = nil }
    if case .after(let cursor)? = position { start = cursor }
  }

  /// Takes an item out that an answer has shown elsewhere.
  ///
  /// The page may reach to where the item is now or was; so where it was an outermost one, the next
  /// one's cursor leads on, if it has one.
  ///
  /// - Parameter isDoubtful: whether it may stand here all the same: then the page may begin with
  ///   it.
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

  /// Gives up an item that the app has taken out; the source may still have it there.
  mutating func giveUp(at offset: Int) {
    isEdited = true
    items.remove(at: offset)
    if !cursors.isEmpty { cursors.remove(at: offset) }
  }

  /// Inserts an item that the app has put there.
  ///
  /// It is not known on which side of the page's own ends it stands.
  ///
  /// - Parameter cursor: its own, if it is back where it stood.
  mutating func insert(_ item: Item, at offset: Int, cursor: Cursor?) {
    isEdited = true
    items.insert(item, at: offset)
    if cursor != nil, cursors.isEmpty, items.count == 1 {
      cursors = [cursor]
    } else if !cursors.isEmpty {
      cursors.insert(cursor, at: offset)
    }
  }

  /// What an entry of the page is.
  func entry(at offset: Int) -> PagerEntry<Item> {
    if offset < items.count { return .item(items[offset]) }
    guard offset == items.count, let gap else { fatalError("entry \(offset) of \(count)") }
    return .gap(gap)
  }

  /// The gap as an entry, if there is one.
  var gapEntries: [PagerEntry<Item>] { gap.map { [.gap($0)] } ?? [] }

  /// Keeps the entries before an offset, and returns the others as a page of their own.
  ///
  /// Where items have no cursors nothing leads to the place of the cut.
  ///
  /// - Parameter goesBack: whether the source can be asked for what precedes a cursor.
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

  /// Gives up a position that leads to the page's end, which is not its own any more.
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
