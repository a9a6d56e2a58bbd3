/// Merges an answer with the held entries into one list.
///
/// *An answer is authoritative for the stretch of the list that it covers*, from its first item to
/// its last, and for nothing else. So the answer is inserted as a whole, its items are removed from
/// other places, and other entries within its stretch are removed. To find how far the stretch
/// reaches into the held entries, the merge looks for items that are proved not to have moved:
/// - an item with the same cursor as before (`Page.itemCursors`);
/// - an item in a run of five or more that have the same order in the answer and in the list. One
///   or two items may have been moved next to each other; five would have to be moved one by one
///   into exactly the same order.
///
/// Five items may also be in the same order although a few items of the list between them are not
/// in the answer, because those were deleted. If cursors are not stable, this is proof enough.
/// Otherwise it shows only how far the stretch reaches, and a gap follows the answer.
///
/// The ends of pages are compared too: if cursors are stable, equal cursors mark the same place.
///
/// An answer and the entries next to it are *joined* only if it is proved that no items lie between
/// them: the answer was requested with their cursor, its outermost item has not moved, the cursors
/// are equal, or the source reports an end. Otherwise a gap is inserted. The document "How answers
/// are merged" explains the rule.
struct Merge<Item: Identifiable & Sendable, Cursor: Hashable & Sendable> where Item.ID: Sendable {
  typealias Store = EntryStore<Item, Cursor>

  /// The border between an answer and the entries on one of its sides.
  enum Border: Hashable {
    /// No items lie between them.
    case joined
    /// Items may lie between them, so a gap is needed: the existing gap with this number, or a new
    /// gap if the number is nil.
    case gap(Int?)
  }

  /// The result of a merge.
  ///
  /// It does not contain the store, because with a second reference to the store, a change to the
  /// store would copy all items.
  struct Plan {
    let upper: Int?
    let lower: Int?
    let above: Border
    let below: Border
    /// Items that may still exist at their old places.
    let doubtful: [Item.ID]
    /// For each item of the answer, whether it is new.
    let isNew: [Bool]
    /// Whether items have moved up from pages whose cursors are not stable, so that the cursors at
    /// the ends of these pages would skip items.
    let hasMovedUp: Bool
  }

  var plan: Plan {
    Plan(
      upper: upper, lower: lower, above: above, below: below, doubtful: doubtful,
      isNew: places.map { $0 == nil }, hasMovedUp: hasMovedUp)
  }

  /// The length of a run of items that proves that none of them has moved.
  static var provingRun: Int { 5 }

  /// The entries before this index stay above the answer; nil if all entries above its slot stay.
  private(set) var upper: Int?
  /// The entries from this index on stay below the answer; nil if all entries below its slot stay.
  private(set) var lower: Int?
  private(set) var above = Border.joined
  private(set) var below = Border.joined

  private let page: Page<Item, Cursor>
  private let slot: Slot
  private let store: Store
  /// For each of the answer's items, its index in the list, and whether it is in a run of items
  /// that have not moved.
  private let places: [Int?]
  private let isInRun: [Bool]
  /// For each of the answer's items, whether it is one of five that are in the order of the list,
  /// with few other entries between them.
  private let isInOrder: [Bool]
  /// The entries of the page that the answer renews, if only its items show where it belongs and no
  /// run of them does; otherwise empty.
  private let renewed: Range<Int>
  /// The indices, in the answer, of the items that are held.
  private let held: [Int]
  private let hasStableCursors: Bool

  /// Finds how an answer, whose items are distinct, meets the held entries.
  init(
    of page: Page<Item, Cursor>, in slot: Slot, of store: Store, traits: PagingTraits
  ) {
    (self.page, self.slot, self.store) = (page, slot, store)
    hasStableCursors = traits.hasStableCursors
    let places = store.indices(of: page.items)
    self.places = places
    let held = places.indices.filter { places[$0] != nil }
    self.held = held
    // Stable cursors of items show better which items have moved.
    let isKeyed = traits.hasStableCursors && !page.itemCursors.isEmpty
    isInOrder = Self.orders(of: isKeyed ? [] : held, at: places)
    isInRun = traits.hasStableCursors ? Self.runs(of: places) : isInOrder
    renewed =
      isInRun.contains(true) ? 0..<0 : slot.renews.map { store.span(ofPage: $0) } ?? 0..<0
    meetAbove()
    meetBelow()
  }

