/// Functions that handle answers.
extension PagerMachine {
  mutating func fail(_ error: PagingError, for ticket: Ticket<Cursor>) {
    guard loads.isCurrent(ticket) else { return }
    if case .land = ticket.purpose {
      land(beside: nil)
      return resume()
    }
    handleFailure(ticket.request.reason, by: error, for: ticket)
    if ticket.request.reason == .refresh {
      round = RefreshRound()
      // Pages that were kept for the refresh can be dropped now.
      trim()
    }
    resume()
  }

  mutating func accept(_ page: Page<Item, Cursor>, for ticket: Ticket<Cursor>) {
    guard loads.isCurrent(ticket) else { return }
    if let error = refusal(of: page, for: ticket) {
      guard ticket.isForPlace, page.items.isEmpty else { return fail(error, for: ticket) }
      return noteMiscount()
    }
    pace.record(latency: now - loads[ticket.request.reason].sentAt)
    restsUntil = page.pause.map { now + $0 }
    wasAwaited = isWaitingAtEnd
    let page = store.withoutRepeats(page)
    let isTaken = withoutEdits(touching: page.items) { $0.applyInTime(page, for: ticket) }
    guard isTaken else { return askAgain(ticket) }
    if let error = page.failure, loads.isIdle(ticket.request.reason) {
      handleFailure(ticket.request.reason, by: error, for: ticket)
    }
    noteExtent(of: page)
    // The start is noted first, because trimming may drop it.
    noteStart()
    // An iteration that waits will report its next place immediately, and pages are dropped then.
    // Dropping them here would only delay the next load.
    if !wasAwaited { trim() }
    resume()
  }

  /// Applies an answer to the list, unless another answer has overtaken it; returns whether it was
  /// applied.
  private mutating func applyInTime(
    _ page: Page<Item, Cursor>, for ticket: Ticket<Cursor>
  ) -> Bool {
    guard !isOvertaken(page, for: ticket) else { return false }
    loads.clear(ticket.request.reason)
    leftOutCount += page.leftOut
    guard !passes(over: page, for: ticket) else { return true }
    loads.noteArrival()
    apply(page.behind(ticket.passed), for: ticket)
    return true
  }

  /// Repeats a load whose answer was overtaken and therefore proves nothing.
  private mutating func askAgain(_ ticket: Ticket<Cursor>) {
    loads.clear(ticket.request.reason)
    interrupted.remember(ticket)
    publish(.states)
    resume()
  }

  private mutating func apply(_ page: Page<Item, Cursor>, for ticket: Ticket<Cursor>) {
    switch ticket.purpose {
    case .replace: arrive(with: page, for: ticket)
    case .placeholders: replaceAll(with: [(page, ticket)])
    case .land: land(beside: page)
    case .merge where page.isUnchanged: noteUnchanged()
    case .merge where store.isEmpty: replaceAll(with: [(page, ticket)])
    case .merge: noteRefreshed(new: mergeHead(page, for: ticket))
    case .renew, .renewBelow: noteRefreshed(new: renew(page, for: ticket))
    case .extend(let edge): extend(edge, with: page, for: ticket)
    case .fill(let gap, let side): fill(gap, from: side, with: page, for: ticket)
    }
  }

  /// Returns the error if a page cannot be used, otherwise nil.
  ///
  /// A page that leads to itself, or that lacks the requested item, would be requested forever.
  private func refusal(of page: Page<Item, Cursor>, for ticket: Ticket<Cursor>) -> PagingError? {
    if ticket.replacesList, case .number(let item) = ticket.request.position {
      let start = page.extent?.start
      let holds = start.map { $0 <= item && item < $0 + page.items.count } ?? false
      return holds ? nil : PagingError("the source has no item \(item + 1)", isRetryable: false)
    }
    let error = PagingError("the source returned the same cursor again", isRetryable: false)
    switch (ticket.request.position, page.before, page.after) {
    case (.after(let asked), _, .more(let next)) where asked == next: return error
    case (.before(let asked), .more(let next), _) where asked == next: return error
    default: return nil
    }
  }

  // MARK: Starting the list again

  /// Processes the page of a jump; if it is too short because the end is near, it is kept until the
  /// adjacent page arrives.
  private mutating func arrive(with page: Page<Item, Cursor>, for ticket: Ticket<Cursor>) {
    guard page.items.count < configuration.pageSize, mayAskMore,
      let beside = way(beside: page, for: ticket)
    else { return replaceAll(with: [(page, ticket)]) }
    landing = Landing(page: page, ticket: ticket)
    issue(.refresh, at: beside, for: .land)
  }

  private func way(
    beside page: Page<Item, Cursor>, for ticket: Ticket<Cursor>
  ) -> PageRequest<Cursor>.Position? {
    switch (ticket.request.position, page.before, page.after) {
    case (.after, .more(let cursor), .end), (.after, .more(let cursor), .unknown): .before(cursor)
    case (.before, .end, .more(let cursor)), (.before, .unknown, .more(let cursor)): .after(cursor)
    default: nil
    }
  }

