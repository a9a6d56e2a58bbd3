/// A refresh of several pages, one after the other, and what is to be refreshed once more.
struct RefreshRound: Hashable, Sendable {
  /// What is to be refreshed when the refresh that is out is over.
  enum Again: Hashable, Sendable {
    case head, around
  }

  /// Whether the pages that are drawn are looked at, and not the head alone.
  var isAround = false
  /// Answers that had been taken when it began: a page that came before is still to be refreshed.
  var start = 0
  /// The numbers of the pages that were asked for.
  var asked: Set<Int> = []
  /// The numbers of the pages below which it was looked.
  var askedBelow: Set<Int> = []
  /// The number of the page that the source says is as it was.
  var unchanged: Int?
  /// Whether the head was asked for, which is no page that is held.
  var looksAtHead = false
  /// Whether the source asked for it, and no reader.
  var isUpdate = false
  /// New items that the round has found.
  var new = 0
  /// What was asked for meanwhile.
  var again: Again?
  /// Whether a reader asked for that.
  var againForReader = false

  /// Begins a round; what is to be refreshed once more stays so.
  mutating func begin(around isAround: Bool, at start: Int, isUpdate: Bool = false) {
    (self.isAround, self.start, self.isUpdate) = (isAround, start, isUpdate)
    (asked, askedBelow) = ([], [])
    (unchanged, looksAtHead, new) = (nil, false, 0)
  }

  /// What is to be refreshed once more, told once.
  mutating func takeAgain() -> (Again, isUpdate: Bool)? {
    guard let again else { return nil }
    defer { (self.again, againForReader) = (nil, false) }
    return (again, !againForReader)
  }

  /// Takes note that a refresh was asked for while one is out: the reader's request outranks the
  /// source's message.
  mutating func ask(_ again: Again, isUpdate: Bool) {
    if !isUpdate || self.again == nil { self.again = again }
    if !isUpdate { againForReader = true }
  }
}

/// What is known of the head: its state at the last refresh, and what is new to the reader.
package struct Head<ID: Hashable & Sendable>: Sendable {
  package init() {}

  /// Items found above what was known, since the reader last saw the first entry.
  package private(set) var newCount = 0
  /// What the source knows the head by that was looked at last.
  package private(set) var validator: String?
  /// Which answer that was, and how many items it had.
  private var arrival = 0
  private var count = 0
  private var known: Set<ID> = []

  /// Whether a head was ever looked at.
  package var isKnown: Bool { !known.isEmpty }

  package func contains(_ id: ID) -> Bool { known.contains(id) }

  /// Whether a page is the whole head that was looked at last.
  func isWhole<Item, Cursor>(_ page: HeldPage<Item, Cursor>) -> Bool {
    page.arrival == arrival && page.items.count == count
  }

  /// Remembers what the head is now, in place of what it was.
  ///
  /// - Parameter arrival: the number of the answer that it came with.
  package mutating func renew(_ ids: [ID], validator: String?, arrival: Int = 0) {
    self.validator = validator
    (self.arrival, count) = (arrival, ids.count)
    if !ids.isEmpty { known = Set(ids) }
  }

  /// How many of a head's items are new: those above what was in the head before, or else above
  /// what is held; the rest lies deeper.
  ///
  /// - Parameter isHeld: whether an item is held.
  package func newItems(_ ids: [ID], isHeld: (ID) -> Bool) -> Int {
    let reach = ids.lastIndex(where: known.contains) ?? ids.firstIndex(where: isHeld) ?? ids.count
    return ids[..<reach].count { !known.contains($0) }
  }

  package mutating func add(_ count: Int) { newCount += count }

  /// Nothing is new to a reader who sees it; says whether anything was.
  package mutating func markSeen() -> Bool {
    defer { newCount = 0 }
    return newCount > 0
  }

  /// The list is not what the source said: its next answer is to be whole.
  package mutating func forgetValidator() { validator = nil }

  /// What was known is of another list.
  package mutating func forget() { self = Head() }
}

/// The loads that a refresh has stopped or delayed, and what goes on when it is over.
struct Interruption<Cursor: Hashable & Sendable>: Sendable {
  /// Edges at which loads were out, or were asked for.
  var edges: Set<Edge> = []
  /// The filling of a gap.
  var fill: Ticket<Cursor>?

  /// Remembers what goes on when the refresh is over.
  mutating func remember(_ ticket: Ticket<Cursor>) {
    switch ticket.purpose {
    case .extend(let edge): edges.insert(edge)
    case .fill: fill = ticket
    case .replace, .merge, .renew, .renewBelow, .land: break
    }
  }
}
