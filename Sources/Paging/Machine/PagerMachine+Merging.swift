/// Merging of answers; `Merge` implements the rule.
extension PagerMachine {
  /// The result of a merge.
  struct Merged {
    /// The indices of the entries that hold the answer's items.
    let range: Range<Int>
    /// The range of entries from the first to the last item that was not held before.
    let new: Range<Int>
    /// The number of items that were not held before.
    let newCount: Int
  }

  /// Merges an answer at its slot.
  ///
  /// The drawn entries, and the position of the start, are kept if they still exist.
  mutating func merge(
    _ page: Page<Item, Cursor>, in slot: Slot, asked position: PageRequest<Cursor>.Position
  ) -> Merged {
    let plan = Merge(of: page, in: slot, of: store, traits: traits).plan
    let isNew = plan.isNew
    let held = held(page, at: position)
    let onlyAdds = slot.followsAbove && slot.above == store.pages.count && !isNew.contains(false)
    let touched = onlyAdds ? nil : Set(page.items.map { $0.id })
    let range = keepingPlace(except: touched) {
      $0.store.lay(held, in: slot, by: plan, asked: position.cursor)
    }
    let first = isNew.firstIndex(of: true).map { range.lowerBound + $0 } ?? range.lowerBound
    let last = isNew.lastIndex(of: true).map { range.lowerBound + $0 + 1 } ?? first
    return Merged(range: range, new: first..<last, newCount: isNew.count { $0 })
  }

  /// Whether an answer covers items that arrived while it was being loaded, so that it is not known
  /// which are newer.
  func isOvertaken(_ page: Page<Item, Cursor>, for ticket: Ticket<Cursor>) -> Bool {
    guard loads.wasAnswered(during: ticket), let slot = slot(of: ticket) else { return false }
    let merge = Merge(of: page, in: slot, of: store, traits: traits)
    var pages = Set(page.items.compactMap { store.page(of: $0.id) })
    let end = merge.lower ?? store.index.start(ofPage: slot.below)
    var index = merge.upper ?? store.index.start(ofPage: slot.above)
    while index < end {
      let number = store.page(ofEntry: index)
      pages.insert(number)
      index = store.span(ofPage: number).upperBound
    }
    return pages.contains { loads.mayBeNewer(store.pages[$0].arrival, than: ticket) }
  }

  /// Returns the slot of a load's answer; nil if its place was dropped or has changed, or if the
  /// answer replaces the whole list.
  func slot(of ticket: Ticket<Cursor>) -> Slot? {
    switch ticket.purpose {
    case .replace, .placeholders, .land: nil
    case .merge: Slot.at(0)
    case .renew(let number): slot(renewing: number, for: ticket.origin, since: round.start)
    case .renewBelow(let number, let end): slot(below: number, endingAt: end)
    case .extend(let edge): slot(beyond: edge, for: ticket.request.position)
    case .fill(let gap, let side): slot(inGap: gap, from: side, for: ticket.request.position)
    }
  }

  private func slot(
    beyond edge: Edge, for position: PageRequest<Cursor>.Position
  ) -> Slot? {
    guard self.position(beyond: edge) == position else { return nil }
    switch edge {
    case .trailing:
      guard let last = store.pages.last, last.hasForwardCursor else {
        return slotOfOutermost(edge, position)
      }
      return Slot(above: store.pages.count, below: store.pages.count, followsAbove: true)
    case .leading:
      guard let first = store.pages.first, first.hasBackwardCursor else {
        return slotOfOutermost(edge, position)
      }
      // If the position is not that of the first page's cursor, it leads back to a dropped page,
      // which may lie above a gap, so the answer need not be adjacent to the first page.
      let precedes = first.before.cursor.map { position == .before($0) } ?? false
      return Slot(above: 0, below: 0, precedesBelow: precedes)
    }
  }

  /// Returns the slot of the outermost page, which was requested again because no cursor continues
  /// from it.
  private func slotOfOutermost(_ edge: Edge, _ position: PageRequest<Cursor>.Position) -> Slot? {
    guard let page = edge == .leading ? store.pages.first : store.pages.last else { return nil }
    let open = Slot.at(edge == .leading || page.position == nil ? 0 : store.pages.count)
    return page.position == nil ? open : slot(renewing: page.number, for: position) ?? open
  }

