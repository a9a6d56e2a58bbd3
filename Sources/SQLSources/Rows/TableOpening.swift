/// How the rows of a table or a query are paged, found before the first page.
package struct TableOpening: Sendable {
  /// What is read, and in which order; nil where nothing tells the rows apart, so that they are read once, forward.
  package let relation: RowRelation?
  /// The columns of the rows, in their order.
  package let names: [String]
  /// The table; nil of a query.
  package let table: SQLiteTable?
  /// The columns of the table; empty of a query.
  package let columns: [SQLiteColumn]
  /// The columns that identify a row.
  package let key: SQLiteKey?
  /// Whether the database sorts, or reads all rows, for each page.
  package let sorts: Bool
  /// What is read once, where it is.
  package let sql: String
}

extension TableOpening {
  /// How its rows become records.
  package func layout(_ request: TableRequest) -> RowLayout {
    RowLayout(names: names, longest: request.longest, writesBlobs: request.writesBlobs)
  }
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
    let known = columns.map { (name: $0.name, mayBeNull: !$0.isNotNull) }
    let sorted = try sorted(request.order, known)
    let named = try asked(request.id, known)
    let sql = "SELECT * FROM \(table.name.asIdentifier)"
    let found: Keyset?
    if table.kind == .view {
      let result = try QueryResult(sql, connection)
      found = try keyset(result, .table(table.name), request, layout)
    } else {
      let keys = if let named { [named] } else { try keys(of: table, columns) }
      found = try keyset(PagedOrigin(.table(table.name)), sorted, keys, layout)
    }
    return TableOpening(
      relation: found?.relation, names: layout.columns, table: table, columns: columns,
      key: found?.key, sorts: found?.sorts ?? false, sql: sql + Self.clause(sorted))
  }

  /// The columns that a reader names to sort by.
  func sorted(
    _ terms: [SortTerm], _ columns: [(name: String, mayBeNull: Bool)]
  ) throws(SQLError) -> [KeysetColumn] {
    var sorted: [KeysetColumn] = []
    for term in terms { sorted.append(try term.column(among: columns)) }
    return sorted
  }

  /// The key that a reader names; nil where none is named.
  func asked(
    _ id: [String], _ columns: [(name: String, mayBeNull: Bool)]
  ) throws(SQLError) -> SQLiteKey? {
    guard !id.isEmpty else { return nil }
    return SQLiteKey(columns: try sorted(id.map { SortTerm($0) }, columns))
  }

  static func clause(_ columns: [KeysetColumn]) -> String {
    guard !columns.isEmpty else { return "" }
    return " ORDER BY "
      + columns.map { column in
        column.name.asIdentifier
          + (column.collation.map { " COLLATE \($0.asIdentifier)" } ?? "")
          + (column.descending ? " DESC" : " ASC")
          + " NULLS \(column.nullsFirst ? "FIRST" : "LAST")"
      }.joined(separator: ", ")
  }
}