  // MARK: Above

  private mutating func meetAbove() {
    let start = store.index.start(ofPage: slot.above)
    let end = slot.renews == nil ? start : store.count
    guard end > 0 else { return }
    // A report that nothing precedes the page concerns the entries above only if the page was
    // requested before a cursor.
    if slot.precedesBelow, endsAt(page.before) { return upper = 0 }
    let met = held.first {
      isUnmoved($0, in: 0..<end, byCursor: !slot.followsAbove)
    }
    guard let met, let place = places[met] else {
      let isProved = slot.followsAbove && (slot.renews == nil || page.items.isEmpty)
      above = isProved || start == 0 ? .joined : .gap(slot.gapAbove)
      return
    }
    let there = border(at: place - 1)
    if case .gap = there { upper = place - 1 } else { upper = place }
    let isProved = met == 0 || slot.renews != nil && slot.followsAbove
    above = isProved || there != .joined ? there : .gap(slot.gapAbove)
  }

  // MARK: Below

  private mutating func meetBelow() {
    let slotStart = store.index.start(ofPage: slot.below)
    let start = slot.renews == nil ? slotStart : upper ?? slotStart
    if start == store.count {
      // Empty pages below are removed, so that the list does not continue from them.
      if !slot.precedesBelow { lower = start }
      return
    }
    if !slot.precedesBelow, endsAt(page.after) { return lower = store.count }
    let met = held.last {
      isUnmoved($0, in: start..<store.count, byCursor: !slot.precedesBelow)
    }
    let last = [met, lastInOrder(from: start)].compactMap { $0 }.max()
    let end = last.flatMap { places[$0] }
    if !slot.precedesBelow, hasStableCursors,
      let place = placeOfCursor(from: start, behind: end.map { $0 + 1 } ?? start)
    {
      return endAbove(place, isProved: true)
    }
    guard let last, let end else { return endAboveUnknown() }
    endAbove(end + 1, isProved: last == met && last == places.count - 1)
  }

  /// Returns the last item of the answer that is in the order of the list, at an index from `start`
  /// on.
  private func lastInOrder(from start: Int) -> Int? {
    guard !slot.precedesBelow else { return nil }
    return held.last { item in isInOrder[item] && places[item].map { $0 >= start } ?? false }
  }

  /// Ends the answer at its slot, because no item shows how far it reaches.
  ///
  /// If only its items could show where it belongs, it replaces the page that it renews.
  private mutating func endAboveUnknown() {
    if let old = slot.renews, !page.items.isEmpty {
      let end = store.index.start(ofPage: old) + store.pages[old].items.count
      return endAbove(end, isProved: false)
    }
    below = slot.precedesBelow ? .joined : .gap(slot.gapBelow)
  }

  /// Keeps the entries from an index on, so that they follow the answer; also keeps a gap that is
  /// already there.
  private mutating func endAbove(_ place: Int, isProved: Bool) {
    let there = border(at: place)
    if case .gap = there { lower = place + 1 } else { lower = place }
    below = isProved || there != .joined ? there : .gap(slot.gapBelow)
  }

  /// Returns the index where the page ends according to its cursor: the end or the start of a held
  /// page with the same cursor; nil if no such page is found.
  ///
  /// Only pages near the answer's items and near its slot are compared, because a match elsewhere
  /// is unlikely and comparing all pages would be slow.
  ///
  /// - Parameter first: the lowest index where the page may end.
  private func placeOfCursor(from start: Int, behind first: Int) -> Int? {
    guard let cursor = page.after.cursor else { return nil }
    var near = [slot.below, slot.below + 1]
    for place in places {
      guard let place, place >= start else { continue }
      let number = store.page(ofEntry: place)
      if near.last != number + 1 { near += [number, number + 1] }
    }
    let found = near.compactMap { number -> Int? in
      guard number < store.pages.count, !store.pages[number].isEdited else { return nil }
      let (held, span) = (store.pages[number], store.span(ofPage: number))
      let end = span.lowerBound + held.items.count
      if held.end == cursor, mayEnd(at: end, from: first, saidAt: held.arrival) { return end }
      return held.start == cursor && mayEnd(at: span.lowerBound, from: first, saidAt: held.arrival)
        ? span.lowerBound : nil
    }
    return found.max()
  }

