/// Dropping pages to save memory.
extension PagerMachine {
  /// Drops pages far from the viewport while more than `keep` entries are held.
  ///
  /// Drawn entries, and entries within the prefetch distance of them, are never dropped, because
  /// they would be loaded again immediately. Nothing is dropped from a list of two pages, or ahead
  /// of an iteration.
  mutating func trim() {
    guard let drawn, !loads.isOut(.refresh) else { return }
    let after = count - drawn.upperBound
    // An iteration only goes forward, so it would load the pages ahead of it again.
    let sides: [Edge] =
      wantedEnd != nil
      ? [.leading] : drawn.lowerBound > after ? [.leading, .trailing] : [.trailing, .leading]
    guard count > configuration.keep, let side = sides.first(where: mayDrop) else { return }
    drop(side)
    trim()
  }

  private func mayDrop(_ edge: Edge) -> Bool {
    guard let drawn, store.pages.count > 2 else { return false }
    let room =
      edge == .leading
      ? drawn.lowerBound - store.firstPageSpan : count - drawn.upperBound - store.lastPageSpan
    return room >= distance(at: edge)
  }

  private mutating func drop(_ edge: Edge) {
    stop(edge.reason)
    loads.clear(edge.reason)
    // A reader at this distance has left the end.
    if edge == .trailing { seeksEnd = false }
    let held = count
    if edge == .leading { dropLeading() } else { store.dropLastPage() }
    forgetLostGap()
    publish(.dropped(edge, count: held - count))
  }

  /// Drops the first page, and the pages after it that cannot become the first, because a gap below
  /// them could not be filled.
  private mutating func dropLeading() {
    let rest = count - store.firstPageSpan
    while count > rest { dropFirst() }
  }

  /// Drops the first page, and remembers the request that loads it again if no cursor leads back to
  /// it.
  ///
  /// If the page was the head, nothing above it can be requested. In that case a request for the
  /// head leads back to it; if the answer does not reach the held entries, a gap is left between
  /// them.
  private mutating func dropFirst() {
    guard let page = store.dropFirstPage() else { return }
    let isChain = store.pages.first?.before.cursor == nil
    if !isChain || page.position == .start { droppedLeading = [] }
    guard isChain else { return }
    // Items may now exist above a page that is not the head.
    if page.position != .start, droppedLeading.isEmpty { droppedLeading = [.start] }
    guard let position = page.position else { return }
    let next = page.gap == nil ? store.pages.first?.number : nil
    droppedLeading.append(DroppedPage(position: position, end: page.end, next: next))
  }

  /// Stops filling a gap that was dropped with its page, and removes its size.
  mutating func forgetLostGap() {
    if !gapSizes.isEmpty { gapSizes = gapSizes.filter { index(of: .gap($0.key)) != nil } }
    let slot = loads[.gap]
    guard let gap = (slot.ticket ?? slot.stopped)?.gap, index(of: .gap(gap)) == nil else { return }
    stop(.gap)
    loads.clear(.gap)
  }
}

/// A page that was dropped at the start of a list, and to which no cursor leads back.
struct DroppedPage<Cursor: Hashable & Sendable>: Hashable, Sendable {
  /// The position of the page's request, which is used again to reload the page.
  let position: PageRequest<Cursor>.Position
  /// The cursor at the end of the page.
  let end: Cursor?
  /// The number of the page directly below the dropped page; nil if a gap followed the dropped
  /// page.
  let next: Int?
}

extension DroppedPage {
  /// A value that stands for everything above the held entries, used if no request leads exactly
  /// there.
  static var start: DroppedPage { DroppedPage(position: .start, end: nil, next: nil) }
}
