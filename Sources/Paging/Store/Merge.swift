/// How an answer and what is held become one list.
///
/// *An answer is the truth about the stretch that it covers*, from its first item to its last, and
/// about nothing else. So it is put whole where it belongs, its items go from wherever else they
/// are held, and what is held within its stretch goes. How far the stretch reaches into what is
/// held is found by items that are proved to stand where they stood:
/// - the item has the same cursor as it had (`Page.itemCursors`);
/// - it is one of five or more that follow each other in the answer as they do in the list. One or
///   two may have been moved next to each other; for five, each would have to be moved by itself to
///   just that place;
/// and by the places where pages end: the same cursor, if cursors are stable, is the same place.
///
/// An answer and what is beside it are *joined* only where it is proved that nothing lies between
/// them: its outermost item is one of those that stand where they stood, or the cursors say so, or
/// the source says that nothing is there. Else a gap stands. The document "How answers are merged"
/// has the rule with its reasons.
struct Merge<Item: Identifiable & Sendable, Cursor: Hashable & Sendable> where Item.ID: Sendable {
  typealias Store = EntryStore<Item, Cursor>

  /// What lies between an answer and the entries on one of its sides.
  enum Border: Hashable {
    /// Nothing.
    case joined
    /// Perhaps something: a gap, which may be one that is there already.
    case gap(Int?)
  }

  /// What was found, without the store, which is then changed where it is: a copy that somebody holds would
  /// be made of all items.
  struct Plan {
    let upper: Int?
    let lower: Int?
    let above: Border
    let below: Border
    /// Items that may stand where they stood all the same.
    let doubtful: [Item.ID]
    /// For each item of the answer, whether it is not held.
    let isNew: [Bool]
  }

  var plan: Plan {
    Plan(
      upper: upper, lower: lower, above: above, below: below, doubtful: doubtful,
      isNew: places.map { $0 == nil })
  }

  /// How many in a row prove that none of them has moved.
  static var provingRun: Int { 5 }

  /// The entries before this index stay above the answer; nil for all above its slot.
  private(set) var upper: Int?
  /// The entries from this index on stay below it; nil for all below its slot.
  private(set) var lower: Int?
  private(set) var above = Border.joined
  private(set) var below = Border.joined

  private let page: Page<Item, Cursor>
  private let slot: Slot
  private let store: Store
  /// Where each of the answer's items is held, and which of them have not moved.
  private let places: [Int?]
  private let isInRun: [Bool]
  /// Which of the answer's items are held.
  private let held: [Int]
  private let hasStableCursors: Bool

  /// Finds how an answer, each of whose items is in it once, meets what is held.
  ///
  /// Cost: its items, each looked up.
  init(
    of page: Page<Item, Cursor>, in slot: Slot, of store: Store, traits: PagingTraits
  ) {
    (self.page, self.slot, self.store) = (page, slot, store)
    hasStableCursors = traits.hasStableCursors
    let places = store.indices(of: page.items)
    self.places = places
    held = places.indices.filter { places[$0] != nil }
    isInRun = Self.runs(of: places)
    meetAbove()
    meetBelow()
  }

  // MARK: Above

  private mutating func meetAbove() {
    let end = store.index.start(ofPage: slot.above)
    guard end > 0 else { return }
    // Only where it was asked what precedes does "nothing before" speak of what is above.
    if slot.precedesBelow, endsAt(page.before) { return upper = 0 }
    let met = held.first {
      stands($0, in: 0..<end, byCursor: !slot.followsAbove)
    }
    guard let met, let place = places[met] else {
      above = slot.followsAbove ? .joined : .gap(slot.gapAbove)
      return
    }
    let there = border(at: place - 1)
    if case .gap = there { upper = place - 1 } else { upper = place }
    above = met == 0 || there != .joined ? there : .gap(slot.gapAbove)
  }

  // MARK: Below

  private mutating func meetBelow() {
    let start = store.index.start(ofPage: slot.below)
    if start == store.count {
      // Pages of nothing are no reason to go on from them.
      if !slot.precedesBelow { lower = start }
      return
    }
    if !slot.precedesBelow, endsAt(page.after) { return lower = store.count }
    let met = held.last {
      stands($0, in: start..<store.count, byCursor: !slot.precedesBelow)
    }
    let end = met.flatMap { places[$0] }
    if !slot.precedesBelow, hasStableCursors,
      let place = placeOfCursor(from: start, behind: end.map { $0 + 1 } ?? start)
    {
      return endAbove(place, isProved: true)
    }
    guard let met, let end else {
      below = slot.precedesBelow ? .joined : .gap(slot.gapBelow)
      return
    }
    endAbove(end + 1, isProved: met == places.count - 1)
  }

  /// The entries from an index on stay below; a gap that is there is the one that stays.
  private mutating func endAbove(_ place: Int, isProved: Bool) {
    let there = border(at: place)
    if case .gap = there { lower = place + 1 } else { lower = place }
    below = isProved || there != .joined ? there : .gap(slot.gapBelow)
  }

