/// Merging an answer into the store.
extension EntryStore {
  /// Inserts a page at the place that a merge has found, removes the entries that the page covers,
  /// and removes its items from other places.
  ///
  /// - Parameter asked: the cursor of the page's request.
  /// - Returns: the entries of the page's items.
  @discardableResult
  mutating func lay(
    _ page: Held, in slot: Slot, by merge: Merge<Item, Cursor>.Plan, asked: Cursor?
  ) -> Range<Int> {
    let doubtful = Set(merge.doubtful)
    let slot = placeOfNothing(before: slot) ?? slot
    var below = merge.lower.map { boundary(at: $0, restStays: true) } ?? slot.below
    let pagesBefore = pages.count
    let first = merge.upper.map { boundary(at: $0, restStays: false) } ?? slot.above
    below += pages.count - pagesBefore
    removePages(first..<max(first, below))
    let next = first < pages.count ? pages[first].number : nil
    let emptied =
      merge.isNew.contains(false)
      ? removeItems(page.items.map { $0.id }, doubtful: doubtful) : []
    let above = next.flatMap { self.page(numbered: $0) } ?? pages.count
    insert(page, at: above)
    if above > 0 { setGap(number(of: merge.above, afterPage: above - 1), afterPage: above - 1) }
    if above + 1 < pages.count {
      setGap(number(of: merge.below, afterPage: above), afterPage: above)
    }
    connect(above, merge, followsAbove: slot.followsAbove, asked: asked)
    if merge.hasMovedUp { distrustEnds(from: above + 1) }
    releaseTakenOut(by: page)
    let (number, items) = (page.number, page.items)
    let beside = [above - 1, above + 1].filter { $0 >= 0 && $0 < pages.count }.map {
      pages[$0].number
    }
    for number in emptied { tidy(number) }
    for number in beside { tidy(number, goesOn: true) }
    tidy(number, goesOn: true)
    dropDeadEnd()
    let start = items.first.flatMap { index(of: .item($0.id)) } ?? 0
    return start..<start + items.count
  }

  /// Removes the position of an empty list, and returns the slot of the answer that replaces it;
  /// returns nil if the answer replaces nothing.
  ///
  /// A list without entries is only a position between two cursors. An answer requested by one of
  /// these cursors is inserted next to the position. Any other answer replaces the position,
  /// because it may cover both cursors.
  private mutating func placeOfNothing(before slot: Slot) -> Slot? {
    let isBeside =
      slot.followsAbove && slot.above > 0 || slot.precedesBelow && slot.below < pages.count
    guard isEmpty, !isBeside else { return nil }
    removeAll()
    return .at(0)
  }

  /// Returns the number of the gap to put after a page; nil if no gap is needed.
  ///
  /// It is a new number if the border names no gap, or if the named gap is still elsewhere, because
  /// the answer was not put where it was expected.
  private mutating func number(
    of border: Merge<Item, Cursor>.Border, afterPage page: Int
  ) -> Int? {
    guard case .gap(let number) = border else { return nil }
    guard let number, self.page(ofGap: number) ?? page == page else { return nextGap() }
    return number
  }

  /// Returns the index of the page that begins at an entry; if no page begins there, cuts the page
  /// that contains the entry.
  private mutating func boundary(at entry: Int, restStays: Bool) -> Int {
    guard entry < count else { return pages.count }
    let page = index.page(ofEntry: entry)
    let offset = entry - index.start(ofPage: page)
    guard offset > 0 else { return page }
    cutPage(at: page, before: offset, restStays: restStays)
    return page + 1
  }

  /// Removes the given items that are held, and returns the numbers of the pages that become empty.
  ///
  /// - Parameter doubtful: items that may still exist at their old places; a gap replaces them.
  private mutating func removeItems(_ items: [Item.ID], doubtful: Set<Item.ID>) -> [Int] {
    var emptied: [Int] = []
    for item in items {
      guard let pageIndex = page(of: item), let entry = index(of: .item(item)) else { continue }
      let offset = entry - index.start(ofPage: pageIndex)
      remove(item, isShownElsewhere: true, isDoubtful: doubtful.contains(item))
      if pages[pageIndex].items.isEmpty { emptied.append(pages[pageIndex].number) }
      if doubtful.contains(item) { leaveGap(inPage: pageIndex, at: offset) }
    }
    return emptied
  }

