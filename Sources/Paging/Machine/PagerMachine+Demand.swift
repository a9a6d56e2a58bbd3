/// When a load goes out.
extension PagerMachine {
  /// Whether loads may go out at the edges: not during a refresh, nor before a first page has
  /// come.
  private var isOpen: Bool { !loads.isOut(.refresh) && hasLoaded && !isForeign }

  /// Loads at the edges that the viewport is too near to; asked after every event.
  mutating func demand() {
    demandPlace()
    for edge in [Edge.trailing, .leading] where wants(edge) {
      guard isOpen, !isBehindFilledGap(edge), loads.isIdle(edge.reason),
        mayAsk(for: edge.reason), mayGoOn(edge)
      else { continue }
      extend(edge, pages: pagesWanted(at: edge))
    }
  }

  /// Whether a load should go out at an edge by itself: it is wanted, and the source may be asked.
  func wants(_ edge: Edge) -> Bool {
    wantsMore(edge) && restsUntil.map { now >= $0 } ?? true
  }

  /// Whether the viewport is too near to an edge that is known to go on.
  func wantsMore(_ edge: Edge) -> Bool {
    guard let room = room(at: edge) else { return false }
    let isNear = room < distance(at: edge) || (seeksEnd && edge == .trailing)
    // What costs least is asked first, because this is asked after every event.
    return isNear && !reaches(edge) && missingPlace == nil && mostPages(at: edge) > 0
  }

  /// How many more pages are wanted at an edge: what a reader without a screen lacks, and else any number.
  private func mostPages(at edge: Edge) -> Int {
    guard edge == .trailing, !seeksEnd, let wantedEnd else { return .max }
    let (size, missing) = (configuration.pageSize, wantedEnd - store.firstOrdinal - count)
    return missing / size + (missing % size > 0 ? 1 : 0)
  }

  /// Entries between what is drawn and an edge; fewer than none where placeholders are drawn.
  private func room(at edge: Edge) -> Int? {
    drawn.map { edge == .leading ? $0.lowerBound : count - $0.upperBound }
  }

  /// How many entries have to lie beyond what is drawn: more where the reader goes there fast.
  func distance(at edge: Edge) -> Int {
    let most = configuration.longestPrefetchDistance
    return max(1, configuration.prefetchDistance, pace.reach(towards: edge, atMost: most))
  }

  /// How many pages are loaded at once where that can be: as many as the reader comes through while
  /// they are on their way, and the most where what came brought nothing, or where a reader without a
  /// screen has waited for the load before; but no more than are left where the source counts its items.
  private func pagesWanted(at edge: Edge) -> Int {
    let most = min(traits.pagesAtOnce, mostPages(at: edge), pagesLeft(at: edge) ?? .max)
    guard most > 1, !seeksEnd, stalls[edge] == nil, !(hasWaited && edge == .trailing)
    else { return most }
    let distance = configuration.longestPrefetchDistance
    let entries = pace.reach(towards: edge, atMost: distance) + configuration.pageSize - 1
    return max(1, min(most, entries / configuration.pageSize))
  }

  /// How many pages are left at the trailing edge, and the one behind them, which proves the end because a count may be wrong;
  /// nil where that is not known.
  private func pagesLeft(at edge: Edge) -> Int? {
    guard edge == .trailing, isCounted, let total, let end = place(ofEntry: count) else {
      return nil
    }
    return max(0, total - end + configuration.pageSize - 1) / configuration.pageSize + 1
  }

  /// Loads at an edge if there may be more and nothing stands against it.
  mutating func extend(_ edge: Edge, pages: Int = 1) {
    guard isOpen, loads.isIdle(edge.reason), let position = position(beyond: edge) else { return }
    issue(edge.reason, at: position, for: .extend(edge), pages: pages)
    if edge == .trailing { hasWaited = false }
  }

  /// The place that leads on at an edge, or nil at the end.
  ///
  /// Where no cursor leads on from the outermost item its page is asked for again.
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

  /// Whether the true start or end is held, as far as the source has said.
  public func reaches(_ edge: Edge) -> Bool {
    guard hasLoaded else { return true }
    let outermost = edge == .leading ? 0 : store.pages.count - 1
    let comesBack = edge == .leading && !droppedLeading.isEmpty
    return store.pages[outermost].isOpenEnded(at: edge)
      || !comesBack && store.pages[outermost].isEnded(at: edge)
  }

  /// What is drawn lies within what is held, and the placeholders beside it.
  mutating func clampDrawn() {
    drawn = drawn?.clamped(to: -leadingPlaceholders..<count + trailingPlaceholders)
  }

  /// Says how many of the items from an index on a reader without a screen wants; nil for all.
  mutating func want(_ most: Int?, from index: Int) {
    wantedEnd = most.map { store.firstOrdinal + index + $0 }
  }

  mutating func setViewport(_ range: Range<Int>) {
    let clamped = range.clamped(to: -leadingPlaceholders..<count + trailingPlaceholders)
    drawn = clamped
    // A screen always draws something of a list that has something.
    if clamped.isEmpty, clamped.lowerBound == count { hasWaited = true }
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