  /// Whether no entry from `first` up to the place comes from a newer answer than the page that
  /// determined the place.
  private func mayEnd(at place: Int, from first: Int, saidAt arrival: Int) -> Bool {
    guard place >= first else { return false }
    var index = first
    while index < place {
      let page = store.page(ofEntry: index)
      if store.pages[page].arrival > arrival { return false }
      index = store.span(ofPage: page).upperBound
    }
    return true
  }

  // MARK: Items that have not moved

  /// Returns a Boolean for each item: whether it belongs to a run of at least `provingRun` items
  /// that are also consecutive in the list.
  private static func runs(of places: [Int?]) -> [Bool] {
    var isInRun = [Bool](repeating: false, count: places.count)
    var first = 0
    for index in places.indices {
      let goesOn =
        index > 0 && places[index] != nil && places[index - 1].map { $0 + 1 } == places[index]
      if !goesOn { first = index }
      guard places[index] != nil, index - first + 1 >= provingRun else { continue }
      // The members before these are marked already.
      for member in index - provingRun + 1...index { isInRun[member] = true }
    }
    return isInRun
  }

  /// Returns a Boolean for each item: whether it is one of `provingRun` held items that are in the
  /// same order in the answer and in the list, with at most `provingRun` others between them in
  /// each of the two.
  private static func orders(of held: [Int], at places: [Int?]) -> [Bool] {
    var isInOrder = [Bool](repeating: false, count: places.count)
    let known = held.compactMap { item in places[item].map { (item: item, place: $0) } }
    var first = 0
    for (index, last) in known.enumerated() {
      if index > 0, known[index - 1].place >= last.place { first = index }
      guard index - first + 1 >= provingRun else { continue }
      let members = known[index - provingRun + 1...index]
      guard let start = members.first, last.place - start.place < 2 * provingRun,
        last.item - start.item < 2 * provingRun
      else { continue }
      for member in members { isInOrder[member.item] = true }
    }
    return isInOrder
  }

  /// Whether an item of the answer lies in a range of entries and is proved not to have moved.
  ///
  /// - Parameter byCursor: whether an equal cursor is proof enough. On the side of the request's
  ///   cursor it is not, because a held item may be repeated there, as happens with items that are
  ///   on every page.
  private func isUnmoved(_ item: Int, in entries: Range<Int>, byCursor: Bool) -> Bool {
    guard let place = places[item], entries.contains(place) else { return false }
    return isInRun[item] || byCursor && hasSameCursor(item) || renewed.contains(place)
  }

  private func hasSameCursor(_ index: Int) -> Bool {
    guard let held = store.cursor(of: page.items[index].id) else { return false }
    return held == cursor(of: index)
  }

  private func cursor(of index: Int) -> Cursor? {
    index < page.itemCursors.count ? page.itemCursors[index] : nil
  }

  /// Whether any item is proved not to have moved.
  var meetsList: Bool {
    held.contains { item in
      isInRun[item] || hasSameCursor(item) || places[item].map { renewed.contains($0) } ?? false
    }
  }

  // MARK: Removed items

  /// Whether the answer would remove items that arrived later than the page whose cursor was used
  /// for the request.
  ///
  /// That cursor may skip items that have been added since its page was loaded, so the answer may
  /// lack them.
  var takesLaterAway: Bool {
    guard let asked = slot.followsAbove ? slot.above - 1 : slot.precedesBelow ? slot.below : nil,
      asked >= 0, asked < store.pages.count
    else { return false }
    let start = upper ?? store.index.start(ofPage: slot.above)
    let end = lower ?? store.index.start(ofPage: slot.below)
    return removesItem(from: start, to: end, laterThan: store.pages[asked].arrival)
  }

