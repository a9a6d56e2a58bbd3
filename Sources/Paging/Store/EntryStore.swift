/// What a list holds: entries in order, found by place and by identity, and the pages they came in.
///
/// Every entry has an *ordinal*, a number that stays the same when entries come or go at either
/// end; an index is an ordinal less that of the first entry. So coming and going at an end costs
/// only what comes and goes, however much is held.
package struct EntryStore<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>: Sendable
where Item.ID: Sendable {
  package typealias Entry = PagerEntry<Item>
  package typealias Record = PageRecord<Cursor>

  /// How many identities of dropped items each side remembers.
  package let remembered: Int
  package internal(set) var pages = Deque<Record>()
  /// The ordinal of the first entry.
  package private(set) var firstOrdinal = 0

  private var entries = Deque<Entry>()
  private var ordinals: [Entry.ID: Int] = [:]
  var dropped = [
    Edge.leading: DroppedIdentities<Item.ID>(), .trailing: DroppedIdentities<Item.ID>(),
  ]

  package init(remembered: Int = 0) {
    self.remembered = remembered
  }

  package var count: Int { entries.count }
  /// Pages of which anything is in the list; costs the pages.
  package var filledPages: Int { (0..<pages.count).count { pages[$0].count > 0 } }
  package var isEmpty: Bool { entries.isEmpty }

  package subscript(index: Int) -> Entry { entries[index] }

  package func index(of id: Entry.ID) -> Int? { ordinals[id].map { $0 - firstOrdinal } }

  /// Renews an item where it stands; says whether it is held.
  package mutating func replace(_ item: Item) -> Bool {
    guard let ordinal = ordinals[.item(item.id)] else { return false }
    entries[ordinal - firstOrdinal] = .item(item)
    return true
  }

  /// Says what lies beyond a side of a page.
  package mutating func setContinuation(
    _ continuation: Continuation<Cursor>, at edge: Edge, ofPage page: Int
  ) {
    switch edge {
    case .leading: pages[page].before = continuation
    case .trailing: pages[page].after = continuation
    }
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

  package mutating func removeAll() { self = EntryStore(remembered: remembered) }

  // MARK: Parts

  mutating func appendEntry(_ entry: Entry) {
    ordinals[entry.id] = firstOrdinal + count
    entries.append(entry)
  }

  mutating func prependEntry(_ entry: Entry) {
    firstOrdinal -= 1
    ordinals[entry.id] = firstOrdinal
    entries.prepend(entry)
  }

  mutating func removeFirstEntry() {
    ordinals[entries[0].id] = nil
    entries.removeFirst()
    firstOrdinal += 1
  }

  mutating func removeLastEntry() {
    ordinals[entries[count - 1].id] = nil
    entries.removeLast()
  }
}
