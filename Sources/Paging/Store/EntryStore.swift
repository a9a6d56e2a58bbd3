/// The contents of a list: pages of items and the gaps between them, found by index and by
/// identity.
///
/// Cost: a lookup is at most O(log pages). Adding, removing or changing a page is O(entries of the
/// page); in the middle of the list it also costs O(pages on the shorter side). Only the removal of
/// all pages takes time proportional to the total number of items.
package struct EntryStore<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>: Sendable
where Item.ID: Sendable {
  package typealias Entry = PagerEntry<Item>
  package typealias Held = HeldPage<Item, Cursor>

  /// The pages, in the order of the list.
  package private(set) var pages = Deque<Held>()
  private(set) var index = PageIndex()
  private var spots: [Item.ID: ItemSpot] = [:]
  private let work: ItemWork<Item>
  private var gaps: [Int: Int] = [:]
  private var edits = ListEdits<Entry, Entry.ID>()
  /// For each item that the app has removed or inserted, the number of the page whose answer
  /// contained it, or else `noPage`; see `noteTakenOut` and `notePutIn`.
  var takenOut: [Item.ID: Int] = [:]
  private var lastNumber = 0
  private var lastGap = 0
  /// Whether any page of the source so far had a continuation before its first item.
  private(set) var goesBack = false

  package init() { self.init(ItemWork()) }
  init(_ work: ItemWork<Item>) { self.work = work }

  /// The number of entries.
  package var count: Int { index.count }
  package var isEmpty: Bool { count == 0 }
  /// The ordinal of the first entry; see `PageIndex`.
  package var firstOrdinal: Int { index.firstOrdinal }

  package subscript(entry: Int) -> Entry {
    guard entry >= 0, entry < count else { fatalError("entry \(entry) of \(count)") }
    let page = index.page(ofEntry: entry)
    let offset = entry - index.start(ofPage: page)
    // The item is read here and not by a method, because a method call would copy the whole page
    // for each row of a frame.
    return offset < pages[page].items.count
      ? .item(pages[page].items[offset]) : pages[page].entry(at: offset)
  }

  /// Returns the item at an index, or nil if the entry is a gap.
  func item(at entry: Int) -> Item? {
    let page = index.page(ofEntry: entry)
    let offset = entry - index.start(ofPage: page)
    return offset < pages[page].items.count ? pages[page].items[offset] : nil
  }

  /// Returns the entries at the given indices; if the indices are ascending, each page is looked up
  /// once.
  func entries(at indices: [Int]) -> [Entry] {
    guard var page = indices.first.map(index.page(ofEntry:)) else { return [] }
    var (span, held) = (span(ofPage: page), pages[page])
    return indices.map { entry in
      if !span.contains(entry) {
        page = index.page(ofEntry: entry)
        (span, held) = (self.span(ofPage: page), pages[page])
      }
      return held.entry(at: entry - span.lowerBound)
    }
  }

  /// Returns the items in a range of entries, up to the first gap.
  func items(in entries: Range<Int>) -> [Item] {
    var (found, next): ([Item], Int) = ([], entries.lowerBound)
    while next < entries.upperBound {
      let page = index.page(ofEntry: next)
      let (start, held) = (index.start(ofPage: page), pages[page].items)
      found += held[min(next - start, held.count)..<min(held.count, entries.upperBound - start)]
      next = start + held.count
      if pages[page].gap != nil { break }
    }
    return found
  }

  package func index(of id: Entry.ID) -> Int? {
    switch id {
    case .item(let id):
      return spots[id].flatMap { spot in
        index.start(ofNumber: spot.page).map { $0 + spot.offset }
      }
    case .gap(let gap):
      return gaps[gap].flatMap(index.page(ofNumber:)).map {
        index.start(ofPage: $0) + pages[$0].items.count
      }
    }
  }

  /// Returns the indices of the given items, with nil for items that are not held.
  func indices(of items: [Item]) -> [Int?] {
    let spots = work.spots(items, spots)
    guard let spots else { return Array(repeating: nil, count: items.count) }
    return spots.map { spot in
      spot.flatMap { spot in index.start(ofNumber: spot.page).map { $0 + spot.offset } }
    }
  }

  /// Returns the page with each item once; most pages are returned unchanged.
  func withoutRepeats(_ page: Page<Item, Cursor>) -> Page<Item, Cursor> {
    let isProper = page.itemCursors.count <= page.items.count && !work.haveRepeats(page.items)
    return isProper ? page : page.withoutRepeats
  }

  package func holds(_ id: Item.ID) -> Bool { spots[id] != nil }

  /// Returns the cursor of a held item, if it has one.
  func cursor(of id: Item.ID) -> Cursor? {
    guard let spot = spots[id], let page = index.page(ofNumber: spot.page) else { return nil }
    return spot.offset < pages[page].cursors.count ? pages[page].cursors[spot.offset] : nil
  }

  /// Returns the index of the page that contains an item.
  func page(of id: Item.ID) -> Int? { spots[id].flatMap { index.page(ofNumber: $0.page) } }

  /// Returns the index of the page with the given number.
  func page(numbered number: Int) -> Int? { index.page(ofNumber: number) }

  /// Returns the index of the page before a gap.
  package func page(ofGap gap: Int) -> Int? { gaps[gap].flatMap(index.page(ofNumber:)) }

  /// Returns the index of the page that contains an entry.
  func page(ofEntry entry: Int) -> Int { index.page(ofEntry: entry) }

  /// Returns the range of the entries of a page.
  package func span(ofPage page: Int) -> Range<Int> {
    let start = index.start(ofPage: page)
    return start..<start + (page < pages.count ? pages[page].count : 0)
  }

  /// Returns an unused number for a new page.
  package mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Returns an unused number for a new gap.
  mutating func nextGap() -> Int {
    lastGap += 1
    return lastGap
  }

  /// Returns the indices of the gaps in a range of entries; costs one lookup for each held gap.
  func gaps(in entries: Range<Int>) -> [Int] {
    gaps.keys.compactMap { index(of: .gap($0)) }.filter(entries.contains)
  }

  /// Returns the edits of the list since the last call.
  mutating func takeEdits() -> ListEdits<Entry, Entry.ID> {
    defer { edits = ListEdits() }
    return edits
  }

  /// Returns the edits of the list since the last call, as a difference.
  package mutating func takeDifference() -> PagerDifference<Item> {
    PagerDifference(takeEdits(), count: count)
  }

  // MARK: Pages

  /// Inserts a page before the one at an index; its items must not be held yet.
  package mutating func insert(_ page: Held, at pageIndex: Int) {
    edits.splice(
      at: index.start(ofPage: pageIndex), removing: [],
      inserting: work.entries(page.items) + page.gapEntries)
    put(page, at: pageIndex)
  }

  /// Removes a page and returns it.
  @discardableResult
  package mutating func removePage(at pageIndex: Int) -> Held {
    edits.splice(
      at: index.start(ofPage: pageIndex), removing: entryIDs(of: pages[pageIndex]), inserting: [])
    return detachPage(at: pageIndex)
  }

  /// Removes consecutive pages.
  ///
  /// Their entries are recorded as one edit, because each recorded edit copies the edits next to
  /// it.
  mutating func removePages(_ range: Range<Int>) {
    let gone = range.flatMap { entryIDs(of: pages[$0]) }
    edits.splice(at: index.start(ofPage: range.lowerBound), removing: gone, inserting: [])
    for pageIndex in range.reversed() { detachPage(at: pageIndex) }
  }

  private func entryIDs(of page: Held) -> [Entry.ID] {
    work.entryIDs(page.items) + page.gapEntries.map { $0.id }
  }

  /// Removes a page whose removal has already been recorded as an edit.
  @discardableResult
  private mutating func detachPage(at pageIndex: Int) -> Held {
    let page = pages[pageIndex]
    work.forget(page.items, &spots)
    if page.isEdited { forgetTakenOut(of: page) }
    if let gap = page.gap { gaps[gap] = nil }
    index.resize(pageIndex, by: -page.count)
    index.remove(at: pageIndex)
    pages.remove(at: pageIndex)
    return page
  }

  /// Divides a page into two before the entry at an offset.
  ///
  /// - Parameter restStays: whether the removed items of the page belong to the second part; see
  ///   `divideTakenOut`.
  mutating func cutPage(at pageIndex: Int, before offset: Int, restStays: Bool) {
    guard offset > 0, offset < pages[pageIndex].count else { return }
    let rest = pages[pageIndex].cut(at: offset, number: nextNumber(), goesBack: goesBack)
    index.resize(pageIndex, by: -rest.count)
    put(rest, at: pageIndex + 1)
    divideTakenOut(ofPage: pageIndex, restStays: restStays)
  }

  /// Removes all pages, and forgets the items that the app has removed.
  package mutating func removeAll() {
    takenOut = [:]
    removePages(0..<pages.count)
  }

  /// Forgets whether the source can page backward, because another source replaces it; the pages
  /// stay.
  mutating func forgetSource() { goesBack = false }

  /// Sets or removes the gap after a page.
  mutating func setGap(_ gap: Int?, afterPage pageIndex: Int) {
    let (old, end) = (
      pages[pageIndex].gap, index.start(ofPage: pageIndex) + pages[pageIndex].items.count
    )
    guard gap != old else { return }
    edits.splice(
      at: end, removing: old.map { [.gap($0)] } ?? [], inserting: gap.map { [.gap($0)] } ?? [])
    let before = pages[pageIndex].count
    pages[pageIndex].gap = gap
    index.resize(pageIndex, by: pages[pageIndex].count - before)
    if let old { gaps[old] = nil }
    if let gap { gaps[gap] = pages[pageIndex].number }
  }

  /// Changes the continuations and positions of a page; its entries must stay the same.
  mutating func renewSides(ofPage pageIndex: Int, _ change: (inout Held) -> Void) {
    change(&pages[pageIndex])
  }

  // MARK: Items

  /// Replaces an item in place; returns whether it is held.
  package mutating func replace(_ item: Item) -> Bool {
    guard let entry = index(of: .item(item.id)), let page = page(of: item.id) else { return false }
    edits.splice(at: entry, removing: [.item(item.id)], inserting: [.item(item)])
    pages[page].items[entry - index.start(ofPage: page)] = item
    return true
  }

  /// Removes an item and returns it, or nil if it is not held.
  ///
  /// - Parameters:
  ///   - isShownElsewhere: whether an answer contains the item at another place, so that the
  ///     cursors of its old page may lead from there.
  ///   - isDoubtful: whether the item may still exist at its old place.
  @discardableResult
  mutating func remove(
    _ id: Item.ID, isShownElsewhere: Bool = false, isDoubtful: Bool = false
  ) -> Item? {
    guard let entry = index(of: .item(id)), let page = page(of: id) else { return nil }
    let offset = entry - index.start(ofPage: page)
    edits.splice(at: entry, removing: [.item(id)], inserting: [])
    let item = pages[page].items[offset]
    if isShownElsewhere {
      pages[page].release(at: offset, isDoubtful: isDoubtful)
    } else {
      pages[page].giveUp(at: offset)
      noteTakenOut(id, ofPage: pages[page].number)
    }
    spots[id] = nil
    index.resize(page, by: -1)
    noteSpots(ofPage: page, from: offset)
    return item
  }

  /// Removes an item, and its page if that becomes empty.
  mutating func discard(_ id: Item.ID) {
    guard let number = page(of: id).map({ pages[$0].number }) else { return }
    remove(id)
    tidy(number, goesOn: true)
  }

  /// Inserts an item, which must not be held yet, at an index; does nothing if no page is held.
  ///
  /// The item goes into the page of the item before the index, or else into the page of the item
  /// after it.
  /// - Parameters:
  ///   - cursor: the item's cursor; it is used only if the item returns to its former page.
  ///   - number: the number of the item's former page, which is used if it extends to the index.
  mutating func insert(_ item: Item, at entry: Int, cursor: Cursor? = nil, page number: Int? = nil)
  {
    guard !pages.isEmpty else { return }
    let own = number.flatMap(page(numbered:)).flatMap { mayHold($0, at: entry) ? $0 : nil }
    let target = own ?? page(taking: entry)
    let offset = entry - index.start(ofPage: target)
    edits.splice(at: entry, removing: [], inserting: [.item(item)])
    pages[target].insert(item, at: offset, cursor: own == nil ? nil : cursor)
    notePutIn(item.id, isOwn: own != nil)
    index.resize(target, by: 1)
    noteSpots(ofPage: target, from: offset)
  }

  private func mayHold(_ page: Int, at entry: Int) -> Bool {
    let start = index.start(ofPage: page)
    return entry >= start && entry <= start + pages[page].items.count
  }

  /// Returns the index of the page into which an item at an index is inserted; after a gap it is
  /// the next page.
  private func page(taking entry: Int) -> Int {
    let page = entry > 0 ? index.page(ofEntry: entry - 1) : 0
    return entry - index.start(ofPage: page) > pages[page].items.count ? page + 1 : page
  }

  // MARK: Parts

  private mutating func put(_ page: Held, at pageIndex: Int) {
    pages.insert(page, at: pageIndex)
    index.insert(number: page.number, at: pageIndex)
    index.resize(pageIndex, by: page.count)
    noteSpots(ofPage: pageIndex, from: 0)
    if let gap = page.gap { gaps[gap] = page.number }
    if page.before.cursor != nil { goesBack = true }
  }

  private mutating func noteSpots(ofPage pageIndex: Int, from offset: Int) {
    work.note(pages[pageIndex].items, offset, pages[pageIndex].number, &spots)
  }
}