  /// Whether an item in a range of entries arrived later than the given answer and is not in the
  /// answer that is being merged.
  private func removesItem(from start: Int, to end: Int, laterThan arrival: Int) -> Bool {
    let stays = Set(places.compactMap { $0 })
    var entry = start
    while entry < end {
      let page = store.page(ofEntry: entry)
      let span = store.span(ofPage: page)
      let items = entry..<min(end, span.lowerBound + store.pages[page].items.count)
      if store.pages[page].arrival > arrival, !items.allSatisfy(stays.contains) { return true }
      entry = span.upperBound
    }
    return false
  }

  // MARK: Moved items

  /// The items of the answer that are held outside its stretch and may still exist at their old
  /// places.
  ///
  /// Either the entries between such an item and the stretch were deleted, or the item has moved;
  /// it is not known which. If cursors are not stable, the doubt could never be resolved, so the
  /// result is empty.
  var doubtful: [Item.ID] {
    guard hasStableCursors, !held.isEmpty else { return [] }
    let still = held.filter { isInRun[$0] || hasSameCursor($0) }
    let start = upper ?? store.index.start(ofPage: slot.above)
    let end = lower ?? store.index.start(ofPage: slot.below)
    return page.items.indices.filter { index in
      guard let place = places[index], place < start || place >= end else { return false }
      return !hasMoved(index, from: place, beyond: still)
    }.map { page.items[$0].id }
  }

  /// Whether cursors are not stable, and an item of the answer was below the page requested again.
  private var hasMovedUp: Bool {
    guard !hasStableCursors, slot.renews != nil || slot == .at(0) else { return false }
    let own = slot.renews ?? 0
    return held.contains { item in
      places[item].map { store.page(ofEntry: $0) > own } ?? false
    }
  }

  /// Whether an item has certainly moved: it has a new cursor, or it was on the other side of the
  /// requested place or of an unmoved item.
  private func hasMoved(_ item: Int, from place: Int, beyond still: [Int]) -> Bool {
    if let cursor = cursor(of: item), let held = store.cursor(of: page.items[item].id) {
      return cursor != held || isBeyondSlot(place)
    }
    return isBeyondSlot(place)
      || still.contains { other in
        places[other].map { other != item && (other < item) != ($0 < place) } ?? false
      }
  }

  /// Whether an entry is on the other side of the requested place, without a gap between the entry
  /// and that place.
  private func isBeyondSlot(_ place: Int) -> Bool {
    guard hasStableCursors else { return false }
    let above = store.index.start(ofPage: slot.above)
    let below = store.index.start(ofPage: slot.below)
    if slot.followsAbove, place < above {
      return store.gaps(in: place..<max(place, above - 1)).isEmpty
    }
    return slot.precedesBelow && place >= below && store.gaps(in: below..<place).isEmpty
  }

  /// Returns the border at an entry next to an answer: the gap if the entry is a gap, otherwise
  /// `joined`.
  private func border(at place: Int) -> Border {
    guard place >= 0, place < store.count, case .gap(let gap) = store[place] else { return .joined }
    return .gap(gap)
  }

  /// Whether the list ends on a side of the answer, as far as the source knows.
  private func endsAt(_ side: Continuation<Cursor>) -> Bool {
    if case .more = side { false } else { true }
  }
}

/// The place of an answer among the held pages, according to its request.
struct Slot: Hashable, Sendable {
  /// The pages before this index are above the answer.
  var above: Int
  /// The pages from this index on are below the answer, or are replaced by it.
  var below: Int
  /// Whether the answer continues at the end of the page above, because that page's cursor was used
  /// to request it.
  var followsAbove = false
  /// Whether the answer ends at the start of the page below, because that page's cursor was used to
  /// request it.
  var precedesBelow = false
  /// The number of the gap above the answer; the gap keeps this number while items are still
  /// missing there.
  var gapAbove: Int?
  /// The number of the gap below the answer.
  var gapBelow: Int?
  /// The page that the answer renews, if only its items show where it belongs: cursors are not
  /// stable, and the page on the side of the request's cursor was not renewed just before.
  var renews: Int?

  /// Returns the slot before a page, for an answer that was not requested with a neighbor's cursor.
  static func at(_ page: Int) -> Slot { Slot(above: page, below: page) }
}
