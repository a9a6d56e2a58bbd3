/// A refresh of several pages, one after another, and the refresh that follows it.
struct RefreshRound: Hashable, Sendable {
  /// The refresh that follows the running one.
  enum Again: Hashable, Sendable {
    case head, around
  }

  /// Whether the drawn pages are refreshed, and not only the head.
  var isAround = false
  /// The number of answers processed before the round began: pages whose answers arrived before
  /// the round must be refreshed.
  var start = 0
  /// The numbers of the pages that were requested.
  var asked: Set<Int> = []
  /// The numbers of the pages whose end cursors were used for another request.
  var askedBelow: Set<Int> = []
  /// The numbers of the pages whose start cursors were used for another request.
  var askedAbove: Set<Int> = []
  /// The number of the page that the source has reported as unchanged.
  var unchanged: Int?
  /// Whether the head was requested although it is not a held page.
  var looksAtHead = false
  /// Whether the round was caused by a message from the source, and not by the reader.
  var isUpdate = false
  /// Whether the round continues after the pause that the source has asked for.
  var isResting = false
  /// The number of new items found by the round.
  var new = 0
  /// The refresh that was requested during the running one.
  var again: Again?
  /// Whether the reader requested that refresh.
  var againForReader = false

  /// Begins a round, and keeps the refresh that follows it.
  mutating func begin(around isAround: Bool, at start: Int, isUpdate: Bool = false) {
    (self.isAround, self.start, self.isUpdate) = (isAround, start, isUpdate)
    (asked, askedBelow, askedAbove) = ([], [], [])
    (unchanged, looksAtHead, isResting, new) = (nil, false, false, 0)
  }

  /// Returns the refresh that follows, and clears it.
  mutating func takeAgain() -> (Again, isUpdate: Bool)? {
    guard let again else { return nil }
    defer { (self.again, againForReader) = (nil, false) }
    return (again, !againForReader)
  }

  /// Records a request for a refresh during a running one; a request by the reader takes precedence
  /// over a message from the source.
  mutating func ask(_ again: Again, isUpdate: Bool) {
    if !isUpdate || self.again == nil { self.again = again }
    if !isUpdate { againForReader = true }
  }
}

/// The known state of the head: its items when it was last loaded, and the number of items new to
/// the reader.
package struct Head<ID: Hashable & Sendable>: Sendable {
  package init() {}

  /// The number of items found above the known ones since the reader last saw the first entry.
  package private(set) var newCount = 0
  /// The validator of the last head.
  package private(set) var validator: String?
  /// The arrival number of the answer with the last head, and the number of its items.
  private var arrival = 0
  private var count = 0
  private var known: Set<ID> = []

  /// Whether a head with items has been loaded.
  package var isKnown: Bool { !known.isEmpty }

  package func contains(_ id: ID) -> Bool { known.contains(id) }

  /// Whether a page is the whole head that was loaded last.
  func isWhole<Item, Cursor>(_ page: HeldPage<Item, Cursor>) -> Bool {
    page.arrival == arrival && page.items.count == count
  }

  /// Remembers the current head.
  ///
  /// - Parameter arrival: the number of the head's answer.
  package mutating func renew(_ ids: [ID], validator: String?, arrival: Int = 0) {
    self.validator = validator
    (self.arrival, count) = (arrival, ids.count)
    if !ids.isEmpty { known = Set(ids) }
  }

  /// Returns the number of new items in a head: the unknown ones above its last item of the
  /// previous head or, without such an item, above its first held item.
  ///
  /// If it has neither, all items are new.
  ///
  /// - Parameter isHeld: takes the identity of an item, and returns whether the item is held.
  package func newItems(_ ids: [ID], isHeld: (ID) -> Bool) -> Int {
    let reach = ids.lastIndex(where: known.contains) ?? ids.firstIndex(where: isHeld) ?? ids.count
    return ids[..<reach].count { !known.contains($0) }
  }

  package mutating func add(_ count: Int) { newCount += count }

  /// Resets the count of new items, because the reader sees them; returns whether there were any.
  package mutating func markSeen() -> Bool {
    defer { newCount = 0 }
    return newCount > 0
  }

  /// Removes the validator, because the list differs from the source's answer: the next answer must
  /// be complete.
  package mutating func forgetValidator() { validator = nil }

  /// Forgets the head, because the source was replaced.
  package mutating func forget() { self = Head() }
}

/// The loads that were stopped or delayed, for example by a refresh, and that
/// `PagerMachine.resume` starts.
struct Interruption<Cursor: Hashable & Sendable>: Sendable {
  /// Edges where loads ran or were requested.
  var edges: Set<Edge> = []
  /// Those of the edges where the reader has requested a load, which no pause delays.
  var asked: Set<Edge> = []
  /// The load that fills a gap; nil if no such load was stopped or delayed.
  var fill: Ticket<Cursor>?

  /// Remembers that the reader has requested a load at an edge.
  mutating func ask(_ edge: Edge) {
    edges.insert(edge)
    asked.insert(edge)
  }

  /// Remembers a load to be started later, if it extends the list or fills a gap.
  mutating func remember(_ ticket: Ticket<Cursor>) {
    switch ticket.purpose {
    case .extend(let edge): edges.insert(edge)
    case .fill: fill = ticket
    case .replace, .placeholders, .merge, .renew, .renewBelow, .land: break
    }
  }
}
