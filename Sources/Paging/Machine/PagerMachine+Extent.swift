/// Positions of entries in the whole list, and the features of a counted source: a length,
/// placeholders for items that are not held, and loads for drawn placeholders.
extension PagerMachine {
  /// Returns the number of entries before an entry in the whole list, including dropped ones; nil
  /// if the distance from the start is not known, as after a jump if the source does not count.
  ///
  /// Cost: O(1). Insertions that no refresh has found are not counted; a gap counts as one entry.
  /// The index is not checked: for an index outside the entries, the number is extrapolated from
  /// them.
  public func place(ofEntry index: Int) -> Int? {
    startOrdinal.map { store.firstOrdinal + index - $0 }
  }

  /// Records the ordinal of the true start while it is held; later positions are counted from it.
  mutating func noteStart() {
    if hasLoaded, reaches(.leading) { startOrdinal = store.firstOrdinal }
  }

  /// The number of items in the source; nil if the source does not say, or if its number was wrong.
  public var totalCount: Int? { total }

  /// Whether any item can be loaded by its number, and the total is known.
  var isCounted: Bool { traits.opensAtItems && total != nil }

  /// The number of items before the first entry that are not held, if they can be loaded by number;
  /// otherwise 0.
  public var leadingPlaceholders: Int {
    isCounted && !reaches(.leading) ? max(0, place(ofEntry: 0) ?? 0) : 0
  }

  /// The number of items after the last entry that are not held, if they can be loaded by number;
  /// otherwise 0.
  public var trailingPlaceholders: Int {
    guard isCounted, !reaches(.trailing), let total, let end = place(ofEntry: count)
    else {
      return 0
    }
    return max(0, total - end)
  }

  /// Records the extent of a page.
  mutating func noteExtent(of page: Page<Item, Cursor>) {
    guard let extent = page.extent else { return }
    total = isMiscounted ? nil : extent.total
    guard let start = extent.start, let first = page.items.first,
      let index = store.index(of: .item(first.id)),
      // If the answer was not merged, its extent does not apply to this item.
      store.pages[store.page(ofEntry: index)].arrival == loads.arrivals
    else { return }
    startOrdinal = store.firstOrdinal + index - start
  }

  /// Ends a load for placeholders that has shown that the source has fewer items than it has
  /// reported; from then on, pages are loaded one after the other until the list restarts.
  mutating func noteMiscount() {
    (isMiscounted, total) = (true, nil)
    clampDrawn()
    loads.clear(.refresh)
    round = RefreshRound()
    trim()
    publish(.states)
    resume()
  }

  /// The positions of the drawn entries in the whole list, used to find the entries again in
  /// another stretch.
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

  /// The number of the item to request, if the drawn entries are too far from the held entries for
  /// loading page by page; otherwise nil.
  var missingPlace: Int? {
    guard let drawn, let total, total > 0, let place = visiblePlace else { return nil }
    let distance = max(drawn.lowerBound - count, -drawn.upperBound)
    guard distance >= configuration.pageSize else { return nil }
    // Part of the page lies before the drawn entries, so that no other load follows immediately.
    let lead = min(max(1, configuration.prefetchDistance), configuration.pageSize / 3)
    return max(0, min(place.lowerBound, total - 1) - lead)
  }

  /// Loads the drawn placeholders by number, if they are too far from the held entries for loading
  /// page by page.
  mutating func demandPlace() {
    guard !isForeign, let item = missingPlace, loads.isIdle(.refresh), !isResting,
      mayAsk(for: .refresh)
    else { return }
    issueRefresh(.number(item), for: .placeholders)
  }
}
