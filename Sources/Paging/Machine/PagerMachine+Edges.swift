/// What a page at an edge brings.
extension PagerMachine {
  /// Takes a page that goes on at an edge; where the list goes on from elsewhere by now, it is
  /// asked for again.
  mutating func extend(
    _ edge: Edge, with page: Page<Item, Cursor>, for ticket: Ticket<Cursor>
  ) {
    guard var slot = slot(of: ticket) else {
      interrupted.edges.insert(edge)
      return publish(.states)
    }
    if edge == .trailing, dropsEnd(before: page) {
      stalls[edge, default: 0] += 1
      return
    }
    if edge == .leading { noteComeback(page, in: &slot) }
    if ticket.request.position == .start { droppedLeading = [] }
    let merged = merge(page, in: slot, asked: ticket.request.position)
    standAtEnd()
    publish(.extended(edge, count: merged.newCount))
    stalls[edge] = merged.newCount == 0 ? (stalls[edge] ?? 0) + 1 : nil
  }

  /// Drops what is below the last gap, if the page begins with an item from above that; says whether
  /// it did.
  ///
  /// Either the item has moved, or the rows below the gap are gone. Merging the page would take away
  /// what fills the gap, each time it is filled. The list goes on above the gap instead, so nothing is
  /// lost. Rows that are drawn are not dropped.
  private mutating func dropsEnd(before page: Page<Item, Cursor>) -> Bool {
    guard let first = page.items.first.flatMap({ index(of: .item($0.id)) }), let drawn,
      let gap = store.gaps(in: first..<count).max(), drawn.upperBound <= gap + 1
    else { return false }
    let held = count
    keepingPlace { while $0.count > gap { $0.store.dropLastPage() } }
    forgetLostGap()
    publish(.dropped(.trailing, count: held - count))
    return true
  }

  /// A page that comes back by the request it first came with leads to what is held if it ends
  /// where it ended.
  private mutating func noteComeback(_ page: Page<Item, Cursor>, in slot: inout Slot) {
    // One that no cursor leads back from was asked for again itself.
    guard store.pages.first?.hasBackwardCursor == true else { return }
    guard !slot.precedesBelow else { return droppedLeading = [] }
    guard let dropped = droppedLeading.popLast() else { return }
    slot.precedesBelow =
      traits.hasStableCursors && dropped.end != nil && dropped.end == page.after.cursor
      && dropped.next == store.pages.first?.number
      && store.pages.first?.hasFront == true && store.pages.first?.isEdited == false
  }

  /// Pages that bring nothing new would be loaded for ever: after some the reader is asked.
  mutating func mayGoOn(_ edge: Edge) -> Bool {
    guard let count = stalls[edge], count >= configuration.stallLimit else { return true }
    pause(edge.reason, .pagesWithoutNew(count))
    return false
  }
}
