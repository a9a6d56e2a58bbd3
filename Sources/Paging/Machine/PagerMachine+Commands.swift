/// What a reader asks for.
extension PagerMachine {
  /// Goes to a place.
  ///
  /// Where a true end is held there is nothing to load, unless the source said that more may have
  /// come after it; else one load goes there, or two where what it brings is too short. The last of
  /// several jumps counts.
  mutating func jump(to position: PageRequest<Cursor>.Position) {
    guard jumpPlace != position else { return }
    defer { resume() }
    if jumpPlace != nil {
      stop(.refresh)
      landing = nil
      publish(.states)
    }
    if let edge = position.edge, isHeld(position) {
      // A jump that failed has been given up.
      if loads[.refresh].stopped?.purpose == .replace { loads.clear(.refresh) }
      return edge == .trailing ? extend(edge) : ()
    }
    guard canEnter(at: position) else { return }
    stop(.refresh)
    loads.clear(.refresh)
    issueRefresh(position, for: .replace)
  }

  /// Whether a jump leads anywhere: the source can be entered there, or the place is held.
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

  /// Whether it is a true end that is held.
  private func isHeld(_ position: PageRequest<Cursor>.Position) -> Bool {
    position.edge.map { hasLoaded && !isForeign && reaches($0) } ?? false
  }

  /// Asks another source from now on; what is held stays until that has answered.
  ///
  /// Where a first load failed, waits or was stopped, the list begins with the new source, as it would have
  /// with the old one.
  mutating func exchange(_ traits: PagingTraits, at position: PageRequest<Cursor>.Position) {
    let isUsed = hasLoaded || !loads.isIdle(.refresh)
    for reason in LoadReason.allCases { stop(reason) }
    loads.beginGeneration()
    self.traits = traits
    head.forget()
    (stalls, pendingEdits) = ([:], [])
    (interrupted, round, landing) = (Interruption(), RefreshRound(), nil)
    (restsUntil, total, isMiscounted, gapSizes) = (nil, nil, false, [:])
    isForeign = hasLoaded
    if isUsed { issueRefresh(canEnter(at: position) ? position : .start, for: .replace) }
  }

  /// Loads at an edge now, whatever is drawn; tries again what failed there.
  mutating func loadMore(_ edge: Edge) {
    guard hasLoaded else { return startLoading() }
    forgive(edge)
    if loads.isOut(.refresh) { interrupted.edges.insert(edge) }
    extend(edge)
  }

  /// Goes on loading to the end of a chain, as if the reader stood there.
  mutating func seekEnd() {
    guard hasLoaded else { return startLoading() }
    forgive(.trailing)
    seeksEnd = !reaches(.trailing)
    standAtEnd()
  }

  /// The first page, where it is not on its way.
  private mutating func startLoading() { if !loads.isOut(.refresh) { refresh() } }

  /// What comes while the end is sought passes by, so that it can be dropped again.
  mutating func standAtEnd() {
    guard seeksEnd else { return }
    seeksEnd = !reaches(.trailing)
    if count > 0 { drawn = count - 1..<count }
  }

  /// Tries again what failed or was cancelled, as it was asked.
  ///
  /// Where a cursor no longer leads anywhere the list is started again: what follows the first page
  /// would not fit what is held.
  mutating func retry() {
    if loads.hasExpired { return beginAnew() }
    if let ticket = loads[.refresh].stopped {
      loads.clear(.refresh)
      repeatRefresh(ticket)
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

  /// Whether an edge waits because the source has asked to be left alone.
  private func rests(_ edge: Edge) -> Bool { restsUntil != nil && wantsMore(edge) }

  private mutating func beginAnew() {
    guard jumpPlace != .start else { return }
    stop(.refresh)
    issueRefresh(.start, for: .replace)
  }

  /// Forgets what stands against a load at an edge.
  private mutating func forgive(_ edge: Edge) {
    stalls[edge] = nil
    guard loads[edge.reason].problem != nil else { return }
    loads.clear(edge.reason)
    publish(.states)
  }

  /// Forgets what stands against any load: what the edges need goes out as soon as it may, and so does
  /// the filling of a gap that waited.
  mutating func forgiveAll() {
    for edge in Edge.allCases { forgive(edge) }
    guard let problem = loads[.gap].problem else { return }
    if problem.isPassing, let ticket = loads[.gap].stopped { interrupted.remember(ticket) }
    loads.clear(.gap)
    publish(.states)
  }

  /// Stops all that is running, and what waits for a refresh or for a gap; none of it goes on until
  /// a key asks.
  ///
  /// What a jump has brought already is shown.
  mutating func cancelAll() {
    let waiting = Edge.allCases.filter { edge in
      (loads.isOut(.refresh) || isBehindFilledGap(edge)) && wants(edge)
    }
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
    for edge in waiting where loads.isIdle(edge.reason) {
      loads.hold(edge.reason, .cancelled, of: nil)
    }
    trim()
  }

  /// The place that a running jump leads to.
  private var jumpPlace: PageRequest<Cursor>.Position? {
    guard let ticket = loads.out(.refresh) else { return nil }
    switch ticket.purpose {
    case .replace: return ticket.request.position
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

  /// Repeats a refresh that failed: of a page, of an end, or of what is drawn by now.
  ///
  /// It goes on behind pages of nothing, unless answers have come since that may contradict them.
  mutating func repeatRefresh(_ ticket: Ticket<Cursor>) {
    if ticket.isForPlace { return demandPlace() }
    let passed = ticket.passed.flatMap { $0.arrivals == loads.arrivals ? $0 : nil }
    issueRefresh(
      passed == nil ? ticket.origin : ticket.request.position, for: ticket.purpose,
      isUpdate: ticket.request.isUpdate, behind: passed)
  }
}

extension PageRequest.Position {
  /// The true end that it is.
  fileprivate var edge: Edge? {
    switch self {
    case .start: .leading
    case .end: .trailing
    case .after, .before, .number: nil
    }
  }
}