  /// The index at which the page ends by its cursor: where a page that is held ends or begins.
  ///
  /// Looked for near its items, and where its slot ends: nothing else is likely, and to look at all
  /// pages would cost them.
  ///
  /// - Parameter first: the first entry that the place may have above it.
  private func placeOfCursor(from start: Int, behind first: Int) -> Int? {
    guard let cursor = page.after.cursor else { return nil }
    var near = [slot.below, slot.below + 1]
    for place in places {
      guard let place, place >= start else { continue }
      let number = store.page(ofEntry: place)
      if near.last != number { near += [number, number + 1] }
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

  /// Whether nothing newer than what a page says of its ends stands where the answer would end by it.
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

  // MARK: What has not moved

  /// Which items follow each other as they do in the list, enough of them in a row.
  private static func runs(of places: [Int?]) -> [Bool] {
    var isInRun = [Bool](repeating: false, count: places.count)
    var first = 0
    for index in places.indices {
      let goesOn =
        index > 0 && places[index] != nil && places[index - 1].map { $0 + 1 } == places[index]
      if !goesOn { first = index }
      guard places[index] != nil, index - first + 1 >= provingRun else { continue }
      for member in first...index { isInRun[member] = true }
    }
    return isInRun
  }

  /// Whether an item of the answer is proved to stand where it stood, among some entries.
  ///
  /// - Parameter byCursor: whether its cursor alone proves it. Not on the side where the answer is
  ///   known to go on: there an item that is held comes again, as one that is on every page does.
  private func stands(_ item: Int, in entries: Range<Int>, byCursor: Bool) -> Bool {
    guard let place = places[item], entries.contains(place) else { return false }
    return isInRun[item] || byCursor && hasSameCursor(item)
  }

  private func hasSameCursor(_ index: Int) -> Bool {
    guard let held = store.cursor(of: page.items[index].id) else { return false }
    return held == cursor(of: index)
  }

  private func cursor(of index: Int) -> Cursor? {
    index < page.itemCursors.count ? page.itemCursors[index] : nil
  }

  /// Whether some item is proved to stand where it stood.
  var meetsList: Bool { held.contains { isInRun[$0] || hasSameCursor($0) } }

  // MARK: What goes

  /// Whether the answer would take away what came later than the page from whose cursor it was asked.
  ///
  /// That cursor may lead past what has come since, so the answer may say nothing of it.
  var takesLaterAway: Bool {
    guard let asked = slot.followsAbove ? slot.above - 1 : slot.precedesBelow ? slot.below : nil,
      asked >= 0, asked < store.pages.count
    else { return false }
    let start = upper ?? store.index.start(ofPage: slot.above)
    let end = lower ?? store.index.start(ofPage: slot.below)
    return goes(from: start, to: end, laterThan: store.pages[asked].arrival)
  }

  /// Whether an item among some entries came later than an arrival, and is not in the answer.
  private func goes(from start: Int, to end: Int, laterThan arrival: Int) -> Bool {
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

  // MARK: What has moved

  /// The items of the answer that are held outside its stretch, and may stand there all the same:
  /// what is beside them has gone, or they have moved; which of the two is not known.
  ///
  /// With cursors that do not hold their place such doubt would never end, and nothing is made of
  /// it.
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

  /// An item has moved that has another cursor now, that is on the other side of the place that was
  /// asked, or of an item that stands where it stood.
  private func hasMoved(_ item: Int, from place: Int, beyond still: [Int]) -> Bool {
    if let cursor = cursor(of: item), let held = store.cursor(of: page.items[item].id) {
      return cursor != held || isBeyondSlot(place)
    }
    return isBeyondSlot(place)
      || still.contains { other in
        places[other].map { other != item && (other < item) != ($0 < place) } ?? false
      }
  }

  /// Whether an entry is on the other side of the place that was asked, with no gap between.
  private func isBeyondSlot(_ place: Int) -> Bool {
    guard hasStableCursors else { return false }
    let above = store.index.start(ofPage: slot.above)
    let below = store.index.start(ofPage: slot.below)
    if slot.followsAbove, place < above {
      return store.gaps(in: place..<max(place, above - 1)).isEmpty
    }
    return slot.precedesBelow && place >= below && store.gaps(in: below..<place).isEmpty
  }

  /// What lies at an entry beside an answer: a gap that stays one, or nothing.
  private func border(at place: Int) -> Border {
    guard place >= 0, place < store.count, case .gap(let gap) = store[place] else { return .joined }
    return .gap(gap)
  }

  /// Whether nothing lies on a side now, as far as the source knows.
  private func endsAt(_ side: Continuation<Cursor>) -> Bool {
    if case .more = side { false } else { true }
  }
}

/// Where an answer belongs among the pages that are held, by what was asked.
struct Slot: Hashable, Sendable {
  /// The pages before this one are above the answer.
  var above: Int
  /// The pages from this one on are below it, or are what it is about.
  var below: Int
  /// Whether the answer goes on where the page above it ends, because its cursor was asked.
  var followsAbove = false
  /// Whether the answer ends where the page below it begins, because its cursor was asked.
  var precedesBelow = false
  /// The number of the gap that stands above it, which stays that of what is still missing there.
  var gapAbove: Int?
  /// The number of the gap that stands below it.
  var gapBelow: Int?

  /// Before the page at a place, with nothing known of what is on its sides.
  static func at(_ page: Int) -> Slot { Slot(above: page, below: page) }
}
