/// A table, a view or a virtual table of a database.
package struct SQLiteTable: Hashable, Sendable {
  /// What a table is.
  package enum Kind: Hashable, Sendable {
    /// Rows that are stored.
    case table
    /// A query with a name.
    case view
    /// What a module computes, such as a search in full text.
    case virtual
  }

  /// Its name, without quotes.
  package let name: String
  /// What it is.
  package let kind: Kind
  /// The statement that made it; empty where the database has none.
  package let sql: String
  /// Whether its rows have no number, because it was made `WITHOUT ROWID`.
  package var isWithoutRowID = false
}

/// A column of a table.
package struct SQLiteColumn: Hashable, Sendable {
  /// Its name, without quotes.
  package let name: String
  /// The type that it was declared with; empty for none.
  package let type: String
  /// Whether it takes no NULL.
  package let isNotNull: Bool
  /// Its place in the primary key, from 1; 0 outside of it.
  package let keyPlace: Int
  /// Whether it is computed from others.
  package let isGenerated: Bool
}

/// Columns whose values together belong to one row.
package struct SQLiteKey: Hashable, Sendable {
  /// Its columns, each with the collation by which no two values are the same, in the direction of the index.
  package let columns: [KeysetColumn]
}

/// Columns that name a row of another table.
package struct SQLiteForeignKey: Hashable, Sendable {
  /// The other table.
  package let table: String
  /// The columns here, in their order.
  package let columns: [String]
  /// Those of the other table; empty for its primary key.
  package let others: [String]
}

extension SQLiteReader {
  /// All tables and views that were made, in the order of their names.
  package func tables() throws(SQLError) -> [SQLiteTable] {
    try rows(Self.sql(ofTables: "pragma_table_list"), value: SQLiteTable.init(at:))
  }

  private static func sql(ofTables source: String) -> String {
    """
    SELECT list.name, list.type, coalesce(schema.sql, ''), list.wr FROM \(source) AS list
    LEFT JOIN sqlite_schema AS schema ON schema.name = list.name AND schema.type IN ('table', 'view')
    WHERE list.schema = 'main' AND list.type <> 'shadow' AND substr(list.name, 1, 7) <> 'sqlite_'
    ORDER BY list.name COLLATE NOCASE, list.name
    """
  }

  /// The table of a name, in any writing, as SQLite compares names.
  ///
  /// - Throws: that no table has it.
  package func table(named name: String) throws(SQLError) -> SQLiteTable {
    let found = try rows(
      Self.sql(ofTables: "pragma_table_list(?)"), name, value: SQLiteTable.init(at:))
    guard let table = found.first else {
      throw SQLError(
        .mistaken, "no table is called '\(name)'\(Self.list(try tables().map(\.name)))")
    }
    return table
  }

  /// The first names of a list, for a message.
  package static func list(_ names: [String]) -> String {
    guard !names.isEmpty else { return "" }
    return ": there are " + names.prefix(8).joined(separator: ", ") + (names.count > 8 ? " …" : "")
  }

  /// The columns of a table that a query gives, computed ones among them.
  package func columns(of table: SQLiteTable) throws(SQLError) -> [SQLiteColumn] {
    try rows("SELECT name, type, \"notnull\", pk, hidden FROM pragma_table_xinfo(?)", table.name) {
      (row: SQLiteStatement) -> SQLiteColumn? in
      // 1 is a column of a virtual table that only queries name, 2 and 3 are computed.
      let hidden = row.integer(at: 4)
      guard hidden != 1 else { return nil }
      return SQLiteColumn(
        name: row.text(at: 0), type: row.text(at: 1), isNotNull: row.integer(at: 2) != 0,
        keyPlace: Int(row.integer(at: 3)), isGenerated: hidden > 1)
    }.compactMap { $0 }
  }

