import Paging

extension RowRelation {
  /// The relation with complete values.
  package var withWholeValues: RowRelation {
    var whole = self
    whole.layout = layout.withWholeValues
    return whole
  }
}

extension RowRelation {
  /// The identity of the row at a position.
  package func id(at place: KeysetCursor) -> TableRowID {
    TableRowID(keyPlaces.map { place.values[$0] })
  }
}

extension SQLiteReader {
  /// The position before a row that has the given values in some columns; nil if no row has them.
  ///
  /// Cost: a lookup in an index on these columns or, without such an index, a pass over the rows.
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
  /// The stored values of a row in some columns, exact also where the row shows them shortened or
  /// rounded; nil if the row was deleted, or if no key identifies the rows.
  ///
  /// Cost: a lookup of the row by its key.
  package func values(
    of row: TableRow, in columns: [String], _ relation: RowRelation
  ) throws(SQLError) -> [SQLValue]? {
    guard !relation.comesAsStored else { return nil }
    let key = relation.keyPlaces.map { relation.order.columns[$0] }
    // A position has the stored values of all columns of its order.
    let order = KeysetOrder(key + columns.map { KeysetColumn($0) })
    let rows = RowRelation(
      relation.origin, order: order, key: RowKey(columns: key), relation.layout)
    let place = try place(of: row.id.values, in: key.map(\.name), of: rows)
    return place.map { Array($0.values.suffix(columns.count)) }
  }

  /// Whether a row exists at a position or after it.
  package func hasRow(
    from place: KeysetCursor, of relation: RowRelation
  ) throws(SQLError) -> Bool { try first(from: place, of: relation) != nil }

  /// The current version of a row; nil if it was deleted, or has moved in the order.
  ///
  /// - Parameter relation: the relation that the row was read from, in the same order.
  package func row(
    at row: TableRow, _ relation: RowRelation
  ) throws(SQLError) -> TableRow? {
    let place = KeysetCursor(row.cursor.values, isBefore: true)
    return try first(from: place, of: relation).flatMap { $0.id == row.id ? $0 : nil }
  }

  /// The first row at a position or after it.
  private func first(
    from place: KeysetCursor, of relation: RowRelation
  ) throws(SQLError) -> TableRow? {
    try steps(of: walk(from: place, relation), relation).first?.item
  }

  /// The walk from a position to the first row at or after it.
  func walk(
    from place: KeysetCursor, _ relation: RowRelation
  ) throws(SQLError) -> KeysetWalk {
    try PageRequest(reason: .gap, position: .after(place), count: 1).walk(over: relation.query)
  }
}
