/// Where entries stand in all that the source has; and what a counted source adds: a length,
/// placeholders for what is not held, and a load for any stretch of them that is drawn.
extension PagerMachine {
  /// How many entries stand before an entry in the whole list, dropped ones included, or nil where
  /// the way from the start is not known, as after a jump to the end.
  ///
  /// Cost: O(1). Insertions that no look has seen are not counted; a gap counts as one. The index is
  /// not checked: one outside the entries counts on from them.
  public func place(ofEntry index: Int) -> Int? {
    startOrdinal.map { store.firstOrdinal + index - $0 }
  }

  /// Where the true start is held it is known; from then on ordinals tell how far it is.
  mutating func noteStart() {
    if hasLoaded, reaches(.leading) { startOrdinal = store.firstOrdinal }
  }

  /// How many items the source has in all, or nil where it does not say.
  public var totalCount: Int? { total }

  /// Whether each item can be loaded by its number, and the pages say how many there are.
  var isCounted: Bool { traits.opensAtItems && total != nil }

  /// How many items stand before the first entry and are not held, where each can be loaded.
  public var leadingPlaceholders: Int {
    isCounted && !reaches(.leading) ? max(0, place(ofEntry: 0) ?? 0) : 0
  }

  /// How many items stand after the last entry and are not held, where each can be loaded.
  public var trailingPlaceholders: Int {
    guard isCounted, !reaches(.trailing), let total, let end = place(ofEntry: count)
    else {
      return 0
    }
    return max(0, total - end)
  }

  /// Takes what a page says of its place among all items.
  mutating func noteExtent(of page: Page<Item, Cursor>) {
    guard let extent = page.extent else { return }
    total = isMiscounted ? nil : extent.total
    guard let start = extent.start, let first = page.items.first,
      let index = store.index(of: .item(first.id)),
      // The answer may not have been laid: then its place tells nothing of this item's.
      store.pages[store.page(ofEntry: index)].arrival == loads.arrivals
    else { return }
    startOrdinal = store.firstOrdinal + index - start
  }

  /// Nothing is where an item was said to be: from here on the list goes on page by page, until it is
  /// started again.
  mutating func noteMiscount() {
    (isMiscounted, total) = (true, nil)
    clampDrawn()
  }

  /// The drawn entries by their place among all items, so that they can be found again when another
  /// stretch is held.
  var visiblePlace: Range<Int>? {
    get {
      guard isCounted, let visible, let startOrdinal else { return nil }
      return visible.lowerBound - startOrdinal..<visible.upperBound - startOrdinal
    }
    set {
      guard let newValue, let startOrdinal else { return }
      visible = newValue.lowerBound + startOrdinal..<newValue.upperBound + startOrdinal
    }
  }

  /// The item to load at, if what is drawn lies too far from what is held to be reached by going on.
  var missingPlace: Int? {
    guard let drawn, let total, total > 0, let place = visiblePlace else { return nil }
    let distance = max(drawn.lowerBound - count, -drawn.upperBound)
    guard distance >= configuration.pageSize else { return nil }
    // A part of the page goes before what is drawn, so that nothing is loaded next.
    let lead = min(max(1, configuration.prefetchDistance), configuration.pageSize / 3)
    return max(0, min(place.lowerBound, total - 1) - lead)
  }

  /// Loads at once the stretch that the reader has jumped to.
  mutating func demandPlace() {
    guard !isForeign, let item = missingPlace, loads.isIdle(.refresh),
      restsUntil.map({ now >= $0 }) ?? true, mayAsk(for: .refresh)
    else { return }
    issueRefresh(.number(item), for: .replace)
  }
}
