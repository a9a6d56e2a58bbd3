/// Refreshing the head, or the pages around the reader.
extension PagerMachine {
  /// Refreshes the head; if a refresh is running, another one follows, because the running one may
  /// already have read the source.
  mutating func refresh() { refresh(.head, isUpdate: false) }

  /// Refreshes the drawn pages, one after another.
  mutating func refreshAround(isUpdate: Bool) { refresh(.around, isUpdate: isUpdate) }

  private mutating func refresh(_ what: RefreshRound.Again, isUpdate: Bool) {
    guard !loads.isOut(.refresh) else { return round.ask(what, isUpdate: isUpdate) }
    if isUpdate, !mayRefreshUnasked { return }
    // During a pause, only the reader causes a refresh.
    if isUpdate, isResting { return round.ask(what, isUpdate: true) }
    loads.clear(.refresh)
    guard hasLoaded, !isForeign else {
      round.begin(around: false, at: loads.arrivals)
      return issueRefresh(.start, for: .replace)
    }
    round.begin(around: what == .around, at: loads.arrivals, isUpdate: isUpdate)
    refreshNextPage()
    if !loads.isOut(.refresh) { issueRefresh(.start, for: .merge, isUpdate: isUpdate) }
  }

  /// Whether a message from the source may cause a refresh; a refresh that failed or was stopped is
  /// repeated only at the reader's request.
  private var mayRefreshUnasked: Bool {
    hasLoaded && loads.isIdle(.refresh) && mayAskMore
  }

  /// Whether one more automatic request is allowed.
  var mayAskMore: Bool { mayAsk(requests: 1) }

  private func mayAsk(requests count: Int) -> Bool {
    configuration.maxRequests.map { loads.requestCount + count <= $0 } ?? true
  }

  /// The drawn pages.
  private var pagesInSight: [HeldPage<Item, Cursor>] {
    guard let drawn = drawn?.clamped(to: 0..<count), !drawn.isEmpty else { return [] }
    let pages = store.page(ofEntry: drawn.lowerBound)...store.page(ofEntry: drawn.upperBound - 1)
    return pages.map { store.pages[$0] }
  }

  /// Returns the position for requesting a page again: that of its request, or else the number of
  /// its first item; nil if neither is known, or if the page has already been requested in this
  /// round.
  private mutating func nextPosition(
    of page: HeldPage<Item, Cursor>
  ) -> PageRequest<Cursor>.Position? {
    guard round.asked.insert(page.number).inserted else { return nil }
    if let position = page.position { return position }
    guard isCounted, let number = store.page(numbered: page.number), !page.items.isEmpty,
      let place = place(ofEntry: store.index.start(ofPage: number))
    else { return nil }
    return .number(max(0, place))
  }

  /// Refreshes the next page of a round, if any; if an answer has covered a part of a page, the
  /// remaining part counts as a page.
  private mutating func refreshNextPage() {
    guard round.isAround, mayAskMore else { return }
    round.isResting = round.isUpdate && isResting
    if round.isResting { return }
    if let first = pageBehindNothing {
      round.looksAtHead = true
      return look(at: .start, of: first)
    }
    for page in pagesInSight {
      if page.arrival <= round.start, round.unchanged != page.number {
        guard let position = nextPosition(of: page) else { continue }
        return look(at: position, of: page)
      }
      if let end = endOfPartlyRenewed(page), round.askedBelow.insert(page.number).inserted {
        return issueRefresh(
          .after(end), for: .renewBelow(page: page.number, end: end), isUpdate: round.isUpdate)
      }
    }
    lookAbove()
  }

  /// Refreshes drawn pages that this round has not reached, by loading backward from the nearest
  /// refreshed page below them.
  ///
  /// After a deletion, page numbers and offsets lead to items further down. So an answer may show
  /// that the drawn items are now on the pages before the requested one. After `stallLimit`
  /// requests, the rest stays as it is until the next refresh.
  private mutating func lookAbove() {
    guard !traits.hasStableCursors, round.askedAbove.count < configuration.stallLimit
    else { return }
    for page in pagesInSight.reversed()
    where page.arrival <= round.start && page.number != round.unchanged {
      guard let below = refreshedPage(below: page), below.hasBackwardCursor,
        let cursor = below.before.cursor, round.askedAbove.insert(below.number).inserted
      else { continue }
      return look(at: .before(cursor), of: below)
    }
  }

