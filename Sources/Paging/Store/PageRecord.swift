/// What is remembered of a page besides its entries.
package struct PageRecord<Cursor: Hashable & Sendable>: Hashable, Sendable {
  /// Where it was asked for, so that it can be asked for again.
  package var position: PageRequest<Cursor>.Position
  /// Entries of the list that came with it.
  package var count: Int
  /// What lies before it.
  package var before: Continuation<Cursor>
  /// What lies after it.
  package var after: Continuation<Cursor>
  /// Whether it has all from the place where it was asked for; the first of what came may have been
  /// held in the page above.
  package var isWhole = true

  package init(
    position: PageRequest<Cursor>.Position, count: Int = 0, before: Continuation<Cursor>,
    after: Continuation<Cursor>
  ) {
    self.position = position
    self.count = count
    self.before = before
    self.after = after
  }

  /// The record of a page of which so many entries are in the list.
  func holding(_ count: Int) -> PageRecord {
    var record = self
    record.count = count
    return record
  }
}
