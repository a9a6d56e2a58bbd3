/// Pages at an edge.
extension PagerMachine {
  /// Merges a page at an edge; if the list now continues from another place, a page is requested
  /// there instead.
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
    if edge == .leading { noteReloaded(page, in: &slot) }
    if ticket.request.position == .start { droppedLeading = [] }
    let merged = merge(page, in: slot, asked: ticket.request.position)
    standAtEnd()
    publish(.extended(edge, count: merged.newCount))
    stalls[edge] = merged.newCount == 0 ? (stalls[edge] ?? 0) + 1 : nil
  }

  /// Drops the last gap and the entries below it if the page begins with an item from above that
  /// gap; returns whether it did.
  ///
  /// Either the item has moved, or the rows below the gap were deleted. If the page were merged,
  /// the items that fill the gap would be removed each time such a page is loaded. Instead the list
  /// continues above the gap, so that nothing is lost. Drawn items are not dropped.
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

  /// Records whether a page that was dropped and loaded again still ends where the held entries
  /// begin.
  ///
  /// That is known only if the cursor at the end of the page is the same as when it was dropped.
  private mutating func noteReloaded(_ page: Page<Item, Cursor>, in slot: inout Slot) {
    // If the first page has no backward cursor, that page itself was requested again.
    guard store.pages.first?.hasBackwardCursor == true else { return }
    guard !slot.precedesBelow else { return droppedLeading = [] }
    guard let dropped = droppedLeading.popLast() else { return }
    slot.precedesBelow =
      traits.hasStableCursors && dropped.end != nil && dropped.end == page.after.cursor
      && dropped.next == store.pages.first?.number
      && store.pages.first?.hasFront == true && store.pages.first?.isEdited == false
  }

  /// Whether loads at an edge may continue automatically; after several pages without new items
  /// they stop until the reader asks, because otherwise pages might be loaded forever.
  mutating func mayGoOn(_ edge: Edge) -> Bool {
    guard let count = stalls[edge], count >= configuration.stallLimit else { return true }
    pause(edge.reason, .pagesWithoutNew(count))
    return false
  }
}
