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

  /// Begins in the middle; the head is one jump away, and going back leads there.
  mutating func open(after cursor: Cursor) {
    guard !hasLoaded, slots[.refresh]?.ticket == nil else { return }
    slots[.refresh] = nil
    lookAt(.after(cursor), for: .replace)
  }

  /// Goes to a true end.
  ///
  /// Where it is held there is nothing to load, unless the source said that more may have come after
  /// it; one load goes there where the source can be entered. The last of several jumps counts.
  mutating func jump(to edge: Edge) {
    let place: PageRequest<Cursor>.Position = edge == .leading ? .start : .end
    guard hasLoaded, jumpPlace != place else { return }
    defer { resume() }
    if jumpPlace != nil {
      stop(.refresh)
      publish(.states)
    }
    if holds(edge) { return edge == .trailing ? extend(edge) : () }
    guard edge == .leading || opensAtEnd else { return }
    stop(.refresh)
    slots[.refresh] = nil
    lookAt(place, for: .replace)
  }

  /// Loads at an edge now, whatever is drawn; tries again what failed there.
  mutating func loadMore(_ edge: Edge) {
    guard hasLoaded else { return refresh() }
    forgive(edge)
    if slots[.refresh]?.ticket != nil { interruptedEdges.insert(edge) }
    extend(edge)
  }

  /// Goes on loading to the end of a chain, as if the reader stood there.
  mutating func seekEnd() {
    guard hasLoaded else { return refresh() }
    forgive(.trailing)
    seeksEnd = !holds(.trailing)
    standAtEnd()
  }

  /// What comes while the end is sought passes by, so that it can be dropped again.
  mutating func standAtEnd() {
    guard seeksEnd else { return }
    seeksEnd = !holds(.trailing)
    if count > 0 { drawn = count - 1..<count }
  }

  /// Tries again what failed or was cancelled, as it was asked.
  ///
  /// Where a cursor leads nowhere any more the list is begun anew: what follows the first page would
  /// not fit what is held.
  mutating func retry() {
    if hasExpired { return beginAnew() }
    if let ticket = slots[.refresh]?.stopped {
      slots[.refresh] = nil
      lookAgain(ticket)
    }
    for edge in Edge.allCases where slots[edge.reason]?.problem != nil {
      forgive(edge)
      extend(edge)
    }
    if case .fill(let gap, let side)? = slots[.gap]?.stopped?.purpose {
      slots[.gap] = nil
      fill(gap, from: side)
    }
  }

  private mutating func beginAnew() {
    guard jumpPlace != .start else { return }
    stop(.refresh)
    lookAt(.start, for: .replace)
  }

  /// Whether a load failed for good because its cursor is not known any more.
  private var hasExpired: Bool {
    slots.values.contains {
      if case .failed(let error)? = $0.problem { error.hasExpired } else { false }
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
    interruptedFill = nil
    interruptedEdges = []
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
    if let filling = slots[.gap]?.ticket { interruptedFill = filling }
    for edge in Edge.allCases where slots[edge.reason]?.ticket != nil {
      interruptedEdges.insert(edge)
    }
    for reason in [LoadReason.append, .prepend, .gap] { stop(reason) }
    issue(.refresh, at: position, for: purpose)
  }

  /// Looks again where a look failed: at the head, at an end, or at what is drawn by now.
  mutating func lookAgain(_ ticket: Ticket<Cursor>) {
    if case .item = ticket.request.position { return demandPlace() }
    lookAt(ticket.request.position, for: ticket.purpose)
  }
}