  private func slot(
    inGap gap: Int, from side: Edge, for position: PageRequest<Cursor>.Position
  ) -> Slot? {
    guard let way = way(into: gap, from: side), way.position == position else { return nil }
    let page = way.page
    if way.isAgain {
      return slot(renewing: store.pages[page].number, for: position) ?? .at(page)
    }
    switch way.side {
    case .leading:
      let gap = store.pages[page].gap
      return Slot(above: page + 1, below: page + 1, followsAbove: true, gapBelow: gap)
    case .trailing:
      return Slot(above: page, below: page, precedesBelow: true, gapAbove: gap)
    }
  }

  /// Returns the slot below a page, if the page still ends at the same cursor.
  private func slot(below number: Int, endingAt end: Cursor) -> Slot? {
    guard let page = store.page(numbered: number), store.pages[page].end == end,
      store.pages[page].gap == nil, !store.pages[page].isEdited
    else { return nil }
    return Slot(above: page + 1, below: page + 1, followsAbove: true)
  }

  /// Whether the head was requested, and the page follows it because the head was empty.
  private func isHead(_ position: PageRequest<Cursor>.Position, atPage page: Int) -> Bool {
    position == .start && page == 0 && reaches(.leading) && store.pages[0].followsCursor
  }

  /// Returns the slot of a page that was requested again; nil if the page is gone, or if the
  /// request does not lead to it any more.
  ///
  /// - Parameter start: the arrival after which an adjacent page is new enough to show where the
  ///   answer belongs even if cursors are not stable.
  private func slot(
    renewing number: Int, for position: PageRequest<Cursor>.Position, since start: Int = .max
  ) -> Slot? {
    guard let page = store.page(numbered: number),
      store.pages[page].position == position || position.isItem || isHead(position, atPage: page)
        || leadsUp(position, fromPage: page)
    else { return nil }
    if leadsUp(position, fromPage: page) {
      let gap = page > 0 ? store.pages[page - 1].gap : nil
      return Slot(above: page, below: page, precedesBelow: true, gapAbove: gap)
    }
    switch position {
    case .after(let cursor): return slot(renewing: page, after: cursor, since: start)
    case .before(let cursor): return slot(renewing: page, before: cursor, since: start)
    case .start: return .at(page)
    case .number: return Slot(above: page, below: page, renews: isLoose ? page : nil)
    case .end: return .at(store.pages.count)
    }
  }

  /// Whether the same cursor may lead to other items, so that the items of an answer show better
  /// where it belongs.
  private var isLoose: Bool { !traits.hasStableCursors }

  /// Whether a refresh has used the backward cursor of a page to request the items above that page,
  /// because the drawn items may have moved there.
  private func leadsUp(_ position: PageRequest<Cursor>.Position, fromPage page: Int) -> Bool {
    guard isLoose, case .before(let cursor) = position, store.pages[page].hasBackwardCursor else {
      return false
    }
    return store.pages[page].before.cursor == cursor
  }

  private func slot(renewing page: Int, after cursor: Cursor, since start: Int) -> Slot {
    let above = page > 0 ? store.pages[page - 1] : nil
    let isNew =
      above.map { $0.arrival > start && $0.hasForwardCursor && !$0.isEdited } ?? false
    let follows = (above?.gap == nil || isNew) && above?.after.cursor == cursor
    return Slot(
      above: page, below: page, followsAbove: follows, gapAbove: above?.gap,
      renews: isLoose && !(follows && isNew) ? page : nil)
  }

  private func slot(renewing page: Int, before cursor: Cursor, since start: Int) -> Slot? {
    let below = page + 1 < store.pages.count ? store.pages[page + 1] : nil
    if isLoose, below.map({ $0.arrival <= start }) ?? true {
      let gap = page > 0 ? store.pages[page - 1].gap : nil
      return Slot(above: page, below: page, gapAbove: gap, renews: page)
    }
    if let below, store.pages[page].gap != nil || below.before.cursor != cursor { return nil }
    return Slot(above: page + 1, below: page + 1, precedesBelow: true)
  }
}

extension PageRequest.Position {
  /// The cursor of the request.
  var cursor: Cursor? {
    switch self {
    case .after(let cursor), .before(let cursor): cursor
    case .start, .end, .number: nil
    }
  }

  /// Whether an item was requested by its number.
  fileprivate var isItem: Bool { if case .number = self { true } else { false } }
}

extension Ticket {
  /// The gap to be filled.
  var gap: Int? { if case .fill(let gap, _) = purpose { gap } else { nil } }
}
