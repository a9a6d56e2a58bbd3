/// What becomes of an answer.
extension PagerMachine {
  /// Whether an answer still counts: it is the one that its reason waits for.
  private func isCurrent(_ ticket: Ticket<Cursor>) -> Bool {
    ticket.generation == generation && slots[ticket.request.reason]?.ticket == ticket
  }

  mutating func fail(_ error: PagingError, for ticket: Ticket<Cursor>) {
    guard isCurrent(ticket) else { return }
    setBack(ticket.request.reason, by: error, for: ticket)
  }

  mutating func accept(_ page: Page<Item, Cursor>, for ticket: Ticket<Cursor>) {
    guard isCurrent(ticket) else { return }
    if let error = repeatedCursor(in: page, for: ticket) { return fail(error, for: ticket) }
    slots[ticket.request.reason] = nil
    restsUntil = page.pause.map { now + $0 }
    switch ticket.purpose {
    case .replace: replaceAll(with: page, for: ticket)
    case .merge: merge(page, for: ticket)
    case .extend(let edge): extend(edge, with: page, for: ticket)
    case .fill(let gap): fill(gap, with: page)
    }
    // What is trimmed now may be the start.
    noteStart()
    trim()
  }

  /// A page that leads to itself would be loaded for ever.
  private func repeatedCursor(
    in page: Page<Item, Cursor>, for ticket: Ticket<Cursor>
  ) -> PagingError? {
    let error = PagingError("the source gave the same cursor again", mayPass: false)
    switch (ticket.request.position, page.before, page.after) {
    case (.after(let asked), _, .more(let next)) where asked == next: return error
    case (.before(let asked), .more(let next), _) where asked == next: return error
    default: return nil
    }
  }

  mutating func replaceAll(with page: Page<Item, Cursor>, for ticket: Ticket<Cursor>) {
    generation += 1
    store.removeAll()
    slots = [:]
    droppedLeading = []
    stalls = [:]
    visible = nil
    startOrdinal = nil
    _ = store.append(page.items, as: record(of: page, for: ticket))
    if ticket.request.position == .start {
      knownHead = Set(page.items.map(\.id))
      newCount = 0
    }
    publish(.replaced(ticket.request.position == .end ? .trailing : .leading))
  }

  private mutating func extend(
    _ edge: Edge, with page: Page<Item, Cursor>, for ticket: Ticket<Cursor>
  ) {
    let came: Int
    switch edge {
    case .trailing: came = store.append(page.items, as: record(of: page, for: ticket))
    case .leading: came = prepend(page, for: ticket)
    }
    publish(.extended(edge, count: came))
    notePace(at: edge, came: came)
  }

  /// Pages that bring nothing new would be loaded for ever: after some the reader is asked.
  private mutating func notePace(at edge: Edge, came: Int) {
    stalls[edge] = came == 0 ? (stalls[edge] ?? 0) + 1 : nil
    guard let count = stalls[edge], count >= configuration.stallLimit, !holds(edge) else { return }
    pause(edge.reason, .pagesWithoutNew(count))
  }

  /// Puts a page before the first one.
  ///
  /// One that comes back by the request it first came with leads on to the first one, unless it is
  /// the head: that may have moved on since, and then a gap says so. Where items went on the server
  /// it reaches into the first one, but must lead to all of it, should that be dropped.
  private mutating func prepend(_ page: Page<Item, Cursor>, for ticket: Ticket<Cursor>) -> Int {
    var record = record(of: page, for: ticket)
    let overlaps = page.items.last.map(isHeld) ?? false
    var gap: Int?
    if droppedLeading.last == record.position {
      droppedLeading.removeLast()
      let meets = overlaps || leads(page, toPage: 0)
      if record.position == .start, !meets { gap = ticket.sequence }
    }
    switch store.pages.first?.position {
    case .start? where overlaps: return store.growFirstPage(by: page.items, before: page.before)
    case .after(let cursor)? where overlaps: record.after = .more(cursor)
    default: break
    }
    return store.prepend(page.items, as: record, gap: gap)
  }

  /// Puts a page into a gap, down to what is known below it.
  ///
  /// Where that is reached the gap closes. The page that it ended then still leads on by the cursor
  /// that was asked, so that nothing is skipped when what follows is dropped and loaded again.
  private mutating func fill(_ gap: Int, with page: Page<Item, Cursor>) {
    guard let index = store.index(of: .gap(gap)), let ended = store.pageIndex(ofGap: gap) else {
      return publish(.states)
    }
    let reach = page.items.firstIndex { (store.index(of: .item($0.id)) ?? -1) > index }
    let closes = reach != nil || leads(page, toPage: ended + 1)
    let missing = Array(page.items[..<(reach ?? page.items.count)])
    let (wereDrawn, first) = (drawn, store.firstOrdinal)
    let came = store.fill(gap: gap, with: missing, closing: closes)
    if !closes { store.setContinuation(page.after, ofPage: ended) }
    drawn = wereDrawn?.growing(by: came - (closes ? 1 : 0), at: index)
    startOrdinal = startOrdinal.map { $0 + store.firstOrdinal - first }
    renew(page.items)
    publish(.filled(count: came))
  }

  /// Whether a page says that the one at an index is next, or that nothing is.
  private func leads(_ page: Page<Item, Cursor>, toPage index: Int) -> Bool {
    guard let cursor = page.after.cursor else { return true }
    return index < store.pages.count && store.pages[index].position == .after(cursor)
  }

  func isHeld(_ item: Item) -> Bool { store.index(of: .item(item.id)) != nil }

  mutating func renew(_ items: [Item]) {
    for item in items { _ = store.replace(item) }
  }

  func record(of page: Page<Item, Cursor>, for ticket: Ticket<Cursor>) -> PageRecord<Cursor> {
    PageRecord(position: ticket.request.position, before: page.before, after: page.after)
  }
}

extension Range<Int> {
  /// The same entries, and those between them, where so many come at an index.
  fileprivate func growing(by count: Int, at index: Int) -> Range<Int> {
    let lower = lowerBound + (lowerBound > index ? count : 0)
    return lower..<Swift.max(lower, upperBound + (upperBound > index ? count : 0))
  }
}
