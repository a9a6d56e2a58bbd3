/// What comes into a list.
extension EntryStore {
  /// Adds a page at the end and returns how many items came.
  ///
  /// Known items are renewed where they stand. A page of which none came only moves the end of the
  /// last one on.
  package mutating func append(_ items: [Item], as record: Record) -> Int {
    let fresh = admit(items, at: .trailing)
    for item in fresh { appendEntry(.item(item)) }
    if fresh.isEmpty, !pages.isEmpty {
      pages[pages.count - 1].after = record.after
    } else {
      pages.append(record.holding(fresh.count))
    }
    return fresh.count
  }

  /// Adds a page at the start, with a gap after it if one is given, and returns how many items came.
  package mutating func prepend(_ items: [Item], as record: Record, gap: Int? = nil) -> Int {
    let fresh = admit(items, at: .leading)
    if let gap {
      // What was dropped above may be what it lacks.
      forgetDropped(at: .leading)
      dropFirstGap()
      prependEntry(.gap(gap))
    }
    for item in fresh.reversed() { prependEntry(.item(item)) }
    let came = fresh.count + (gap == nil ? 0 : 1)
    if came == 0, !pages.isEmpty {
      pages[0].before = record.before
    } else {
      pages.prepend(record.holding(came))
    }
    return fresh.count
  }

  /// Removes a gap that nothing stands above, for that which comes now begins at the same place.
  private mutating func dropFirstGap() {
    guard !isEmpty, case .gap = self[0] else { return }
    removeFirstEntry()
    pages.removeFirst()
  }

  /// Puts new items of the head before the first page, which grows by them, and returns how many
  /// came.
  ///
  /// They are no page of their own, for the end of the first is the only place that a cursor is
  /// known for.
  package mutating func growFirstPage(by items: [Item], before: Continuation<Cursor>) -> Int {
    let fresh = admit(items)
    for item in fresh.reversed() { prependEntry(.item(item)) }
    pages[0].count += fresh.count
    pages[0].before = before
    return fresh.count
  }

  /// Adds items to the last page and says what lies beyond them; returns how many came.
  package mutating func growLastPage(by items: [Item], after: Continuation<Cursor>) -> Int {
    let fresh = admit(items, at: .trailing)
    for item in fresh { appendEntry(.item(item)) }
    pages[pages.count - 1].count += fresh.count
    pages[pages.count - 1].after = after
    return fresh.count
  }

  /// Puts items into a gap at one of its sides, closes it if asked, and returns how many came.
  ///
  /// The page at that side grows by them. Cost: the items, the entries on the shorter side of the
  /// gap, and the pages before it.
  package mutating func fill(
    gap: Int, from side: Edge, with items: [Item], closing: Bool
  ) -> Int {
    guard let page = pageIndex(ofGap: gap) else { return 0 }
    let fresh = admit(items).map(Entry.item)
    // Known items are renewed by now, but none has moved.
    guard let index = index(of: .gap(gap)) else { return 0 }
    let rest: [Entry] = closing ? [] : [.gap(gap)]
    insert(side == .leading ? fresh + rest : rest + fresh, replacing: index)
    pages[page].count -= closing ? 1 : 0
    pages[side == .leading ? page : page + 1].count += fresh.count
    return fresh.count
  }

  /// Renews known items where they stand and returns the unknown ones.
  ///
  /// - Parameters:
  ///   - items: distinct ones.
  ///   - edge: where a page goes on; what was dropped at the other side is known there.
  private mutating func admit(_ items: [Item], at edge: Edge? = nil) -> [Item] {
    let fresh = items.filter { item in
      !replace(item) && !(edge.map { wasDropped(item.id, at: $0.opposite) } ?? false)
    }
    for item in fresh { noteReturn(of: item.id) }
    return fresh
  }

  /// Whether an item is known to have gone from an edge.
  package func wasDropped(_ id: Item.ID, at edge: Edge) -> Bool {
    dropped[edge].map { !$0.isEmpty && $0.contains(id) } ?? false
  }

  private mutating func noteReturn(of id: Item.ID) {
    for edge in Edge.allCases where dropped[edge]?.isEmpty == false { dropped[edge]?.remove(id) }
  }

  private mutating func insert(_ fresh: [Entry], replacing index: Int) {
    if index < count / 2 {
      let moved = (0..<index).map { self[$0] }
      for _ in 0...index { removeFirstEntry() }
      for entry in (moved + fresh).reversed() { prependEntry(entry) }
    } else {
      let moved = ((index + 1)..<count).map { self[$0] }
      for _ in index..<count { removeLastEntry() }
      for entry in fresh + moved { appendEntry(entry) }
    }
  }
}
