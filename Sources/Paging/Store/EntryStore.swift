/// What a list holds: entries in order, found by place and by identity, and the pages they came in.
///
/// Every entry has an *ordinal*, a number that stays the same when entries come or go at either
/// end; an index is an ordinal less that of the first entry. So coming and going at an end costs
/// only what comes and goes, however much is held.
package struct EntryStore<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>: Sendable
where Item.ID: Sendable {
  package typealias Entry = PagerEntry<Item>
  package typealias Record = PageRecord<Cursor>

  private var entries = Deque<Entry>()
  private var ordinals: [Entry.ID: Int] = [:]
  package private(set) var pages = Deque<Record>()
  /// The ordinal of the first entry.
  package private(set) var firstOrdinal = 0

  package init() {}

  package var count: Int { entries.count }
  package var isEmpty: Bool { entries.isEmpty }

  package subscript(index: Int) -> Entry { entries[index] }

  package func index(of id: Entry.ID) -> Int? { ordinals[id].map { $0 - firstOrdinal } }

  // MARK: Coming

  /// Adds a page at the end and returns how many items came.
  ///
  /// Known items are renewed where they stand. A page of which none came only moves the end of the
  /// last one on.
  package mutating func append(_ items: [Item], as record: Record) -> Int {
    let fresh = admit(items)
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
    let fresh = admit(items)
    if let gap { prependEntry(.gap(gap)) }
    for item in fresh.reversed() { prependEntry(.item(item)) }
    let came = fresh.count + (gap == nil ? 0 : 1)
    if came == 0, !pages.isEmpty {
      pages[0].before = record.before
    } else {
      pages.prepend(record.holding(came))
    }
    return fresh.count
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

  /// Renews an item where it stands; says whether it is held.
  package mutating func replace(_ item: Item) -> Bool {
    guard let ordinal = ordinals[.item(item.id)] else { return false }
    entries[ordinal - firstOrdinal] = .item(item)
    return true
  }

  /// Puts items in front of a gap, closes it if asked, and returns how many came.
  ///
  /// The page that the gap ends grows by them. Cost: the items, the entries on the shorter side of
  /// the gap, and the pages before it.
  package mutating func fill(gap: Int, with items: [Item], closing: Bool) -> Int {
    guard let page = pageIndex(ofGap: gap) else { return 0 }
    let fresh = admit(items).map(Entry.item)
    // Known items are renewed by now, but none has moved.
    guard let index = index(of: .gap(gap)) else { return 0 }
    insert(fresh + (closing ? [] : [.gap(gap)]), replacing: index)
    pages[page].count += fresh.count - (closing ? 1 : 0)
    return fresh.count
  }

  /// Says what lies after a page.
  package mutating func setContinuation(_ after: Continuation<Cursor>, ofPage page: Int) {
    pages[page].after = after
  }

  /// The page that a gap ends; costs the pages before it, and gaps are near the head.
  package func pageIndex(ofGap gap: Int) -> Int? {
    guard let index = index(of: .gap(gap)) else { return nil }
    var end = 0
    return (0..<pages.count).first { page in
      end += pages[page].count
      return index < end
    }
  }

  // MARK: Going

  /// How many entries go with the last page.
  package var lastPageSpan: Int {
    let rest = count - (pages.last?.count ?? 0)
    guard rest > 0, case .gap = entries[rest - 1] else { return count - rest }
    return count - rest + 1
  }

  /// Removes the first page and returns what is remembered of it.
  package mutating func dropFirstPage() -> Record? {
    guard let record = pages.first else { return nil }
    for _ in 0..<record.count { removeFirstEntry() }
    pages.removeFirst()
    if let cursor = pages.first?.before.cursor { pages[0].before = .more(cursor) }
    return record
  }

  /// Removes the last page, and a gap that would now be the last entry: what lies beyond is more.
  package mutating func dropLastPage() {
    guard let record = pages.last else { return }
    for _ in 0..<record.count { removeLastEntry() }
    pages.removeLast()
    dropLastGap()
    if let cursor = pages.last?.after.cursor { pages[pages.count - 1].after = .more(cursor) }
  }

  private mutating func dropLastGap() {
    guard case .gap(let gap)? = entries.last, let page = pageIndex(ofGap: gap) else { return }
    removeLastEntry()
    pages[page].count -= 1
    // Pages of which nothing is in the list may follow.
    while pages.count > page + 1 { pages.removeLast() }
  }

  package mutating func removeAll() { self = EntryStore() }

  // MARK: Parts

  /// Renews known items where they stand and returns the unknown ones, each once.
  private mutating func admit(_ items: [Item]) -> [Item] {
    var fresh: [Item] = []
    var places: [Item.ID: Int] = [:]
    for item in items where !replace(item) {
      if let place = places[item.id] {
        fresh[place] = item
      } else {
        places[item.id] = fresh.count
        fresh.append(item)
      }
    }
    return fresh
  }

  private mutating func appendEntry(_ entry: Entry) {
    ordinals[entry.id] = firstOrdinal + count
    entries.append(entry)
  }

  private mutating func prependEntry(_ entry: Entry) {
    firstOrdinal -= 1
    ordinals[entry.id] = firstOrdinal
    entries.prepend(entry)
  }

  private mutating func removeFirstEntry() {
    ordinals[entries[0].id] = nil
    entries.removeFirst()
    firstOrdinal += 1
  }

  private mutating func removeLastEntry() {
    ordinals[entries[count - 1].id] = nil
    entries.removeLast()
  }

  private mutating func insert(_ fresh: [Entry], replacing index: Int) {
    if index < count / 2 {
      let moved = (0..<index).map { entries[$0] }
      for _ in 0...index { removeFirstEntry() }
      for entry in (moved + fresh).reversed() { prependEntry(entry) }
    } else {
      let moved = ((index + 1)..<count).map { entries[$0] }
      for _ in index..<count { removeLastEntry() }
      for entry in fresh + moved { appendEntry(entry) }
    }
  }
}
