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
