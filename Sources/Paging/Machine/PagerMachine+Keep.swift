/// What goes for the sake of memory.
extension PagerMachine {
  /// Drops pages that are far from the viewport while more is held than `keep`.
  ///
  /// Never what is drawn or within the prefetch distance of it, because that would be loaded again
  /// at once, and never below two pages.
  mutating func trim() {
    guard let drawn, !loads.isOut(.refresh) else { return }
    let after = count - drawn.upperBound
    let sides: [Edge] = drawn.lowerBound > after ? [.leading, .trailing] : [.trailing, .leading]
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
    // A reader at this distance from the end no longer stands there.
    if edge == .trailing { seeksEnd = false }
    let held = count
    if edge == .leading { dropLeading() } else { store.dropLastPage() }
    forgetLostGap()
    publish(.dropped(edge, count: held - count))
  }

  /// Drops the first page, with those that lead to nothing without it.
  private mutating func dropLeading() {
    let rest = count - store.firstPageSpan
    while count > rest { dropFirst() }
  }

  /// Drops a page, and remembers how to come back to it where no cursor leads there.
  ///
  /// Nothing above a page that was the head can be asked for by itself: the way back to all of it
  /// is the head, and a gap where that does not reach what is held.
  private mutating func dropFirst() {
    guard let page = store.dropFirstPage() else { return }
    let isChain = store.pages.first?.before.cursor == nil
    if !isChain || page.position == .start { droppedLeading = [] }
    guard isChain else { return }
    // Above a page that is not the head may be more by now, though there was none.
    if page.position != .start, droppedLeading.isEmpty { droppedLeading = [.start] }
    guard let position = page.position else { return }
    let next = page.gap == nil ? store.pages.first?.number : nil
    droppedLeading.append(DroppedPage(position: position, end: page.end, next: next))
  }

  /// A gap that went with its page is filled no more, and has no size.
  mutating func forgetLostGap() {
    if !gapSizes.isEmpty { gapSizes = gapSizes.filter { index(of: .gap($0.key)) != nil } }
    let slot = loads[.gap]
    guard let gap = (slot.ticket ?? slot.stopped)?.gap, index(of: .gap(gap)) == nil else { return }
    stop(.gap)
    loads.clear(.gap)
  }
}

/// A page that went from the start of a list and that no cursor leads back to.
struct DroppedPage<Cursor: Hashable & Sendable>: Hashable, Sendable {
  /// Where it was asked for, and is asked for again.
  let position: PageRequest<Cursor>.Position
  /// Where it ended.
  let end: Cursor?
  /// The number of the page that followed it, with nothing between; nil for a gap.
  let next: Int?
}

extension DroppedPage {
  /// All that lies before, where nothing leads to just that.
  static var start: DroppedPage { DroppedPage(position: .start, end: nil, next: nil) }
}