  /// Returns the nearest refreshed page below a page; a page is refreshed if its answer arrived in
  /// this round.
  private func refreshedPage(
    below page: HeldPage<Item, Cursor>
  ) -> HeldPage<Item, Cursor>? {
    guard let index = store.page(numbered: page.number) else { return nil }
    let below = (index + 1..<store.pages.count).first { store.pages[$0].arrival > round.start }
    return below.map { store.pages[$0] }
  }

  /// Returns the cursor at the end of a refreshed page if the list does not continue from that
  /// cursor; otherwise nil.
  ///
  /// That is the case if the entries below the page were loaded with another cursor. It is also the
  /// case if the page is the last one, and the list ends or continues from another cursor, as after
  /// an empty page. Either way, the rest of the list comes from an earlier answer.
  private func endOfPartlyRenewed(_ page: HeldPage<Item, Cursor>) -> Cursor? {
    guard traits.hasStableCursors, let end = page.end, page.gap == nil, !page.isEdited,
      let index = store.page(numbered: page.number)
    else { return nil }
    guard index + 1 < store.pages.count else { return page.after.cursor == end ? nil : end }
    return store.pages[index + 1].start.flatMap { $0 == end ? nil : end }
  }

  /// Records that the head is unchanged; the entries below it may have changed.
  mutating func noteUnchanged() {
    if reaches(.leading) { round.unchanged = store.pages.first?.number }
    noteRefreshed(new: 0)
  }

  /// Continues a refresh after an empty page; returns whether it did.
  ///
  /// An empty page alone proves nothing about the held entries. The page after it proves that
  /// entries above its first item have been deleted. After `stallLimit` empty pages a gap is left,
  /// and the reader decides whether to continue, as at an edge.
  mutating func passes(over page: Page<Item, Cursor>, for ticket: Ticket<Cursor>) -> Bool {
    let rests = page.pause != nil && ticket.request.isUpdate
    guard page.items.isEmpty, !rests, case .more(let next) = page.after, isLookGoingDown(ticket),
      mayAsk(requests: round.isAround ? 2 : 1), let slot = slot(of: ticket),
      case .gap = Merge(of: page, in: slot, of: store, traits: traits).below
    else { return false }
    let passed = PassedPages(
      position: ticket.origin, before: ticket.passed?.before ?? page.before,
      arrivals: loads.arrivals, count: (ticket.passed?.count ?? 0) + 1)
    guard passed.count < configuration.stallLimit else { return false }
    issueRefresh(
      .after(next), for: ticket.purpose, isUpdate: ticket.request.isUpdate, behind: passed)
    return true
  }

  private func isLookGoingDown(_ ticket: Ticket<Cursor>) -> Bool {
    switch (ticket.purpose, ticket.request.position) {
    case (.merge, _): configuration.refresh == .merge && !store.isEmpty
    case (.renew, .start), (.renew, .after), (.renewBelow, _): true
    default: false
    }
  }

  private mutating func look(
    at position: PageRequest<Cursor>.Position, of page: HeldPage<Item, Cursor>
  ) {
    let isHead = position == .start && configuration.refresh == .merge
    let purpose: Ticket<Cursor>.Purpose = isHead ? .merge : .renew(page: page.number)
    issueRefresh(position, for: purpose, isUpdate: round.isUpdate)
  }

  /// The first page of the list, if the head must be requested before that page is refreshed;
  /// otherwise nil.
  ///
  /// That is the case if the page is drawn, if it follows a cursor because the head was empty, and
  /// if the head has not been requested in this round. The head may have items by now.
  private var pageBehindNothing: HeldPage<Item, Cursor>? {
    // If only one request is left, the page itself is refreshed, because otherwise it would never
    // be refreshed.
    guard !round.looksAtHead, round.asked.isEmpty, mayAsk(requests: 2), reaches(.leading),
      let first = store.pages.first, first.followsCursor,
      pagesInSight.first?.number == first.number
    else { return nil }
    return first
  }

  /// Ends one refresh, and reports the result when the round is complete.
  mutating func noteRefreshed(new: Int) {
    round.new += new
    refreshNextPage()
    let isOver = !loads.isOut(.refresh)
    let isTold = isOver && (!round.isUpdate || round.new > 0)
    publish(isTold ? .refreshed(new: round.new) : .renewed)
  }

  /// Starts the loads that a refresh or a pause has stopped or delayed, from the current ends of
  /// the list.
  mutating func resume() {
    if !loads.isOut(.refresh) { resumeRefresh() }
    guard !loads.isOut(.refresh) else { return }
    let (edges, asked) = (interrupted.edges, interrupted.asked)
    (interrupted.edges, interrupted.asked) = ([], [])
    for edge in Edge.allCases where edges.contains(edge) && position(beyond: edge) != nil {
      // If the load is still needed after a pause, `demand` starts it then.
      guard !isResting || asked.contains(edge) else { continue }
      if loads.isIdle(edge.reason), mayAsk(for: edge.reason) { extend(edge) }
    }
    resumeFilling()
  }

