/// The reader's commands.
extension PagerMachine {
  /// Jumps to a position.
  ///
  /// A jump to the true start or end loads nothing if that place is held, except that a jump to the
  /// end continues loading there if the source has reported that more items may exist by now. Any
  /// other jump that the source allows makes one load at the position, and a second one if the page
  /// is too short because the end is near. If several jumps are requested, the last one counts. A
  /// jump that is not possible leaves the list as it is.
  mutating func jump(to position: PageRequest<Cursor>.Position) {
    // The command has removed failures, even if the jump is not possible, so their loads go on now.
    defer { resume() }
    guard canJump(to: position) else { return }
    // A load for placeholders does not count as a jump, because the reader stays at the
    // placeholders.
    guard jumpPlace != position || loads.out(.refresh)?.isForPlace == true else { return }
    if jumpPlace != nil {
      stop(.refresh)
      landing = nil
      publish(.states)
    }
    if let edge = position.edge, isHeld(position) {
      // A failed jump is abandoned.
      if loads[.refresh].stopped?.replacesList == true { loads.clear(.refresh) }
      return edge == .trailing ? extend(edge) : ()
    }
    stop(.refresh)
    loads.clear(.refresh)
    issueRefresh(position, for: .replace)
  }

  /// Whether a jump is possible: the source can be opened there, or the position is held.
  func canJump(to position: PageRequest<Cursor>.Position) -> Bool {
    canEnter(at: position) || isHeld(position)
  }

  private func canEnter(at position: PageRequest<Cursor>.Position) -> Bool {
    switch position {
    case .start, .after, .before: true
    case .end: traits.opensAtEnd
    case .number: traits.opensAtItems
    }
  }

  /// Whether the position is the true start or end and is held.
  private func isHeld(_ position: PageRequest<Cursor>.Position) -> Bool {
    position.edge.map { hasLoaded && !isForeign && reaches($0) } ?? false
  }

  /// Replaces the source; the entries stay until the new source has answered.
  ///
  /// If a first page was requested before, a page of the new source is requested immediately, even
  /// if the earlier request failed, is waiting or was stopped.
  mutating func exchange(_ traits: PagingTraits, at position: PageRequest<Cursor>.Position) {
    let isUsed = hasLoaded || !loads.isIdle(.refresh)
    for reason in LoadReason.allCases { stop(reason) }
    loads.beginGeneration()
    self.traits = traits
    store.forgetSource()
    head.forget()
    (stalls, pendingEdits) = ([:], [])
    (interrupted, round, landing) = (Interruption(), RefreshRound(), nil)
    (restsUntil, total, isMiscounted, gapSizes) = (nil, nil, false, [:])
    loads.allowRequests()
    isForeign = hasLoaded
    if isUsed { issueRefresh(canEnter(at: position) ? position : .start, for: .replace) }
  }

  /// Loads a page at an edge, now or after a running refresh, regardless of which entries are
  /// drawn; retries a failed load there.
  mutating func loadMore(_ edge: Edge) {
    guard hasLoaded, !isForeign else { return startLoading() }
    forgive(edge)
    if loads.isOut(.refresh) { interrupted.ask(edge) }
    extend(edge)
  }

  /// Loads pages up to the end of a chain, as if the reader were there.
  mutating func seekEnd() {
    guard hasLoaded else { return startLoading() }
    guard !isForeign else {
      // Whether the old rows reach an end says nothing about the new source.
      seeksEnd = true
      return startLoading()
    }
    forgive(.trailing)
    seeksEnd = !reaches(.trailing)
    standAtEnd()
  }

  /// Loads the first page of the source, unless it is already being loaded; if the request for it
  /// has failed or was stopped, repeats that request.
  private mutating func startLoading() {
    guard !loads.isOut(.refresh) else { return }
    guard let ticket = loads[.refresh].stopped, !loads.hasExpired else { return refresh() }
    loads.clear(.refresh)
    repeatRefresh(ticket)
  }

  /// Moves the viewport to the end while the end is being sought, so that passed pages can be
  /// dropped.
  mutating func standAtEnd() {
    guard seeksEnd else { return }
    seeksEnd = !reaches(.trailing)
    if count > 0 { drawn = count - 1..<count }
  }