  /// Inserts a gap in place of an item that was removed, unless a gap is already there or the list
  /// begins or ends there.
  private mutating func leaveGap(inPage pageIndex: Int, at offset: Int) {
    let above = offset > 0 ? pageIndex : pageIndex - 1
    guard above >= 0 else { return }
    if offset > 0, offset < pages[pageIndex].items.count {
      cutPage(at: pageIndex, before: offset, restStays: false)
      // The item directly before this page was the removed one.
      renewSides(ofPage: pageIndex + 1) { $0.start = nil }
    }
    if above + 1 < pages.count, pages[above].gap == nil { setGap(nextGap(), afterPage: above) }
  }

  /// Sets the cursors between a page and its neighbors.
  private mutating func connect(
    _ pageIndex: Int, _ merge: Merge<Item, Cursor>.Plan, followsAbove: Bool, asked: Cursor?
  ) {
    // If the page was requested again, the remaining parts of its old version now begin elsewhere.
    let position = pages[pageIndex].position
    for beside in neighbours(of: pageIndex) where pages[beside].isAsked(by: position) {
      renewSides(ofPage: beside) { $0.lose(position) }
    }
    if pageIndex > 0, merge.above == .joined {
      let (cursor, back) = (followsAbove ? asked : nil, pages[pageIndex].before.cursor)
      renewSides(ofPage: pageIndex - 1) { $0.goOn(by: cursor, back: back) }
    }
    guard pageIndex + 1 < pages.count else { return }
    let cursor = merge.below == .joined ? pages[pageIndex].after.cursor : nil
    let (goesBack, last) = (goesBack, pages[pageIndex].cursors.last ?? nil)
    renewSides(ofPage: pageIndex + 1) { $0.follow(cursor, last: last, goesBack: goesBack) }
  }

  /// Makes sure that the list continues from the end of a page only after the page was requested
  /// again, because the cursor there would skip items that have moved up.
  ///
  /// It applies to the pages from an index on that can be requested again.
  private mutating func distrustEnds(from pageIndex: Int) {
    for below in pageIndex..<pages.count
    where pages[below].position != nil && pages[below].after.cursor != nil {
      renewSides(ofPage: below) { $0.hasForwardCursor = false }
    }
  }

  /// Returns the pages near an answer that may be parts of the same page, because each item of the
  /// answer may have cut that page once.
  private func neighbours(of pageIndex: Int) -> [Int] {
    let reach = pages[pageIndex].items.count + 1
    let above = max(0, pageIndex - reach)..<pageIndex
    return Array(above)
      + Array(pageIndex + 1..<max(pageIndex + 1, min(pages.count, pageIndex + 1 + reach)))
  }

  /// Removes a page without items, unless it is the only one or, as the first one, leads into a
  /// gap.
  ///
  /// - Parameter goesOn: whether the list continues from the end of the page, because the page
  ///   arrived empty or the app has removed its items. If false, the items have moved elsewhere,
  ///   and the cursor that leads to the page stays valid.
  mutating func tidy(_ number: Int, goesOn: Bool = false) {
    guard let pageIndex = page(numbered: number), pages[pageIndex].items.isEmpty, pages.count > 1
    else {
      return
    }
    if pageIndex > 0 {
      tidy(below: pageIndex - 1, goesOn: goesOn)
    } else {
      tidyFirst(goesOn: goesOn)
    }
    dropLastGap()
  }

  /// Removes an empty page; its gap and, if the list continues from its end, its continuation pass
  /// to the page above.
  ///
  /// If a gap lies between the two, that gap stays, and only the continuation before the page may
  /// pass to the page below; see `passWayUp`.
  private mutating func tidy(below above: Int, goesOn: Bool) {
    let hasGap = pages[above].gap != nil
    if !hasGap, goesOn { passTakenOut(ofPage: above + 1, to: above) }
    let page = removePage(at: above + 1)
    guard !hasGap else { return goesOn ? passWayUp(of: page, to: above + 1) : () }
    if goesOn {
      renewSides(ofPage: above) {
        ($0.after, $0.hasForwardCursor) = (page.after, page.hasForwardCursor)
        if page.isEdited { $0.isEdited = true }
      }
    }
    if let gap = page.gap { setGap(gap, afterPage: above) }
  }

  /// Passes the continuation before a page that arrived empty below a gap to the page that follows,
  /// because otherwise the same request would be made again to fill the gap.
  private mutating func passWayUp(of page: Held, to below: Int) {
    guard page.gap == nil, !page.isEdited, page.hasBackwardCursor, below < pages.count,
      let cursor = page.before.cursor
    else { return }
    renewSides(ofPage: below) { ($0.before, $0.hasBackwardCursor) = (.more(cursor), true) }
  }

