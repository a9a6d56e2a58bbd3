/// Filling gaps.
extension PagerMachine {
  /// Loads the missing items of a gap, continuing from the entries above it or below it.
  ///
  /// If the source cannot page backward, the gap is filled from above. Only the last requested gap
  /// is filled: a load for another gap is stopped. If no page leads into the gap, the list is
  /// extended at its leading edge.
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

  /// Whether the gap that is being filled is drawn, or lies between the drawn entries and an edge.
  ///
  /// The reader reaches the gap before the edge, so the edge waits. Otherwise a page at the edge
  /// could remove the item from which the gap is filled, and then be dropped to save memory, so
  /// that neither load would make progress.
  func isBehindFilledGap(_ edge: Edge) -> Bool {
    guard let drawn, let gap = loads.out(.gap)?.gap, let entry = index(of: .gap(gap)) else {
      return false
    }
    return edge == .leading ? entry < drawn.upperBound : entry >= drawn.lowerBound
  }

  /// The request that fills a gap.
  struct GapWay {
    let side: Edge
    let position: PageRequest<Cursor>.Position
    /// The page whose cursor leads into the gap, or the page to request again.
    let page: Int
    /// Whether that page is requested again, because it has no cursor that leads into the gap.
    var isAgain = false
  }

  /// Returns the request that fills a gap: from the given side, or from the other side if only a
  /// page there leads into the gap; nil if no page does.
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

  /// Returns the request from the nearest page above the gap that has a forward cursor or can be
  /// requested again.
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

  /// Merges a page into a gap; the gap closes if the page is proved to reach the entries on the
  /// other side.
  mutating func fill(
    _ gap: Int, from side: Edge, with page: Page<Item, Cursor>, for ticket: Ticket<Cursor>
  ) {
    guard let slot = slot(of: ticket) else {
      // If the gap still exists, another page leads into it now.
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

  /// Invalidates the cursor that leads into a gap, because the cursor would skip items that arrived
  /// later than the cursor.
  ///
  /// The gap stays. Another page leads into it, or the page of the cursor is requested again.
  private mutating func giveUpWay(into gap: Int, from side: Edge) {
    guard let way = way(into: gap, from: side) else { return }
    store.renewSides(ofPage: way.page) { page in
      switch way.side {
      case .leading: page.hasForwardCursor = false
      case .trailing: page.hasBackwardCursor = false
      }
    }
  }

  /// Returns the state of the load that fills a gap; `.idle` if no load concerns the gap.
  public func state(ofGap gap: Int) -> LoadState {
    let slot = loads[.gap]
    guard (slot.ticket ?? slot.stopped)?.gap == gap else { return .idle }
    return state(of: .gap)
  }

  /// Returns the approximate number of items missing in a gap, at least 1; nil if it is not known.
  ///
  /// Cost: O(1).
  public func missingCount(inGap gap: Int) -> Int? { gapSizes[gap].map { max(1, $0) } }

  /// The entries that were reported as filling a gap.
  var filledEntries: [PagerEntry<Item>.ID] {
    changes.flatMap { change -> [PagerEntry<Item>.ID] in
      guard case .filled(let entries, _) = change else { return [] }
      return entries.map { store[$0].id }
    }
  }

  /// Updates the reported indices of the given entries after the edits were applied again.
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
