extension SQLiteReader {
  /// All tables and views, sorted by name, without internal ones.
  package func tables() throws(SQLError) -> [DatabaseTable] {
    try rows(Self.sql(ofTables: "pragma_table_list"), value: DatabaseTable.init(at:))
  }

  package func listedTables() throws(SQLError) -> [ListedTable] {
    try tables().map { table in
      let columns = (try? columns(of: table)) ?? []
      return ListedTable(
        table: table, rows: (try? estimatedRowCount(of: table)) ?? nil,
        columns: columns.map { $0.type.isEmpty ? $0.name : "\($0.name) \($0.type)" })
    }
  }

  private static func sql(ofTables source: String) -> String {
    """
    SELECT list.name, list.type, coalesce(schema.sql, ''), list.wr FROM \(source) AS list
    LEFT JOIN sqlite_schema AS schema ON schema.name = list.name AND schema.type IN ('table', 'view')
    WHERE list.schema = 'main' AND list.type <> 'shadow' AND substr(list.name, 1, 7) <> 'sqlite_'
    ORDER BY list.name COLLATE NOCASE, list.name
    """
  }

  /// Returns the table with the given name; names are compared as in SQLite.
  ///
  /// - Throws: an error if the table does not exist.
  package func table(named name: String) throws(SQLError) -> DatabaseTable {
    let found = try rows(
      Self.sql(ofTables: "pragma_table_list(?)"), name, value: DatabaseTable.init(at:))
    guard let table = found.first else {
      throw SQLError(
        .mistaken, "no table '\(name)'\(try tables().map(\.name).listed)")
    }
    return table
  }

  /// The columns of a table, including computed ones.
  package func columns(of table: DatabaseTable) throws(SQLError) -> [DatabaseColumn] {
    try rows("SELECT name, type, \"notnull\", pk, hidden FROM pragma_table_xinfo(?)", table.name) {
      (row: SQLiteStatement) -> DatabaseColumn? in
      // 1 marks a hidden column of a virtual table; 2 and 3 mark computed columns.
      let hidden = row.integer(at: 4)
      guard hidden != 1 else { return nil }
      return DatabaseColumn(
        name: row.text(at: 0), type: row.text(at: 1), isNotNull: row.integer(at: 2) != 0,
        keyPlace: Int(row.integer(at: 3)), isGenerated: hidden > 1)
    }.compactMap { $0 }
  }

