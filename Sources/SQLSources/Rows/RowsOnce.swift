package import Records

/// The rows of a query that is run once: all of them, or those that meet something.
package struct RowsOnce: Sendable {
  let sql: String
  let values: [SQLValue]
  /// Whether its rows were read before by another run, so that only the same ones will do.
  let isRepeated: Bool
  /// What makes a row of the one that a query stands at, by its number from 1; nil of one that is not wanted.
  let makeRow: @Sendable (SQLiteStatement) -> (_ number: Int) -> TableRow?

  /// All rows of a query.
  package init(_ sql: String, _ layout: RowLayout) {
    (self.sql, values, isRepeated) = (sql, [], false)
    makeRow = { statement in { layout.row(of: statement, number: $0) } }
  }

  /// The rows of a query that were shown before, with all of their values.
  ///
  /// - Parameters:
  ///   - shown: how they were shown, which is what is asked of.
  ///   - makeTest: makes what says whether a row is wanted.
  package init(
    whole sql: String, shown: RowLayout, where makeTest: @escaping @Sendable () -> RowScan.Test
  ) {
    (self.sql, values, isRepeated) = (sql, [], true)
    let whole = shown.whole
    makeRow = { statement in
      let (row, test) = (StoredRow(statement, shown), makeTest())
      return { test(row, false) ? whole.row(of: statement, number: $0) : nil }
    }
  }

  /// The rows that a scan looks for, where the database has to sort them: then it does so once.
  package init(_ scan: RowScan) {
    let (query, stretch) = (scan.query(filters: true), KeysetStretch())
    sql = query.sql(stretch, in: query.order)
    (values, isRepeated) = (query.values(stretch, limit: -1), false)
    makeRow = { statement in
      let isWanted = scan.test(statement)
      return { _ in isWanted() ? scan.relation.row(at: statement) : nil }
    }
  }
}

extension RowLayout {
  /// The same columns with values of any length, and with the bytes of blobs.
  package var whole: RowLayout { RowLayout(names: columns, writesBlobs: true) }

  /// The same columns with values of any length.
  var withWholeValues: RowLayout { RowLayout(names: columns, writesBlobs: writesBlobs) }

  /// The row of a query that has nothing but its number to tell it from others.
  fileprivate func row(of statement: SQLiteStatement, number: Int) -> TableRow {
    let (record, isCut) = record(of: statement)
    let number: [SQLValue] = [.integer(Int64(number))]
    return TableRow(
      id: TableRowID(number), record: record, cursor: KeysetCursor(number), isCut: isCut)
  }
}

extension SQLiteReader {
  /// All values of a row of a query, which is run again up to it; nil where another row is at its place.
  ///
  /// - Parameters:
  ///   - row: as it was shown.
  ///   - shown: how it was.
  package func whole(
    _ row: TableRow, ofQuery sql: String, _ shown: RowLayout
  ) throws(SQLError) -> Record? {
    guard row.isCut else { return row.record }
    return try statement(at: row, ofQuery: sql, shown).map {
      shown.withWholeValues.record(of: $0).record
    }
  }

  /// The query run again up to a row; nil where another row is at its place.
  func statement(
    at row: TableRow, ofQuery sql: String, _ shown: RowLayout
  ) throws(SQLError) -> SQLiteStatement? {
    guard case .integer(let number)? = row.id.values.first, let record = row.record else {
      return nil
    }
    let statement = try connection.makeStatement(sql)
    try statement.bind([])
    for _ in 0..<number { guard try statement.step() else { return nil } }
    return shown.record(of: statement).record.isWritten(as: record) ? statement : nil
  }
}

extension Record {
  /// Whether all values are the same in kind and text.
  fileprivate func isWritten(as other: Record) -> Bool {
    raw == other.raw
      && rowValues.elementsEqual(other.rowValues) { $0.kind == $1.kind && $0.end == $1.end }
  }
}
