package import Paging

/// A walk through an order that reads one page: its start, direction and length.
package struct KeysetWalk: Sendable {
  package let query: KeysetQuery
  /// The maximum number of rows in the page, or in all pages that are requested at once; one more is
  /// read, to know whether further rows exist.
  package let count: Int
  private let position: PageRequest<KeysetCursor>.Position

  /// Creates the walk for a request.
  ///
  /// - Throws: an error if a row is requested by its number, or if the cursor and the order have
  ///   different numbers of columns.
  package init(
    _ request: PageRequest<KeysetCursor>, over query: KeysetQuery
  ) throws(PagingError) {
    (self.query, position) = (query, request.position)
    let most = Int(Int32.max)
    count = min(min(max(request.count, 1), most) * min(max(request.pages, 1), most), most)
    if case .number = position {
      throw PagingError(
        "cannot open a table at a row number: use a percentage, such as 50%, or :key VALUE",
        isRetryable: false)
    }
    let values = position.cursor?.values
    if let values, values.count != query.order.columns.count {
      throw PagingError("this position belongs to a list in a different order", isRetryable: false)
    }
  }

  /// Whether the walk goes against the order.
  package var isBackward: Bool { position.isBackward }

  /// A row of the walk, with its position.
  package struct Step<Item: Sendable>: Sendable {
    package let item: Item
    package let cursor: KeysetCursor

    package init(item: Item, cursor: KeysetCursor) { (self.item, self.cursor) = (item, cursor) }
  }

  /// The order of the walk: that of the query, or its reverse.
  package var order: KeysetOrder { isBackward ? query.order.reversed : query.order }

  /// The consecutive stretches of the walk.
  package var stretches: [KeysetStretch] {
    let includesRow = !isBackward && position.cursor?.isBefore == true
    return query.forms == nil
      ? KeysetStretch.path(from: position.cursor, in: order, includingRow: includesRow)
      : KeysetStretch.path(byRowsFrom: position.cursor, in: order, includingRow: includesRow)
  }

  /// Reads the rows of the walk, with one query for each stretch.
  ///
  /// - Parameter read: takes the SQL of a query and the values of its parameters, and returns the
  ///   rows; it is called for each stretch until there are enough rows.
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

  /// Refuses rows if the first of them is at the starting position and not after it.
  ///
  /// SQLite returns strings as UTF-8, in which an unpaired surrogate from a UTF-16 database becomes
  /// another character. The value then differs from the stored one.
  ///
  /// - Throws: an error if the position cannot be represented, because the same page would be
  ///   repeated without end.
  package func check<Item>(_ steps: [Step<Item>]) throws(PagingError) {
    let isIncluded = !isBackward && position.cursor?.isBefore == true
    guard !isIncluded, let first = steps.first, first.cursor.values == position.cursor?.values
    else { return }
    throw PagingError(
      "a value in a sort column is invalid UTF-16: the rows after it cannot be found",
      isRetryable: false)
  }

  /// Makes a page of the rows; the additional row proves that further rows exist.
  package func page<Item>(of steps: [Step<Item>]) -> Page<Item, KeysetCursor> {
    let most = min(steps.count, count)
    var (items, cursors): ([Item], [KeysetCursor]) = ([], [])
    items.reserveCapacity(most)
    cursors.reserveCapacity(most)
    for index in 0..<most {
      let step = steps[isBackward ? most - 1 - index : index]
      items.append(step.item)
      cursors.append(step.cursor)
    }
    let beyond = steps.count > count ? steps[count - 1].cursor : nil
    // The row at the starting cursor exists or has existed, so the list continues on the side of
    // that cursor.
    let behind = position.cursor.map { steps.first?.cursor ?? $0 }
    let before = (isBackward ? beyond : behind).map { Continuation.more($0) }
    let after = (isBackward ? behind : beyond).map { Continuation.more($0) }
    // Rows that are inserted before the first row can be requested from the position of that row.
    var page = Page(
      items: items, before: before ?? cursors.first.map { .unknown($0) } ?? .end,
      after: after ?? .end)
    page.itemCursors = cursors
    return page
  }
}

extension PageRequest<KeysetCursor> {
  /// The walk of this request through a query.
  ///
  /// - Throws: an error if a row is requested by its number, or if the cursor and the order have
  ///   different numbers of columns.
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