  package func foreignKeys(of table: DatabaseTable) throws(SQLError) -> [ForeignKey] {
    let parts = try rows(
      """
      SELECT id, "table", "from", coalesce("to", '') FROM pragma_foreign_key_list(?) ORDER BY id, seq
      """, table.name
    ) { ($0.integer(at: 0), $0.text(at: 1), $0.text(at: 2), $0.text(at: 3)) }
    var keys: [Int64: ForeignKey] = [:]
    for (id, table, column, other) in parts {
      let before = keys[id]
      keys[id] = ForeignKey(
        table: table, columns: (before?.columns ?? []) + [column],
        others: (before?.others ?? []) + (other.isEmpty ? [] : [other]))
    }
    return keys.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Returns the keys of a table, best first; empty for a view, and for a virtual table without a
  /// `rowid`.
  ///
  /// The primary key comes first, then unique indexes. Each of them is a key only if none of its
  /// columns may be NULL; in SQLite even a primary key may contain NULLs
  /// (<https://www.sqlite.org/quirks.html>, section 5). The `rowid` comes last, unless columns hide
  /// all its names. A primary key that is the `rowid` is the only key returned.
  package func keys(
    of table: DatabaseTable, _ columns: [DatabaseColumn]
  ) throws(SQLError) -> [RowKey] {
    guard table.kind == .table else { return rowID(of: table, columns).map { [$0] } ?? [] }
    let primary = columns.filter { $0.keyPlace > 0 }
    let indexes = try uniqueIndexes(of: table)
    let isNumber =
      !table.isWithoutRowID && primary.count == 1 && primary[0].type.lowercased() == "integer"
      && !indexes.contains { $0.isPrimary }
    if isNumber { return [RowKey(columns: [KeysetColumn(primary[0].name, mayBeNull: false)])] }
    let complete = indexes.filter { index in
      index.columns.allSatisfy { part in
        columns.contains {
          $0.name == part.name && ($0.isNotNull || table.isWithoutRowID && $0.keyPlace > 0)
        }
      }
    }
    let first = complete.filter(\.isPrimary) + complete.filter { !$0.isPrimary }
    return first.map { RowKey(columns: $0.columns) }
      + [rowID(of: table, columns)].compactMap { $0 }
  }

  private func rowID(of table: DatabaseTable, _ columns: [DatabaseColumn]) -> RowKey? {
    guard table.kind != .view, !table.isWithoutRowID else { return nil }
    let name = ["rowid", "_rowid_", "oid"].first { name in
      !columns.contains { $0.name.isSameName(as: name) }
    }
    return name.map { RowKey(columns: [KeysetColumn($0, mayBeNull: false)]) }
  }

  /// Returns the unique indexes, except partial ones and those on expressions.
  private func uniqueIndexes(
    of table: DatabaseTable
  ) throws(SQLError) -> [(isPrimary: Bool, columns: [KeysetColumn])] {
    let names = try rows(
      "SELECT name, origin FROM pragma_index_list(?) WHERE \"unique\" AND NOT partial", table.name
    ) { ($0.text(at: 0), $0.text(at: 1)) }
    var indexes: [(isPrimary: Bool, columns: [KeysetColumn])] = []
    for (name, origin) in names {
      let columns = try rows(
        "SELECT name, coll, \"desc\" FROM pragma_index_xinfo(?) WHERE key", name
      ) { (row: SQLiteStatement) -> KeysetColumn? in
        guard row.value(at: 0) != .null else { return nil }
        let (column, collation) = (row.text(at: 0), row.text(at: 1))
        // The column's own collation is left out, so that the key matches an order that names no
        // collation.
        let isOwn = connection.collation(of: column, in: table.name)?.isSameName(as: collation)
        return KeysetColumn(
          column, descending: row.integer(at: 2) != 0, collation: isOwn == true ? nil : collation,
          mayBeNull: false)
      }
      guard columns.allSatisfy({ $0 != nil }) else { continue }
      indexes.append((origin == "pk", columns.compactMap { $0 }))
    }
    return indexes
  }

  /// Returns the rows of a query, each converted to a value.
  package func rows<Value>(
    _ sql: String, _ names: String..., value: (SQLiteStatement) -> Value
  ) throws(SQLError) -> [Value] {
    let statement = try connection.statement(sql)
    try statement.bind(names.map { .text($0) })
    var values: [Value] = []
    while try statement.step() { values.append(value(statement)) }
    statement.reset()
    return values
  }

  /// Returns the steps of the query plan: <https://www.sqlite.org/eqp.html>.
  package func plan(of sql: String, _ values: [SQLValue]) throws(SQLError) -> [String] {
    let statement = try connection.makeStatement("EXPLAIN QUERY PLAN " + sql)
    try statement.bind(values)
    var steps: [String] = []
    while try statement.step() { steps.append(statement.text(at: 3)) }
    return steps
  }
}

extension DatabaseTable {
  /// Creates a table from the current row of a query on the schema.
  fileprivate init(at row: SQLiteStatement) {
    self.init(name: row.text(at: 0), kind: .init(row.text(at: 1)), sql: row.text(at: 2))
    isWithoutRowID = row.integer(at: 3) != 0
  }
}

extension DatabaseTable.Kind {
  fileprivate init(_ name: String) {
    self = name == "view" ? .view : name == "virtual" ? .virtual : .table
  }
}

extension String {
  /// Whether two strings are the same name if the case of ASCII letters is ignored.
  package func isSameName(as other: String) -> Bool {
    utf8.count == other.utf8.count
      && zip(utf8, other.utf8).allSatisfy { $0.lowercased == $1.lowercased }
  }
}

extension UInt8 {
  fileprivate var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
