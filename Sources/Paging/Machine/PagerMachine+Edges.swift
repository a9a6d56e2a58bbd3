/// What a page at an edge brings.
extension PagerMachine {
  /// Takes a page that goes on at an edge.
  mutating func extend(
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
  /// it did or reaches into what is held, and else a gap says that it may not: a known item in it may
  /// be one that stands on every page. Where items went on the server it reaches into the
  /// first one, but must lead to all of it, should that be dropped.
  private mutating func prepend(_ page: Page<Item, Cursor>, for ticket: Ticket<Cursor>) -> Int {
    let page = takingBeyondStart(page)
    var record = record(of: page, for: ticket)
    let overlaps = page.items.last.map(isHeld) ?? false
    var gap: Int?
    if let dropped = droppedLeading.last, dropped.position == record.position {
      droppedLeading.removeLast()
      let first = store.isEmpty ? nil : store[0].id
      let reaches = overlaps && page.items.contains { .item($0.id) == first }
      let meets = reaches || page.after.cursor == nil || dropped.ends(like: page)
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
}
