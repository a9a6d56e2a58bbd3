import Paging

extension RowRelation {
  /// The same rows with values of any length.
  package var withWholeValues: RowRelation {
    var whole = self
    whole.layout = layout.withWholeValues
    return whole
  }
}

extension RowRelation {
  /// What identifies the row at a place.
  package func id(at place: KeysetCursor) -> TableRowID {
    TableRowID(keyPlaces.map { place.values[$0] })
  }
}

extension SQLiteReader {
  /// The place before the row that has some values in some columns; nil where none has.
  ///
  /// Costs what an index on these columns costs, or a look at all rows.
  package func place(
    of values: [SQLValue], in columns: [String], of relation: RowRelation
  ) throws(SQLError) -> KeysetCursor? {
    var query = relation.query.withoutRows
    let conditions = columns.map { "page.\($0.asIdentifier) = ?" }
    query.condition = (conditions.joined(separator: " AND "), values)
    let stretch = KeysetStretch()
    let statement = try connection.statement(query.sql(stretch, in: query.order))
    try statement.bind(query.values(stretch, limit: 1))
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    return query.cursor(at: statement, isBefore: true)
  }
}

extension RowReader {
  /// Whether a row stands at a place or behind it.
  package func hasRow(
    from place: KeysetCursor, of relation: RowRelation
  ) throws(SQLError) -> Bool { try first(from: place, of: relation) != nil }

  /// A row as it is now; nil where it has gone, or has moved in the order.
  ///
  /// - Parameter relation: what it was read from, in the order that it was read in.
  package func row(
    at row: TableRow, _ relation: RowRelation
  ) throws(SQLError) -> TableRow? {
    let place = KeysetCursor(row.cursor.values, isBefore: true)
    return try first(from: place, of: relation).flatMap { $0.id == row.id ? $0 : nil }
  }

  /// The first row at a place or behind it.
  private func first(
    from place: KeysetCursor, of relation: RowRelation
  ) throws(SQLError) -> TableRow? {
    try steps(of: walk(from: place, relation), relation).first?.item
  }

  /// The way from a place to the row that stands there or behind it.
  func walk(
    from place: KeysetCursor, _ relation: RowRelation
  ) throws(SQLError) -> KeysetWalk {
    try PageRequest(reason: .gap, position: .after(place), count: 1).walk(over: relation.query)
  }
}
