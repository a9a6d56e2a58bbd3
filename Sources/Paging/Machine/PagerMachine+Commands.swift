/// What a reader asks for.
extension PagerMachine {
  /// Looks at the head.
  ///
  /// A refresh outranks the edges, whose loads are stopped and asked for anew when it is over; one
  /// that is running is not begun again.
  mutating func refresh() {
    guard slots[.refresh]?.ticket == nil else { return }
    slots[.refresh] = nil
    lookAt(.start, for: hasLoaded ? .merge : .replace)
  }

  /// Goes to a true end.
  ///
  /// Where it is held there is nothing to load, unless the source said that more may have come; one
  /// load goes there where the source can be entered. The last of several jumps counts.
  mutating func jump(to edge: Edge) {
    let place: PageRequest<Cursor>.Position = edge == .leading ? .start : .end
    guard hasLoaded, jumpPlace != place else { return }
    if jumpPlace != nil {
      stop(.refresh)
      publish(.states)
    }
    if holds(edge) { return extend(edge) }
    guard edge == .leading || opensAtEnd else { return }
    stop(.refresh)
    slots[.refresh] = nil
    lookAt(place, for: .replace)
  }

  /// Loads at an edge now, whatever is drawn; tries again what failed there.
  mutating func loadMore(_ edge: Edge) {
    guard hasLoaded else { return refresh() }
    forgive(edge)
    extend(edge)
  }

  /// Loads what a gap lacks, from its upper side.
  mutating func fill(_ gap: Int) {
    guard slots[.refresh]?.ticket == nil, slots[.gap]?.ticket == nil,
      let page = store.pageIndex(ofGap: gap), let cursor = store.pages[page].after.cursor
    else { return }
    issue(.gap, at: .after(cursor), for: .fill(gap: gap))
  }

  /// Tries again what failed or was cancelled, as it was asked.
  mutating func retry() {
    if let ticket = slots[.refresh]?.stopped {
      slots[.refresh] = nil
      lookAt(ticket.request.position, for: ticket.purpose)
    }
    for edge in Edge.allCases where slots[edge.reason]?.problem != nil {
      forgive(edge)
      extend(edge)
    }
    if case .fill(let gap)? = slots[.gap]?.stopped?.purpose {
      slots[.gap] = nil
      fill(gap)
    }
  }

  /// Forgets what stands against a load at an edge.
  private mutating func forgive(_ edge: Edge) {
    guard slots[edge.reason]?.ticket == nil else { return }
    slots[edge.reason] = nil
    stalls[edge] = nil
  }

  /// Stops all that is running, and what waits for a refresh that is; none of it goes on until a
  /// key asks.
  mutating func cancelAll() {
    let waiting = slots[.refresh]?.ticket == nil ? [] : Edge.allCases.filter(wants)
    for reason in LoadReason.allCases {
      guard let ticket = slots[reason]?.ticket ?? waitingTicket(reason) else { continue }
      stop(reason)
      slots[reason] = LoadSlot(problem: .cancelled, stopped: ticket)
      publish(.states)
    }
    for edge in waiting where isIdle(edge.reason) {
      slots[edge.reason] = LoadSlot(problem: .cancelled)
    }
  }

  /// The place that a running jump leads to.
  private var jumpPlace: PageRequest<Cursor>.Position? {
    guard let ticket = slots[.refresh]?.ticket, ticket.purpose == .replace else { return nil }
    return ticket.request.position
  }

  private func waitingTicket(_ reason: LoadReason) -> Ticket<Cursor>? {
    guard case .waiting? = slots[reason]?.problem else { return nil }
    return slots[reason]?.stopped
  }

  mutating func lookAt(
    _ position: PageRequest<Cursor>.Position, for purpose: Ticket<Cursor>.Purpose
  ) {
    for reason in [LoadReason.append, .prepend, .gap] { stop(reason) }
    issue(.refresh, at: position, for: purpose)
  }
}
