/// What a look at the head brings.
extension PagerMachine {
  /// Merges the head by identity: what is new goes before what is known.
  ///
  /// Where the two do not meet a gap stands between them. Nothing that the reader sees moves. While
  /// the true start is not held, what is new is only counted: the leading edge leads to it.
  mutating func merge(_ page: Page<Item, Cursor>, for ticket: Ticket<Cursor>) {
    guard !store.isEmpty else { return replaceAll(with: page, for: ticket) }
    guard configuration.refresh == .merge else { return renewAll(with: page, for: ticket) }
    guard holds(.leading) || !knownHead.isEmpty else { return meetHead(page) }
    let items = holds(.leading) ? fillGaps(with: page) : page.items
    let meets = !holds(.leading) || page.after.cursor == nil || runsIntoList(items)
    let fresh = newItems(of: items, meeting: meets)
    let new = Set(fresh.map(\.id)).count
    newCount += new
    noteHead(page)
    if !holds(.leading) {
      startOrdinal = startOrdinal.map { $0 - new }
    } else if meets {
      _ = store.growFirstPage(by: fresh, before: page.before)
    } else {
      noteGap(ticket.sequence, above: page, of: fresh.count)
      _ = store.prepend(fresh, as: record(of: page, for: ticket), gap: ticket.sequence)
    }
    renew(page.items)
    renewEnd(by: page)
    publish(.refreshed(new: new))
  }

  /// A list that was begun in the middle learns what the head is; how much of it is new to the
  /// reader cannot be known.
  private mutating func meetHead(_ page: Page<Item, Cursor>) {
    noteHead(page)
    renew(page.items)
    publish(.states)
  }

  /// What a look at the head stopped, or kept waiting, goes on when that is over: from where the list
  /// leads on by then.
  mutating func resume() {
    guard slots[.refresh]?.ticket == nil else { return }
    for edge in Edge.allCases where interruptedEdges.contains(edge) {
      if position(beyond: edge) != nil, isIdle(edge.reason), mayAsk(for: edge.reason) {
        extend(edge)
      }
    }
    interruptedEdges = []
    resumeFilling()
  }

  private mutating func resumeFilling() {
    guard let filling = interruptedFill else { return }
    interruptedFill = nil
    guard case .fill(let gap, let side) = filling.purpose, isIdle(.gap),
      index(of: .gap(gap)) != nil
    else { return }
    slots[.gap] = LoadSlot(stopped: filling)
    if mayAsk(for: .gap) { fill(gap, from: side) }
  }

  /// A head that reaches the last entry says what lies beyond it by now.
  private mutating func renewEnd(by page: Page<Item, Cursor>) {
    guard let last = page.items.last, store.index(of: .item(last.id)) == count - 1 else { return }
    store.setContinuation(page.after, at: .trailing, ofPage: store.pages.count - 1)
  }

  /// Puts the head in the place of the list.
  private mutating func renewAll(with page: Page<Item, Cursor>, for ticket: Ticket<Cursor>) {
    let new = newItems(of: page.items, meeting: false)
    startAnew(with: page, for: ticket)
    newCount += new.count
    noteHead(page)
    publish(.refreshed(new: new.count))
  }

  /// Remembers what the newest items are, and what the source knows them by.
  mutating func noteHead(_ page: Page<Item, Cursor>) {
    validator = page.validator
    // A closure, for a key path of a generic type is looked up at run time: a twentieth of a start.
    if !page.items.isEmpty { knownHead = Set(page.items.map { $0.id }) }
  }

  /// Tells how many items a new gap lacks, where the source counts: those that came and are not in
  /// the head.
  private mutating func noteGap(_ gap: Int, above page: Page<Item, Cursor>, of fresh: Int) {
    guard let old = total, let new = page.extent?.total else { return }
    gapSizes[gap] = new - old - fresh
  }

  /// Whether the head leads down to what is held, or beyond all of it.
  ///
  /// That one item in it is held does not say so: it may be pinned to the top.
  private func runsIntoList(_ items: [Item]) -> Bool {
    guard let last = items.last, !isHeld(last), !wentBelow(last) else { return true }
    let end = store[count - 1].id
    return items.contains { .item($0.id) == end || store.pages.count == 1 && isHeld($0) }
  }

  /// The unknown items; of a head that meets the list, those down to the last that was in the head
  /// before, for what follows lies deeper.
  private func newItems(of items: [Item], meeting: Bool) -> [Item] {
    // Where all that is held went on the server the head is what was dropped below.
    let isBelow = items.last.map(wentBelow) ?? false
    let reach =
      items.lastIndex(where: wasHead)
      ?? items.firstIndex { isHeld($0) || isBelow && wentBelow($0) } ?? items.count
    return items[..<(meeting ? reach : items.count)].filter { !isHeld($0) && !wasHead($0) }
  }

  private func wentBelow(_ item: Item) -> Bool { store.wasDropped(item.id, at: .trailing) }

  private func wasHead(_ item: Item) -> Bool {
    guard holds(.leading) else { return knownHead.contains(item.id) }
    return store.index(of: .item(item.id)).map { $0 < store.pages[0].count } ?? false
  }
}