  /// Continues a round that a pause has delayed, or starts the refresh that follows the last one.
  private mutating func resumeRefresh() {
    if round.isResting { refreshNextPage() }
    if loads.isIdle(.refresh), let (again, isUpdate) = round.takeAgain() {
      refresh(again, isUpdate: isUpdate)
    }
  }

  /// Whether a refresh that the source has caused waits for the end of a pause.
  package var delaysUpdate: Bool { restsUntil != nil && (round.isResting || round.again != nil) }

  private mutating func resumeFilling() {
    guard let filling = interrupted.fill else { return }
    interrupted.fill = nil
    // If no page leads into the gap any longer, `fill` would load items above the list, which only
    // the reader may request.
    guard case .fill(let gap, let side) = filling.purpose, loads.isIdle(.gap),
      index(of: .gap(gap)) != nil, way(into: gap, from: side) != nil
    else { return }
    loads.keep(filling)
    if mayAsk(for: .gap) { fill(gap, from: side) }
  }

  // MARK: Answers to a refresh

  /// Merges the head into the list, or replaces the list with the head, as configured; returns the
  /// number of new items above the known ones.
  ///
  /// If the true start is not held and the head does not reach the held entries, the new items are
  /// only counted, because loads at the leading edge will reach them.
  mutating func mergeHead(_ page: Page<Item, Cursor>, for ticket: Ticket<Cursor>) -> Int {
    let isKnown = head.isKnown || reaches(.leading)
    let found = head.newItems(page.items.map { $0.id }) { store.holds($0) }
    let new = isKnown ? found : 0
    head.add(new)
    guard configuration.refresh == .merge else {
      restart(with: [(page, ticket)])
      noteHead(page)
      return new
    }
    guard reaches(.leading) || Merge(of: page, in: .at(0), of: store, traits: traits).lower != nil
    else {
      countHead(page, new: new)
      noteHead(page, isHeld: false)
      return new
    }
    let merged = merge(page, in: .at(0), asked: .start)
    noteHead(page)
    droppedLeading = []
    noteGap(below: page, at: merged.range.upperBound, came: merged.newCount)
    return new
  }

  /// Replaces the held items that are in the head, without merging the head, because the head does
  /// not reach the held entries.
  private mutating func countHead(_ page: Page<Item, Cursor>, new: Int) {
    startOrdinal = startOrdinal.map { $0 - new }
    for item in page.items { _ = store.replace(item) }
  }

  /// Merges a page that was requested again, if it is still held; returns 0 as the number of new
  /// items.
  mutating func renew(_ page: Page<Item, Cursor>, for ticket: Ticket<Cursor>) -> Int {
    guard let slot = slot(of: ticket), !page.isUnchanged else { return 0 }
    if case .number = ticket.request.position,
      !Merge(of: page, in: slot, of: store, traits: traits).meetsList
    {
      // The held items have moved elsewhere: the page at this position becomes the list.
      replaceAll(with: [(page, ticket)])
      return 0
    }
    _ = merge(page, in: slot, asked: ticket.origin)
    return 0
  }

  /// Remembers the newest items and their validator.
  ///
  /// - Parameter isHeld: whether they are in the list; if not, the next refresh must return them in
  ///   full.
  mutating func noteHead(_ page: Page<Item, Cursor>, isHeld: Bool = true) {
    // A closure is used, because a key path of a generic type is looked up at run time, which takes
    // a twentieth of the start-up time.
    head.renew(
      page.items.map { $0.id }, validator: isHeld ? page.validator : nil, arrival: loads.arrivals)
  }

  /// The validator that lets the source report that the head is unchanged.
  ///
  /// It applies only to the complete answer that contained it. If the true start is held, but the
  /// list begins with another page or with a part of that answer, the head is requested in full.
  var validator: String? {
    guard reaches(.leading), let first = store.pages.first else { return head.validator }
    return head.isWhole(first) ? head.validator : nil
  }

  /// Records the number of items missing in a new gap, if the source counts: the number of new
  /// items that are not in the head.
  private mutating func noteGap(below page: Page<Item, Cursor>, at index: Int, came: Int) {
    guard let old = total, let new = page.extent?.total, index < count,
      case .gap(let gap) = store[index], gapSizes[gap] == nil
    else { return }
    gapSizes[gap] = new - old - came
  }
}
