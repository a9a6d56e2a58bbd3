/// The way in which the rows of a table or query are paged, determined before the first page.
package struct TableOpening: Sendable {
  /// The relation and its order; nil if the rows are read only once, forward.
  package let relation: RowRelation?
  /// The names of the columns, in order.
  package let names: [String]
  /// The table; nil for a query.
  package let table: DatabaseTable?
  /// The columns of the table; empty for a query.
  package let columns: [DatabaseColumn]
  /// The columns that identify a row; nil if `relation` is nil.
  package let key: RowKey?
  /// Whether the database sorts, or reads all rows, for each page.
  package let sorts: Bool
  /// The query for rows that are read once.
  package let sql: String
  /// The rules by which rows become records.
  package let layout: RowLayout
  /// Variants of `sql` with complete values, without and with the bytes of blobs; nil if they are
  /// the same as `sql`.
  var longSQL: (values: String, whole: String)?

  /// The query for rows that are read once, with complete values.
  var wholeValuesSQL: String { longSQL?.values ?? sql }
  /// The query for rows that are read once, with complete values and the bytes of blobs.
  var wholeSQL: String { longSQL?.whole ?? sql }
}

/// The reader's request for rows.
package struct TableRequest: Sendable {
  /// The columns to sort by; empty for the key.
  package var order: [SortTerm] = []
  /// The columns that identify a row; empty for a key that the database defines.
  package var id: [String] = []
  /// The maximum length of a string in a record, in bytes; a longer string is shortened.
  package var longest = Int.max
  /// Whether blobs are written as hexadecimal digits.
  package var writesBlobs = false
  /// Whether all rows are read once, forward; a single snapshot is then more important than access
  /// to any position.
  package var isOnePass = false

  package init() {}

  /// The key that the request names; nil if it names none.
  ///
  /// - Throws: an error if a column does not exist.
  func key(among columns: [KeysetColumn]) throws(SQLError) -> RowKey? {
    id.isEmpty ? nil : RowKey(columns: try id.map { SortTerm($0) }.columns(among: columns))
  }
}

extension SQLiteReader {
  /// Determines how a table is paged.
  ///
  /// A view is paged like its query.
  ///
  /// - Throws: an error if the table or a column does not exist, or if SQLite reports one.
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
  /// The `ORDER BY` clause for these columns; empty if there are none.
  ///
  /// - Parameter term: returns the SQL for a column.
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
  /// Returns the columns that these terms name, with the options of the terms.
  ///
  /// - Throws: an error if a column does not exist.
  func columns(among columns: [KeysetColumn]) throws(SQLError) -> [KeysetColumn] {
    var sorted: [KeysetColumn] = []
    for term in self { sorted.append(try term.column(among: columns)) }
    return sorted
  }
}