  /// Retries loads that failed, are waiting or paused, or were cancelled.
  ///
  /// If a cursor has expired, the list restarts, because the pages after a new first page would not
  /// fit the held pages.
  mutating func retry() {
    if loads.hasExpired { return beginAnew() }
    if loads[.refresh].problem != nil {
      let ticket = loads[.refresh].stopped
      loads.clear(.refresh)
      // Without a ticket, a load for placeholders was not started; `demand` starts it now.
      if let ticket { repeatRefresh(ticket) } else { publish(.states) }
    }
    for edge in Edge.allCases where loads[edge.reason].problem != nil || rests(edge) {
      forgive(edge)
      extend(edge)
    }
    if case .fill(let gap, let side)? = loads[.gap].stopped?.purpose {
      loads.clear(.gap)
      fill(gap, from: side)
    }
  }

  /// Whether loading at an edge waits because the source has asked for a pause.
  private func rests(_ edge: Edge) -> Bool { restsUntil != nil && wantsMore(edge) }

  private mutating func beginAnew() {
    guard jumpPlace != .start else { return }
    stop(.refresh)
    issueRefresh(.start, for: .replace)
  }

  /// Clears the failure, the wait or the pause at an edge.
  mutating func forgive(_ edge: Edge) {
    stalls[edge] = nil
    guard loads[edge.reason].problem != nil else { return }
    loads.clear(edge.reason)
    publish(.states)
  }

  /// Clears the failures and waits of the loads at the edges and in a gap, so that new loads can
  /// start there.
  mutating func forgiveAll() {
    for edge in Edge.allCases { forgive(edge) }
    guard let problem = loads[.gap].problem else { return }
    if problem.isPassing, let ticket = loads[.gap].stopped { interrupted.remember(ticket) }
    loads.clear(.gap)
    publish(.states)
  }

  /// Stops all running loads, and those that are waiting for a retry, or until a refresh is
  /// complete, a gap is filled or a pause is over; they start again only when the reader asks.
  ///
  /// A page that a jump has already loaded is shown.
  mutating func cancelAll() {
    let waiting = Edge.allCases.filter { edge in
      (loads.isOut(.refresh) || isBehindFilledGap(edge)) && wants(edge) || rests(edge)
    }
    let placeRests = isResting && missingPlace != nil
    if landing != nil {
      stop(.refresh)
      land(beside: nil)
    }
    (interrupted, round) = (Interruption(), RefreshRound())
    for reason in LoadReason.allCases {
      guard let ticket = loads.out(reason) ?? waitingTicket(reason) else { continue }
      stop(reason)
      loads.clear(reason)
      loads.hold(reason, .cancelled, of: ticket)
      publish(.states)
    }
    if placeRests, loads.isIdle(.refresh) { loads.hold(.refresh, .cancelled, of: nil) }
    for edge in waiting where loads.isIdle(edge.reason) {
      publish(.states)
      loads.hold(edge.reason, .cancelled, of: nil)
    }
    trim()
  }

  /// The position of a running jump, or of a running load for placeholders.
  private var jumpPlace: PageRequest<Cursor>.Position? {
    guard let ticket = loads.out(.refresh) else { return nil }
    switch ticket.purpose {
    case .replace, .placeholders: return ticket.request.position
    case .land: return landing?.ticket.request.position
    case .merge, .renew, .renewBelow, .extend, .fill: return nil
    }
  }

  private func waitingTicket(_ reason: LoadReason) -> Ticket<Cursor>? {
    guard case .waiting? = loads[reason].problem else { return nil }
    return loads[reason].stopped
  }

  mutating func issueRefresh(
    _ position: PageRequest<Cursor>.Position, for purpose: Ticket<Cursor>.Purpose,
    isUpdate: Bool = false, behind passed: PassedPages<Cursor>? = nil
  ) {
    for reason in [LoadReason.append, .prepend, .gap] {
      if let ticket = loads.out(reason) { interrupted.remember(ticket) }
      stop(reason)
    }
    issue(.refresh, at: position, for: purpose, isUpdate: isUpdate, behind: passed)
  }

  /// Repeats a stopped load whose reason is `refresh`; if it was for placeholders, loads the ones
  /// that are drawn now.
  ///
  /// The repeated load continues after the empty pages that have already been passed, unless an
  /// answer that may contradict them has arrived in the meantime.
  mutating func repeatRefresh(_ ticket: Ticket<Cursor>) {
    if ticket.isForPlace { return demandPlace() }
    let passed = ticket.passed.flatMap { $0.arrivals == loads.arrivals ? $0 : nil }
    issueRefresh(
      passed == nil ? ticket.origin : ticket.request.position, for: ticket.purpose,
      isUpdate: ticket.request.isUpdate, behind: passed)
  }
}

extension PageRequest.Position {
  /// The edge, if the position is the true start or end.
  fileprivate var edge: Edge? {
    switch self {
    case .start: .leading
    case .end: .trailing
    case .after, .before, .number: nil
    }
  }
}
