/// What a page at an edge brings.
extension PagerMachine {
  /// Takes a page that goes on at an edge; where the list goes on from elsewhere by now, it is asked
  /// for anew.
  mutating func extend(
    _ edge: Edge, with page: Page<Item, Cursor>, for ticket: Ticket<Cursor>
  ) {
    guard var slot = slot(of: ticket) else {
      interrupted.edges.insert(edge)
      return publish(.states)
    }
    if edge == .leading { noteComeback(page, in: &slot) }
    let merged = merge(page, in: slot, asked: ticket.request.position)
    standAtEnd()
    publish(.extended(edge, count: merged.newCount))
    notePace(at: edge, came: merged.newCount)
  }

  /// A page that comes back by the request it first came with leads to what is held if it ends where
  /// it ended.
  private mutating func noteComeback(_ page: Page<Item, Cursor>, in slot: inout Slot) {
    guard !slot.precedesBelow else { return droppedLeading = [] }
    guard let dropped = droppedLeading.popLast() else { return }
    slot.precedesBelow =
      traits.hasStableCursors && dropped.end != nil && dropped.end == page.after.cursor
      && dropped.next == store.pages.first?.number
      && store.pages.first?.hasFront == true
  }

  /// Pages that bring nothing new would be loaded for ever: after some the reader is asked.
  private mutating func notePace(at edge: Edge, came: Int) {
    stalls[edge] = came == 0 ? (stalls[edge] ?? 0) + 1 : nil
    guard let count = stalls[edge], count >= configuration.stallLimit, !holds(edge) else { return }
    pause(edge.reason, .pagesWithoutNew(count))
  }
}
