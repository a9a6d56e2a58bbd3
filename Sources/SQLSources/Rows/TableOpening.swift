/// How the rows of a table or a query are paged, found before the first page.
package struct TableOpening: Sendable {
  /// What is read, and in which order; nil where nothing tells the rows apart, so that they are read once, forward.
  package let relation: RowRelation?
  /// The columns of the rows, in their order.
  package let names: [String]
  /// The table; nil of a query.
  package let table: DatabaseTable?
  /// The columns of the table; empty of a query.
  package let columns: [DatabaseColumn]
  /// The columns that identify a row.
  package let key: RowKey?
  /// Whether the database sorts, or reads all rows, for each page.
  package let sorts: Bool
  /// What is read once, where it is.
  package let sql: String
  /// How its rows become records.
  package let layout: RowLayout
  /// The same as `sql` for layouts with values of any length, without and with the bytes of blobs; nil where they are the same.
  var longSQL: (values: String, whole: String)?

  /// What is read once with values of any length.
  var wholeValuesSQL: String { longSQL?.values ?? sql }
  /// What is read once with values of any length, and with the bytes of blobs.
  var wholeSQL: String { longSQL?.whole ?? sql }
}

/// What a reader asks of the rows.
package struct TableRequest: Sendable {
  /// What is sorted by; empty for the key.
  package var order: [SortTerm] = []
  /// The columns that identify a row, where the database does not say it.
  package var id: [String] = []
  /// How long a text is held at the most, in bytes.
  package var longest = Int.max
  /// Whether blobs are written as digits.
  package var writesBlobs = false

  package init() {}

  /// The key that is named; nil where none is.
  ///
  /// - Throws: that no column has a name.
  func key(among columns: [KeysetColumn]) throws(SQLError) -> RowKey? {
    id.isEmpty ? nil : RowKey(columns: try id.map { SortTerm($0) }.columns(among: columns))
  }
}

extension SQLiteReader {
  /// Finds how a table is paged.
  ///
  /// A view is paged as the query that it is.
  ///
  /// - Throws: that no table or column has a name; what SQLite says.
  package func opening(
    ofTable name: String, _ request: TableRequest
  ) throws(SQLError) -> TableOpening {
    let table = try table(named: name)
    let columns = try columns(of: table)
    let layout = RowLayout(
      names: columns.map(\.name), longest: request.longest, writesBlobs: request.writesBlobs)
    let known = columns.map(\.sorted)
    let sorted = try request.order.columns(among: known)
    let named = try request.key(among: known)
    let sql = "SELECT * FROM \(table.name.asIdentifier)"
    let found: Keyset?
    if table.kind == .view {
      let result = try QueryResult(sql, connection)
      found = try keyset(result, .table(table), request, layout)
    } else {
      let keys = if let named { [named] } else { try keys(of: table, columns) }
      found = try keyset(PagedOrigin(.table(table)), sorted, keys, layout)
    }
    return TableOpening(
      relation: found?.relation, names: layout.columns, table: table, columns: columns,
      key: found?.key, sorts: found?.sorts ?? false, sql: sql + sorted.clause(),
      layout: layout)
  }
}

extension [KeysetColumn] {
  /// What sorts rows by these columns; empty of none.
  ///
  /// - Parameter term: how a column is named.
  func clause(_ term: (KeysetColumn) -> String = { $0.name.asIdentifier }) -> String {
    guard !isEmpty else { return "" }
    return " ORDER BY "
      + map { column in
        term(column) + (column.collation.map { " COLLATE \($0.asIdentifier)" } ?? "")
          + (column.descending ? " DESC" : " ASC")
          + " NULLS \(column.nullsFirst ? "FIRST" : "LAST")"
      }.joined(separator: ", ")
  }
}

extension [SortTerm] {
  /// The columns that are sorted by.
  ///
  /// - Throws: that no column has a name.
  func columns(among columns: [KeysetColumn]) throws(SQLError) -> [KeysetColumn] {
    var sorted: [KeysetColumn] = []
    for term in self { sorted.append(try term.column(among: columns)) }
    return sorted
  }
}
