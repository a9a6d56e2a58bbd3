/// Decisions about when to load.
extension PagerMachine {
  /// Whether loads may start at the edges: not during a refresh, and not before the first page of
  /// the current source has arrived.
  private var isOpen: Bool { !loads.isOut(.refresh) && hasLoaded && !isForeign }

  /// Starts the loads that are needed for drawn placeholders, for a gap that an iteration has
  /// reached, and at edges that are too near the viewport; called after every event.
  mutating func demand() {
    demandPlace()
    demandGap()
    for edge in [Edge.trailing, .leading] where wants(edge) {
      guard isOpen, !isBehindFilledGap(edge), loads.isIdle(edge.reason),
        mayAsk(for: edge.reason), mayGoOn(edge)
      else { continue }
      extend(edge, pages: pagesWanted(at: edge))
    }
  }

  /// Fills the gap that an iteration has reached, as soon as loads may start, unless the limit on
  /// requests is reached.
  private mutating func demandGap() {
    guard let gap = wantedGap, isOpen, !isResting else { return }
    wantedGap = nil
    if index(of: .gap(gap)) != nil, mayAsk(for: .gap) { fill(gap, from: .leading) }
  }

  /// Whether a load should start automatically at an edge: more entries are needed, and the source
  /// has not asked for a pause.
  func wants(_ edge: Edge) -> Bool {
    wantsMore(edge) && !isResting
  }

  /// Whether the source has asked for a pause that is not over.
  var isResting: Bool { restsUntil.map { now < $0 } ?? false }

  /// Whether more entries are needed at an edge: because the viewport is too near it, or because
  /// the end is being sought.
  func wantsMore(_ edge: Edge) -> Bool {
    guard let room = room(at: edge) else { return false }
    let isNear = room < distance(at: edge) || (seeksEnd && edge == .trailing)
    // The cheapest checks come first, because this runs after every event.
    return isNear && !reaches(edge) && missingPlace == nil && mostPages(at: edge) > 0
  }

  /// Returns the maximum number of pages to load at an edge: as many as an iteration, which only
  /// goes forward, still needs; unlimited for a list.
  private func mostPages(at edge: Edge) -> Int {
    guard let wantedEnd else { return .max }
    guard edge == .trailing else { return 0 }
    if seeksEnd || wantedEnd == .max { return .max }
    let (size, missing) = (configuration.pageSize, wantedEnd - store.firstOrdinal - count)
    return missing / size + (missing % size > 0 ? 1 : 0)
  }

  /// Returns the number of entries between the drawn ones and an edge, which is negative if
  /// placeholders beyond that edge are drawn; nil before the first frame.
  private func room(at edge: Edge) -> Int? {
    drawn.map { edge == .leading ? $0.lowerBound : count - $0.upperBound }
  }

  /// Returns the number of entries that must lie beyond the drawn ones; it grows with the reader's
  /// speed.
  ///
  /// If an iteration was waiting for the load that has just arrived, the next load starts
  /// immediately, unless the distance is fixed or the load brought more entries than
  /// `longestPrefetchDistance`. The iteration is faster than the source, which would otherwise be
  /// idle until the iteration comes near the end.
  func distance(at edge: Edge) -> Int {
    let most = configuration.longestPrefetchDistance
    if wasAwaited, edge == .trailing, configuration.followsReader { return most + 1 }
    return max(1, configuration.prefetchDistance, pace.reach(towards: edge, atMost: most))
  }

  /// Returns the number of pages to load at once, if the source can load several.
  ///
  /// It is the number of pages that the reader passes while they are loading. It is the maximum if
  /// all pages up to the end are being loaded, if the last pages had no new items, or if an
  /// iteration has run out of items. In a counted source it never exceeds `pagesLeft`.
  private func pagesWanted(at edge: Edge) -> Int {
    let most = min(traits.pagesAtOnce, mostPages(at: edge), pagesLeft(at: edge) ?? .max)
    guard most > 1, !seeksEnd, stalls[edge] == nil,
      !((hasWaited || wasAwaited) && edge == .trailing)
    else { return most }
    let distance = configuration.longestPrefetchDistance
    let entries = pace.reach(towards: edge, atMost: distance) + configuration.pageSize - 1
    return max(1, min(most, entries / configuration.pageSize))
  }

