/// How gaps are filled.
extension PagerMachine {
  /// Loads what a gap lacks, from the side of the entries above it or of those below.
  ///
  /// Where the source cannot go back from those below it is filled from above. The last gap asked
  /// for counts: a load for another one is stopped. Where nothing leads into it, what is above the list
  /// does.
  mutating func fill(_ gap: Int, from side: Edge) {
    guard !loads.isOut(.refresh), !isForeign, store.page(ofGap: gap) != nil else { return }
    guard let way = way(into: gap, from: side) else { return extend(.leading) }
    let side = way.side
    if let ticket = loads.out(.gap) {
      guard ticket.purpose != .fill(gap: gap, from: side) else { return }
      stop(.gap)
    }
    issue(.gap, at: way.position, for: .fill(gap: gap, from: side))
    for edge in Edge.allCases where isBehindFilledGap(edge) { stop(edge.reason) }
  }

  /// Whether the gap that is being filled lies between what is drawn and an edge.
  ///
  /// The reader comes to the gap first, so the edge waits. An answer from there may also take the item
  /// that the gap is entered from, and go again for the sake of memory: then neither would get on.
  func isBehindFilledGap(_ edge: Edge) -> Bool {
    guard let drawn, let gap = loads.out(.gap)?.gap, let entry = index(of: .gap(gap)) else {
      return false
    }
    return edge == .leading ? entry < drawn.upperBound : entry >= drawn.lowerBound
  }

  /// How a gap is entered.
  struct GapWay {
    let side: Edge
    let position: PageRequest<Cursor>.Position
    /// The page from which it leads on, or which is asked for again.
    let page: Int
    /// Whether that is asked for again, because no cursor leads on from its end.
    var isAgain = false
  }

  /// Where a gap is entered: from the wanted side, if anything leads in there.
  func way(into gap: Int, from side: Edge) -> GapWay? {
    guard let page = store.page(ofGap: gap), page + 1 < store.pages.count else { return nil }
    let up = wayUp(from: page + 1)
    return side == .trailing && up != nil ? up : wayDown(from: page) ?? up
  }

  private func wayUp(from page: Int) -> GapWay? {
    let below = store.pages[page]
    guard let cursor = below.before.cursor else { return nil }
    if below.hasBackwardCursor {
      return GapWay(side: .trailing, position: .before(cursor), page: page)
    }
    return below.position.map {
      GapWay(side: .trailing, position: $0, page: page, isAgain: true)
    }
  }

  /// The nearest page above that leads on, or can be asked for again.
  private func wayDown(from page: Int) -> GapWay? {
    for candidate in (0...page).reversed() {
      let above = store.pages[candidate]
      if above.hasForwardCursor, let cursor = above.after.cursor {
        return GapWay(side: .leading, position: .after(cursor), page: candidate)
      }
      if let position = above.position {
        return GapWay(side: .leading, position: position, page: candidate, isAgain: true)
      }
    }
    return nil
  }

  /// Puts a page into a gap, which closes where the page is proved to meet what is on its other side.
  mutating func fill(
    _ gap: Int, from side: Edge, with page: Page<Item, Cursor>, for ticket: Ticket<Cursor>
  ) {
    guard let slot = slot(of: ticket) else {
      // It is entered elsewhere by now, if it is still there.
      interrupted.remember(ticket)
      return publish(.states)
    }
    guard !Merge(of: page, in: slot, of: store, traits: traits).takesLaterAway else {
      giveUpWay(into: gap, from: side)
      interrupted.remember(ticket)
      return publish(.states)
    }
    let merged = merge(page, in: slot, asked: ticket.request.position)
    noteFilled(gap, by: merged.newCount)
    publish(.filled(merged.new, from: side))
  }

  /// Gives up the cursor that leads into a gap: it leads past what came later than its page.
  ///
  /// The gap stays. It is entered elsewhere, or the page is asked for again.
  private mutating func giveUpWay(into gap: Int, from side: Edge) {
    guard let way = way(into: gap, from: side) else { return }
    store.renewSides(ofPage: way.page) { page in
      switch way.side {
      case .leading: page.hasForwardCursor = false
      case .trailing: page.hasBackwardCursor = false
      }
    }
  }

  /// What a gap's load is at; `.idle` for a gap that is closed.
  public func state(ofGap gap: Int) -> LoadState {
    let slot = loads[.gap]
    guard (slot.ticket ?? slot.stopped)?.gap == gap else { return .idle }
    return state(of: .gap)
  }

  /// About how many items a gap lacks, at least 1; nil where the source does not count them.
  ///
  /// Cost: O(1).
  public func missingCount(inGap gap: Int) -> Int? { gapSizes[gap].map { max(1, $0) } }

  /// The entries that are told to have filled a gap.
  var filledEntries: [PagerEntry<Item>.ID] {
    changes.flatMap { change -> [PagerEntry<Item>.ID] in
      guard case .filled(let entries, _) = change else { return [] }
      return entries.map { store[$0].id }
    }
  }

  /// Tells of them by their indices when edits were made after that.
  mutating func renumberFilled(_ entries: [PagerEntry<Item>.ID]) {
    let indices = entries.compactMap(index(of:))
    for index in changes.indices {
      guard case .filled(let old, let side) = changes[index] else { continue }
      let none = min(old.lowerBound, count)
      let first = indices.min() ?? none
      changes[index] = .filled(first..<(indices.max().map { $0 + 1 } ?? none), from: side)
    }
  }

  private mutating func noteFilled(_ gap: Int, by count: Int) {
    let isOpen = index(of: .gap(gap)) != nil
    gapSizes[gap] = isOpen ? gapSizes[gap].map { $0 - count } : nil
  }
}