  /// Removes an empty first page, unless it leads into the gap below it and either the list
  /// continues from its end or it is the only way into the gap.
  private mutating func tidyFirst(goesOn: Bool) {
    let hasBackwardCursor = pages[1].hasBackwardCursor && pages[1].before.cursor != nil
    if pages[0].gap != nil, goesOn || !hasBackwardCursor, !pages[0].isDeadEnd { return }
    if pages[0].gap == nil { passTakenOut(ofPage: 0, to: 1) }
    let page = removePage(at: 0)
    renewSides(ofPage: 0) { next in
      // No page leads into the gap, so the entries above it are not known.
      if page.gap != nil, !hasBackwardCursor { next.hasBackwardCursor = false }
      if let cursor = next.before.cursor, page.gap != nil { next.before = .more(cursor) }
      if page.isEdited { next.isEdited = true }
      if page.gap == nil, goesOn, page.isEdited { next.reachUp(over: page) }
      if page.gap == nil, goesOn, page.hasBackwardCursor {
        (next.before, next.hasBackwardCursor) = (page.before, true)
      } else if page.gap == nil, !hasBackwardCursor {
        (next.before, next.hasBackwardCursor, next.position) = (
          page.before, page.hasBackwardCursor, page.position
        )
      }
    }
  }

  /// Removes pages at the end that have no forward cursor and cannot be requested again; the page
  /// above them leads to their items.
  private mutating func dropDeadEnd() {
    while pages.count > 1, let last = pages.last, last.isDeadEnd {
      removePage(at: pages.count - 1)
      dropLastGap()
    }
  }

  /// Removes a gap that is the last entry, and empty pages at the end, but never the only page.
  ///
  /// If a gap is removed, the continuation before it becomes `more` if it has a cursor.
  mutating func dropLastGap() {
    while let last = pages.last, last.gap != nil || last.items.isEmpty && pages.count > 1 {
      if last.items.isEmpty, pages.count > 1 {
        removePage(at: pages.count - 1)
      } else {
        setGap(nil, afterPage: pages.count - 1)
        renewSides(ofPage: pages.count - 1) { $0.goOn(by: nil) }
      }
    }
  }
}

extension HeldPage {
  /// Whether the page was requested with the given position.
  fileprivate func isAsked(by other: PageRequest<Cursor>.Position?) -> Bool {
    // Comparing the optionals themselves would look up their conformance at run time.
    guard let position, let other else { return false }
    return position == other
  }

  /// Removes the page's position, because that position leads to another page.
  ///
  /// If the page followed a cursor, its remaining part may lie above that cursor, so the backward
  /// cursor is not used any more.
  fileprivate mutating func lose(_ position: PageRequest<Cursor>.Position?) {
    self.position = nil
    if case .after? = position { hasBackwardCursor = false }
  }

  /// Takes over the start of the page above, because items that the app has removed from that page
  /// now belong to this one.
  fileprivate mutating func reachUp(over page: HeldPage) {
    start = page.start
    switch page.position {
    case .start, .after: position = page.position
    case .before, .end, .number, nil: position = nil
    }
  }

  /// Records that entries follow the page; if the page has no forward cursor, it takes the given
  /// cursor, which led to them.
  ///
  /// - Parameter back: the cursor that leads back to the page; it replaces the position `.end`.
  fileprivate mutating func goOn(by cursor: Cursor?, back: Cursor? = nil) {
    if position == .end { position = back.map { .before($0) } }
    if !hasForwardCursor, let cursor { (after, hasForwardCursor) = (.more(cursor), true) }
    if let cursor = after.cursor { after = .more(cursor) }
  }

  /// Records that another page is above this one; `cursor`, if given, leads from the page above to
  /// this page.
  ///
  /// If this page was requested after a cursor other than `last`, its position does not change: an
  /// earlier answer contained the items between the last item of the page above and that cursor
  /// (see `PagerMachine.refreshAround`).
  ///
  /// - Parameters:
  ///   - last: the cursor of the last item of the page above.
  ///   - goesBack: whether the source can page backward.
  fileprivate mutating func follow(_ cursor: Cursor?, last: Cursor?, goesBack: Bool) {
    let isFurtherDown = start.map { $0 != last && position == .after($0) } ?? false
    if let cursor, !isFurtherDown {
      (position, start) = (.after(cursor), cursor)
    } else if position == .start {
      position = nil
    }
    if goesBack, let first = cursors.first ?? nil {
      (before, hasBackwardCursor) = (.more(first), true)
    } else if let cursor = before.cursor {
      before = .more(cursor)
    }
  }
}