  /// Returns the number of pages left at the trailing edge, plus one page to prove the end, because
  /// a count may be wrong; nil if the number is not known.
  private func pagesLeft(at edge: Edge) -> Int? {
    guard edge == .trailing, isCounted, let total, let end = place(ofEntry: count) else {
      return nil
    }
    return max(0, total - end + configuration.pageSize - 1) / configuration.pageSize + 1
  }

  /// Starts a load at an edge if more items may exist and no failure or wait prevents it.
  mutating func extend(_ edge: Edge, pages: Int = 1) {
    guard isOpen, loads.isIdle(edge.reason), let position = position(beyond: edge) else { return }
    issue(edge.reason, at: position, for: .extend(edge), pages: pages)
    if edge == .trailing { hasWaited = false }
  }

  /// Returns the position of the next page at an edge, or nil at the end.
  ///
  /// If no cursor continues from the outermost item, its page is requested again.
  func position(beyond edge: Edge) -> PageRequest<Cursor>.Position? {
    guard hasLoaded else { return nil }
    switch edge {
    case .trailing:
      let last = store.pages.count - 1
      if !store.pages[last].hasForwardCursor { return store.pages[last].position ?? .start }
      return store.pages[last].after.cursor.map { .after($0) }
    case .leading:
      if !store.pages[0].hasBackwardCursor { return store.pages[0].position ?? .start }
      return store.pages[0].before.cursor.map { .before($0) } ?? droppedLeading.last?.position
    }
  }

  /// Whether the true start or end is held, as far as the source has reported it; true before the
  /// first page has arrived.
  public func reaches(_ edge: Edge) -> Bool {
    guard hasLoaded else { return true }
    let outermost = edge == .leading ? 0 : store.pages.count - 1
    let comesBack = edge == .leading && !droppedLeading.isEmpty
    return store.pages[outermost].isOpenEnded(at: edge)
      || !comesBack && store.pages[outermost].isEnded(at: edge)
  }

  /// Limits the drawn range to the held entries and the placeholders next to them.
  mutating func clampDrawn() {
    drawn = drawn?.clamped(to: -leadingPlaceholders..<count + trailingPlaceholders)
  }

  /// Sets how many items an iteration needs from an index on: `Int.max` for all, or nil if no
  /// iteration reads the items.
  ///
  /// - Parameter gap: the gap at the index, if any.
  mutating func want(_ most: Int?, from index: Int, gap: Int? = nil) {
    wantedGap = gap
    wantedEnd = most.map { $0 < 1 << 48 ? store.firstOrdinal + index + $0 : .max }
  }

  /// Whether an iteration is waiting behind the last entry.
  ///
  /// A screen always draws at least one entry, so only an iteration draws an empty range, unless
  /// the list is empty.
  var isWaitingAtEnd: Bool { drawn == count..<count }

  mutating func setViewport(_ range: Range<Int>) {
    let clamped = range.clamped(to: -leadingPlaceholders..<count + trailingPlaceholders)
    drawn = clamped
    if isWaitingAtEnd { hasWaited = true }
    pace.record(ordinal: store.firstOrdinal + clamped.lowerBound, at: now)
    if clamped.lowerBound == 0, !clamped.isEmpty, reaches(.leading), head.markSeen() {
      publish(.states)
    }
    trim()
  }
}

extension LoadReason {
  var edge: Edge? {
    switch self {
    case .append: .trailing
    case .prepend: .leading
    case .refresh, .gap: nil
    }
  }
}

extension Edge {
  var reason: LoadReason { self == .leading ? .prepend : .append }
}