  /// The foreign keys of a table.
  package func foreignKeys(of table: SQLiteTable) throws(SQLError) -> [SQLiteForeignKey] {
    let parts = try rows(
      """
      SELECT id, "table", "from", coalesce("to", '') FROM pragma_foreign_key_list(?) ORDER BY id, seq
      """, table.name
    ) { ($0.integer(at: 0), $0.text(at: 1), $0.text(at: 2), $0.text(at: 3)) }
    var keys: [Int64: SQLiteForeignKey] = [:]
    for (id, table, column, other) in parts {
      let before = keys[id]
      keys[id] = SQLiteForeignKey(
        table: table, columns: (before?.columns ?? []) + [column],
        others: (before?.others ?? []) + (other.isEmpty ? [] : [other]))
    }
    return keys.sorted { $0.key < $1.key }.map(\.value)
  }

  /// What tells the rows of a table apart, the best first; empty of a view, and of a virtual table without numbers.
  ///
  /// The primary key, then unique indexes, as far as none of their columns takes NULL: SQLite lets a primary key hold some
  /// (<https://www.sqlite.org/quirks.html>, 5). Then the number of the row, where no columns hide all of its names.
  package func keys(
    of table: SQLiteTable, _ columns: [SQLiteColumn]
  ) throws(SQLError) -> [SQLiteKey] {
    guard table.kind == .table else { return rowID(of: table, columns).map { [$0] } ?? [] }
    let primary = columns.filter { $0.keyPlace > 0 }
    let indexes = try uniqueIndexes(of: table)
    let isNumber =
      !table.isWithoutRowID && primary.count == 1 && primary[0].type.lowercased() == "integer"
      && !indexes.contains { $0.isPrimary }
    if isNumber { return [SQLiteKey(columns: [KeysetColumn(primary[0].name, mayBeNull: false)])] }
    let complete = indexes.filter { index in
      index.columns.allSatisfy { part in
        columns.contains {
          $0.name == part.name && ($0.isNotNull || table.isWithoutRowID && $0.keyPlace > 0)
        }
      }
    }
    let first = complete.filter(\.isPrimary) + complete.filter { !$0.isPrimary }
    return first.map { SQLiteKey(columns: $0.columns) }
      + [rowID(of: table, columns)].compactMap { $0 }
  }

  private func rowID(of table: SQLiteTable, _ columns: [SQLiteColumn]) -> SQLiteKey? {
    guard table.kind != .view, !table.isWithoutRowID else { return nil }
    let name = ["rowid", "_rowid_", "oid"].first { name in
      !columns.contains { $0.name.isSameName(as: name) }
    }
    return name.map { SQLiteKey(columns: [KeysetColumn($0, mayBeNull: false)]) }
  }

  /// Indexes that hold no two rows with the same values, and that are not of a part of the rows or of expressions.
  private func uniqueIndexes(
    of table: SQLiteTable
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
        // The column's own need not be named, and is not where a reader sorts by the column.
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

  /// The rows of a query, each made into a value.
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

  /// What SQLite does for a query, a step a line: <https://www.sqlite.org/eqp.html>.
  package func plan(of sql: String, _ values: [SQLValue]) throws(SQLError) -> [String] {
    let statement = try connection.makeStatement("EXPLAIN QUERY PLAN " + sql)
    try statement.bind(values)
    var steps: [String] = []
    while try statement.step() { steps.append(statement.text(at: 3)) }
    return steps
  }
}

extension SQLiteTable {
  /// The table that a query of them stands at.
  fileprivate init(at row: SQLiteStatement) {
    self.init(
      name: row.text(at: 0), kind: .init(row.text(at: 1)), sql: row.text(at: 2),
      isWithoutRowID: row.integer(at: 3) != 0)
  }
}

extension SQLiteTable.Kind {
  fileprivate init(_ name: String) {
    self = name == "view" ? .view : name == "virtual" ? .virtual : .table
  }
}

extension String {
  /// Whether a database takes both for one name: capitals of ASCII do not count.
  package func isSameName(as other: String) -> Bool {
    utf8.count == other.utf8.count
      && zip(utf8, other.utf8).allSatisfy { $0.lowercased == $1.lowercased }
  }
}

extension UInt8 {
  fileprivate var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
