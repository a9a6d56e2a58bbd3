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

  /// Takes note of what the head is.
  ///
  /// - Parameter arrival: the number of the answer that it came with.
  package mutating func note(_ ids: [ID], validator: String?, arrival: Int = 0) {
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
