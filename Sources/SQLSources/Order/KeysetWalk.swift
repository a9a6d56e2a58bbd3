package import Paging

/// One page's way through an order: where it starts, which way it goes and how far.
package struct KeysetWalk: Sendable {
  package let query: KeysetQuery
  /// How many rows a page has at the most; one more is read, because it says that there is more.
  package let count: Int
  private let position: PageRequest<KeysetCursor>.Position

  /// - Throws: that a row was asked for by its number, or that the cursor is of another order.
  package init(
    _ request: PageRequest<KeysetCursor>, over query: KeysetQuery
  ) throws(PagingError) {
    (self.query, position) = (query, request.position)
    count = min(max(request.count, 1), Int(Int32.max))
    if case .number = position {
      throw PagingError("a table opens at its ends, not at a row's number", isRetryable: false)
    }
    let values = position.cursor?.values
    if let values, values.count != query.order.columns.count {
      throw PagingError("this place is of a list in another order", isRetryable: false)
    }
  }

  /// Whether it goes against the order, from its end or from a place back.
  package var isBackward: Bool { position.isBackward }

  /// A row that was passed, and the place behind it.
  package struct Step<Item: Sendable>: Sendable {
    package let item: Item
    package let cursor: KeysetCursor

    package init(item: Item, cursor: KeysetCursor) { (self.item, self.cursor) = (item, cursor) }
  }

  /// The order in which rows are passed.
  package var order: KeysetOrder { isBackward ? query.order.reversed : query.order }

  /// The parts of the order that are passed, one after the other.
  package var stretches: [KeysetStretch] {
    let includesRow = !isBackward && position.cursor?.isBefore == true
    return query.forms == nil
      ? KeysetStretch.path(from: position.cursor, in: order, includingRow: includesRow)
      : KeysetStretch.path(byRowsFrom: position.cursor, in: order, includingRow: includesRow)
  }

  /// Reads the rows in the order of the walk, one query for each stretch that it meets.
  ///
  /// - Parameter read: the rows of a query with the values of its places.
  package func steps<Item, Failure>(
    _ read: (_ sql: String, _ values: [SQLValue]) throws(Failure) -> [Step<Item>]
  ) throws(Failure) -> [Step<Item>] {
    var steps: [Step<Item>] = []
    for stretch in stretches where steps.count <= count {
      let limit = count + 1 - steps.count
      steps += try read(query.sql(stretch, in: order), query.values(stretch, limit: limit))
    }
    return steps
  }

  /// Refuses rows of which the first one stands at the place that they should be beyond.
  ///
  /// SQLite gives texts in UTF-8, and half a surrogate pair of a database in UTF-16 is another text there.
  ///
  /// - Throws: that the place cannot be told, because the same page would come again without end.
  package func check<Item>(_ steps: [Step<Item>]) throws(PagingError) {
    let isIncluded = !isBackward && position.cursor?.isBefore == true
    guard !isIncluded, let first = steps.first, first.cursor.values == position.cursor?.values
    else { return }
    throw PagingError(
      "a text that is not sound UTF-16 stands in the order: what follows it cannot be found",
      isRetryable: false)
  }

  /// Makes a page of the rows; the one too many says that there is more.
  package func page<Item>(of steps: [Step<Item>]) -> Page<Item, KeysetCursor> {
    let held = isBackward ? steps.prefix(count).reversed() : Array(steps.prefix(count))
    let beyond = steps.count > count ? steps[count - 1].cursor : nil
    // On the side it was asked from, the row of the cursor is known to be, or to have been, there.
    let behind = position.cursor.map { steps.first?.cursor ?? $0 }
    let before = (isBackward ? beyond : behind).map { Continuation.more($0) }
    let after = (isBackward ? behind : beyond).map { Continuation.more($0) }
    // Rows may come before the first one; they can then be asked for from there.
    var page = Page(
      items: held.map(\.item), before: before ?? held.first.map { .unknown($0.cursor) } ?? .end,
      after: after ?? .end)
    page.itemCursors = held.map(\.cursor)
    return page
  }
}

extension PageRequest<KeysetCursor> {
  /// The way of the request through a query.
  ///
  /// - Throws: that a row was asked for by its number, or that the cursor is of another order.
  func walk(over query: KeysetQuery) throws(SQLError) -> KeysetWalk {
    do throws(PagingError) { return try KeysetWalk(self, over: query) } catch {
      throw SQLError(.mistaken, error.description)
    }
  }
}

extension PageRequest.Position {
  fileprivate var isBackward: Bool {
    switch self {
    case .start, .after, .number: false
    case .end, .before: true
    }
  }

  fileprivate var cursor: Cursor? {
    switch self {
    case .start, .end, .number: nil
    case .after(let cursor), .before(let cursor): cursor
    }
  }
}
