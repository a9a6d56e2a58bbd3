package import Records

/// The rows of a query that is run once: all of them, or those that pass a test.
package struct RowsOnce: Sendable {
  let sql: String
  let values: [SQLValue]
  /// Whether an earlier run has shown these rows; the query then fails if the rows may differ now.
  let isRepeated: Bool
  /// The layout of the rows.
  let layout: RowLayout
  /// A closure that takes a running query, and returns a closure for the query's rows.
  ///
  /// The returned closure takes the number of the current row, from 1, and makes an item from the
  /// row; it returns nil if the row does not pass the test.
  let makeRow: @Sendable (any QueryRow) -> (_ number: Int) -> TableRow?

  /// Selects all rows of a query.
  package init(_ sql: String, _ layout: RowLayout) {
    (self.sql, values, isRepeated, self.layout) = (sql, [], false, layout)
    makeRow = { row in { layout.row(of: row, number: $0) } }
  }

  /// Selects rows of a query that were shown before, with complete values.
  ///
  /// - Parameters:
  ///   - opening: the opening with which the rows were shown; the test applies to the values as
  ///     they were shown.
  ///   - makeTest: creates the test of a row.
  package init(
    whole opening: TableOpening, where makeTest: @escaping @Sendable () -> RowScan.Test
  ) {
    let (shown, whole) = (opening.layout, opening.layout.whole)
    (sql, values, isRepeated, layout) = (opening.wholeSQL, [], true, whole)
    makeRow = { row in
      let (stored, test) = (StoredRow(row, shown), makeTest())
      return { test(stored, false) ? whole.row(of: row, number: $0) : nil }
    }
  }

  /// Selects the matching rows of a scan that no index serves; they are read by a query that is run
  /// once, so that the database sorts only once.
  package init(_ scan: RowScan) {
    let (query, stretch) = (scan.query(filters: true), KeysetStretch())
    if query.forms == nil {
      (sql, values) = (
        query.sql(stretch, in: query.order), query.values(stretch, limit: -1)
      )
    } else {
      let text = query.page([stretch], in: query.order, limit: nil)
      (sql, values) = (text.sql, text.values)
    }
    (isRepeated, layout) = (false, scan.relation.layout)
    makeRow = { row in
      func makeRow(of row: some QueryRow) -> (Int) -> TableRow? {
        let isWanted = scan.test(row)
        return { _ in isWanted() ? scan.relation.row(at: row) : nil }
      }
      return makeRow(of: row)
    }
  }
}

extension RowLayout {
  /// The current row of a query, identified by its number only.
  fileprivate func row(of row: some QueryRow, number: Int) -> TableRow {
    let (record, isCut) = record(of: row)
    let number: [SQLValue] = [.integer(Int64(number))]
    return TableRow(
      id: TableRowID(number), record: record, cursor: KeysetCursor(number), isCut: isCut)
  }
}

extension SQLiteReader {
  package func whole(
    _ row: TableRow, ofOnce opening: TableOpening
  ) throws(SQLError) -> Record? {
    guard row.isCut else { return row.record }
    return try statement(at: row, opening).map {
      opening.layout.withWholeValues.record(of: $0).record
    }
  }

  /// Runs the query again up to a row; returns nil if another row, or none, is there.
  func statement(
    at row: TableRow, _ opening: TableOpening
  ) throws(SQLError) -> SQLiteStatement? {
    guard case .integer(let number)? = row.id.values.first, let record = row.record else {
      return nil
    }
    let statement = try connection.makeStatement(opening.sql)
    try statement.bind([])
    for _ in 0..<number { guard try statement.step() else { return nil } }
    return opening.layout.record(of: statement).record.isWritten(as: record) ? statement : nil
  }
}

extension PostgresReader {
  package func whole(
    _ row: TableRow, ofOnce opening: TableOpening
  ) throws(SQLError) -> Record? {
    guard row.isCut else { return row.record }
    return try again(row, opening, opening.wholeValuesSQL).map { result in
      let layout = opening.layout.withWholeValues
      return layout.record(of: PostgresRow(result, layout)).record
    }
  }

  /// Runs a variant of the query again up to a row; returns nil if another row, or none, is there.
  func again(
    _ row: TableRow, _ opening: TableOpening, _ sql: String
  ) throws(SQLError) -> PostgresResult? {
    guard case .integer(let number)? = row.id.values.first, let record = row.record else {
      return nil
    }
    let results = try rows(
      [opening.sql, sql].map {
        PostgresText("SELECT * FROM (\($0)) AS page OFFSET \(number - 1) LIMIT 1")
      })
    guard results.count == 2, results.allSatisfy({ $0.rowCount > 0 }),
      opening.layout.record(of: PostgresRow(results[0], opening.layout)).record.isWritten(
        as: record)
    else { return nil }
    return results[1]
  }
}

extension Record {
  /// Whether all values are equal in kind and text.
  fileprivate func isWritten(as other: Record) -> Bool {
    raw == other.raw
      && rowValues.elementsEqual(other.rowValues) { $0.kind == $1.kind && $0.end == $1.end }
  }
}