  mutating func land(beside page: Page<Item, Cursor>?) {
    guard let landing else { return }
    self.landing = nil
    guard let page, case let beside = way(beside: landing.page, for: landing.ticket), let beside
    else { return replaceAll(with: [(landing.page, landing.ticket)]) }
    // An item in both pages has moved between the two answers; the later answer has its current
    // place.
    let known = Set(page.items.map { $0.id })
    let own = (landing.page.filter { !known.contains($0.id) }, landing.ticket)
    let other = (page, landing.ticket.asking(beside))
    guard !own.0.items.isEmpty else { return replaceAll(with: [other]) }
    guard !page.items.isEmpty else {
      let isAbove = if case .before = beside { true } else { false }
      let joined = isAbove ? page.followed(by: own.0) : own.0.followed(by: page)
      return replaceAll(with: [(joined, landing.ticket)])
    }
    if case .before = beside {
      replaceAll(with: [other, own])
    } else {
      replaceAll(with: [own, other])
    }
  }

  mutating func replaceAll(with parts: [(Page<Item, Cursor>, Ticket<Cursor>)]) {
    guard let (page, ticket) = parts.last else { return }
    let place = visiblePlace
    let wasForeign = isForeign
    restart(with: parts)
    // The page of a jump is also shown if the load beside it has failed or was cancelled. In that
    // case `accept`, which notes the extent of an answer, is not called.
    for (page, _) in parts { noteExtent(of: page) }
    if reaches(.trailing) { seeksEnd = false }
    if ticket.request.position == .start {
      noteHead(page)
      _ = head.markSeen()
    }
    switch ticket.request.position {
    // The reader did not jump, so the drawn entries keep their numbers.
    case .number where ticket.purpose != .replace:
      visiblePlace = place
      publish(.moved)
    case let position where wasForeign:
      publish(.exchanged)
      if let landed = landed(at: position, parts) { publish(landed) }
    case .end, .before: publish(.replaced(.trailing))
    case let position: publish(landed(at: position, parts) ?? .replaced(.leading))
    }
  }

  /// Returns the change that reports the requested place, if an item was requested by its number,
  /// or if the page before that place was loaded as well; otherwise nil.
  private func landed(
    at position: PageRequest<Cursor>.Position, _ parts: [(Page<Item, Cursor>, Ticket<Cursor>)]
  ) -> PagerChange? {
    switch position {
    case .after where parts.count > 1: .landed(parts[0].0.items.count)
    case .number(let number):
      parts.last.flatMap { index(ofItem: number, in: $0.0) }.map { PagerChange.landed($0) }
    case .start, .end, .after, .before: nil
    }
  }

  /// Returns the index of the item with the given number in the whole list, or of the page's last
  /// item if the page ends earlier; nil if the page begins later or does not state its start.
  private func index(ofItem number: Int, in page: Page<Item, Cursor>) -> Int? {
    guard let start = page.extent?.start, number >= start else { return nil }
    // If the source returned an item twice, the page is now shorter than the source counted.
    let item = page.items.dropFirst(number - start).first ?? page.items.last
    return item.flatMap { index(of: .item($0.id)) }
  }

  /// Clears the list and fills it with pages.
  mutating func restart(with parts: [(Page<Item, Cursor>, Ticket<Cursor>)]) {
    loads.beginGeneration()
    store.removeAll()
    droppedLeading = []
    stalls = [:]
    gapSizes = [:]
    interrupted = Interruption()
    round.begin(around: false, at: loads.arrivals)
    isForeign = false
    visible = nil
    (startOrdinal, isMiscounted) = (nil, false)
    pace.forgetOrdinal()
    leftOutCount = parts.reduce(0) { $0 + $1.0.leftOut }
    for (page, ticket) in parts {
      var held = held(page, at: ticket.request.position)
      // The page above may end further down than the position of this request.
      if let above = store.pages.last, above.end != held.start { held.start = nil }
      store.insert(held, at: store.pages.count)
    }
    // The list begins after a cursor, so it has items above, even if the source cannot page
    // backward.
    if case .after? = parts.first?.1.request.position, position(beyond: .leading) == nil {
      droppedLeading = [.start]
    }
    layEdits()
  }

  /// Converts an answer into a held page.
  mutating func held(
    _ page: Page<Item, Cursor>, at position: PageRequest<Cursor>.Position?
  ) -> HeldPage<Item, Cursor> {
    HeldPage(number: store.nextNumber(), page, position: position, arrival: loads.arrivals)
  }
}

extension Ticket {
  /// Returns the same load at another position.
  fileprivate func asking(_ position: PageRequest<Cursor>.Position) -> Ticket {
    Ticket(
      generation: generation, sequence: sequence,
      request: PageRequest(reason: request.reason, position: position, count: request.count),
      purpose: purpose)
  }
}

extension Page {
  /// Returns the page together with the empty pages before it; the validator is removed, because it
  /// does not cover the empty pages.
  fileprivate func behind(_ passed: PassedPages<Cursor>?) -> Page {
    guard let passed else { return self }
    var page = self
    (page.before, page.validator) = (passed.before, nil)
    return page
  }
}
