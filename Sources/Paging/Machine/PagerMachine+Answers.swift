/// What becomes of an answer.
extension PagerMachine {
  /// Whether an answer still counts: it is the one that its reason waits for.
  private func isCurrent(_ ticket: Ticket<Cursor>) -> Bool {
    ticket.generation == generation && slots[ticket.request.reason]?.ticket == ticket
  }

  mutating func fail(_ error: PagingError, for ticket: Ticket<Cursor>) {
    guard isCurrent(ticket) else { return }
    setBack(ticket.request.reason, by: error, for: ticket)
    resume()
  }

  mutating func accept(_ page: Page<Item, Cursor>, for ticket: Ticket<Cursor>) {
    guard isCurrent(ticket) else { return }
    if let error = refusal(of: page, for: ticket) { return fail(error, for: ticket) }
    noteLatency(of: ticket)
    slots[ticket.request.reason] = nil
    restsUntil = page.pause.map { now + $0 }
    take(page.withoutRepeats, for: ticket)
    noteExtent(of: page)
    // What is trimmed now may be the start.
    noteStart()
    trim()
    resume()
  }

  private mutating func take(_ page: Page<Item, Cursor>, for ticket: Ticket<Cursor>) {
    leftOutCount += page.leftOut
    switch ticket.purpose {
    case .replace: replaceAll(with: page, for: ticket)
    case .merge where page.isUnchanged: publish(.refreshed(new: 0))
    case .merge: merge(page, for: ticket)
    case .extend(let edge): extend(edge, with: page, for: ticket)
    case .fill(let gap, let side): fill(gap, from: side, with: page)
    }
  }

  private mutating func noteLatency(of ticket: Ticket<Cursor>) {
    if let slot = slots[ticket.request.reason] { pace.note(latency: now - slot.sentAt) }
  }

  /// Why a page cannot be taken: one that leads to itself, or does not hold the item it was asked
  /// for, would be loaded for ever.
  private func refusal(of page: Page<Item, Cursor>, for ticket: Ticket<Cursor>) -> PagingError? {
    if case .item(let item) = ticket.request.position {
      let start = page.extent?.start
      let holds = start.map { $0 <= item && item < $0 + page.items.count } ?? false
      return holds ? nil : PagingError("the source has no item \(item + 1)", mayPass: false)
    }
    let error = PagingError("the source gave the same cursor again", mayPass: false)
    switch (ticket.request.position, page.before, page.after) {
    case (.after(let asked), _, .more(let next)) where asked == next: return error
    case (.before(let asked), .more(let next), _) where asked == next: return error
    default: return nil
    }
  }

  mutating func replaceAll(with page: Page<Item, Cursor>, for ticket: Ticket<Cursor>) {
    let place = visiblePlace
    startAnew(with: page, for: ticket)
    if ticket.request.position == .start {
      noteHead(page)
      newCount = 0
    }
    switch ticket.request.position {
    case .item:
      noteExtent(of: page)
      visiblePlace = place
      publish(.moved)
    case .end: publish(.replaced(.trailing))
    default: publish(.replaced(.leading))
    }
  }

  /// Forgets the list, and makes one of a page.
  mutating func startAnew(with page: Page<Item, Cursor>, for ticket: Ticket<Cursor>) {
    generation += 1
    store.removeAll()
    slots = [:]
    droppedLeading = []
    stalls = [:]
    gapSizes = [:]
    interruptedEdges = []
    visible = nil
    startOrdinal = nil
    leftOutCount = page.leftOut
    pace.forgetPlace()
    _ = store.append(page.items, as: record(of: page, for: ticket))
  }

  private mutating func extend(
    _ edge: Edge, with page: Page<Item, Cursor>, for ticket: Ticket<Cursor>
  ) {
    let came: Int
    switch edge {
    case .trailing: came = append(page, for: ticket)
    case .leading: came = prepend(page, for: ticket)
    }
    if holds(edge) { store.forgetDropped(at: edge) }
    standAtEnd()
    publish(.extended(edge, count: came))
    notePace(at: edge, came: came)
  }

  /// Pages that bring nothing new would be loaded for ever: after some the reader is asked.
  private mutating func notePace(at edge: Edge, came: Int) {
    stalls[edge] = came == 0 ? (stalls[edge] ?? 0) + 1 : nil
    guard let count = stalls[edge], count >= configuration.stallLimit, !holds(edge) else { return }
    pause(edge.reason, .pagesWithoutNew(count))
  }

  /// Puts a page after the last one.
  ///
  /// Where it reaches back into what is held, its cursor leads to what lies before that. Should the
  /// page above it be dropped, the way back to all of that one is to ask for it as at first; the end
  /// of a list is not the same for long, so that what is added to it becomes a part of it.
  private mutating func append(_ page: Page<Item, Cursor>, for ticket: Ticket<Cursor>) -> Int {
    var record = record(of: page, for: ticket)
    record.isWhole = !(page.items.first.map(isHeld) ?? false)
    if page.before.cursor != nil, page.items.contains(where: isHeld) {
      if store.pages.last?.position == .end {
        return store.growLastPage(by: page.items, after: page.after)
      }
      record.before = .end
    }
    return store.append(page.items, as: record)
  }

  /// Puts a page before the first one.
  ///
  /// One that comes back by the request it first came with leads on to the first one if it ends as
  /// it did, and else a gap says that it may not. Where items went on the server it reaches into the
  /// first one, but must lead to all of it, should that be dropped.
  private mutating func prepend(_ page: Page<Item, Cursor>, for ticket: Ticket<Cursor>) -> Int {
    let page = takingBeyondStart(page)
    var record = record(of: page, for: ticket)
    let overlaps = page.items.last.map(isHeld) ?? false
    var gap: Int?
    if let dropped = droppedLeading.last, dropped.position == record.position {
      droppedLeading.removeLast()
      let meets = overlaps || page.after.cursor == nil || dropped.ends(like: page)
      gap = meets ? nil : ticket.sequence
    }
    switch store.pages.first?.position {
    case .start? where overlaps: return store.growFirstPage(by: page.items, before: page.before)
    case .after(let cursor)? where overlaps: record.after = .more(cursor)
    default: break
    }
    return store.prepend(page.items, as: record, gap: gap)
  }

  /// A page up to the first entry that is held: what lies beyond that belongs into a gap there, or
  /// is renewed where it stands.
  private mutating func takingBeyondStart(_ page: Page<Item, Cursor>) -> Page<Item, Cursor> {
    guard let first = store.isEmpty ? nil : store[0].id,
      let reach = page.items.firstIndex(where: { .item($0.id) == first }),
      reach > 0 || gap(below: 0) != nil
    else { return page }
    var (page, beyond) = (page, page)
    page.items.removeSubrange((reach + 1)...)
    beyond.items.removeSubrange(..<reach)
    renew(fillGaps(with: beyond))
    return page
  }

  /// Whether a page says that the one at an index is next, or that nothing is.
  func leads(_ page: Page<Item, Cursor>, toPage index: Int) -> Bool {
    guard let cursor = page.after.cursor else { return true }
    guard index < store.pages.count, store.pages[index].isWhole else { return false }
    return store.pages[index].position == .after(cursor)
  }

  func isHeld(_ item: Item) -> Bool { store.index(of: .item(item.id)) != nil }

  mutating func renew(_ items: [Item]) {
    for item in items { _ = store.replace(item) }
  }

  func record(of page: Page<Item, Cursor>, for ticket: Ticket<Cursor>) -> PageRecord<Cursor> {
    PageRecord(position: ticket.request.position, before: page.before, after: page.after)
  }
}
