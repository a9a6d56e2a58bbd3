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
  /// Whether the database has to sort, or to go through all rows, for each page.
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
  /// - Throws: that no table or column has a name; what SQLite says.
  package func opening(
    ofTable name: String, _ request: TableRequest
  ) throws(SQLError) -> TableOpening {
    let table = try table(named: name)
    let columns = try columns(of: table)
    let names = columns.map(\.name)
    let known = columns.map { (name: $0.name, mayBeNull: !$0.isNotNull) }
    let layout = RowLayout(
      names: names, longest: request.longest, writesBlobs: request.writesBlobs)
    let sql = "SELECT * FROM \(table.name.asIdentifier)"
    let named = try asked(request.id, known)
    let keys = if let named { [named] } else { try keys(of: table, columns) }
    let sorted = try sorted(request.order, known)
    guard !keys.isEmpty else {
      return TableOpening(
        relation: nil, names: names, table: table, columns: columns, key: nil, sorts: false,
        sql: sql + Self.clause(sorted))
    }
    let (relation, key, sorts) = try relation(.table(table.name), sorted, keys, layout)
    return TableOpening(
      relation: relation, names: names, table: table, columns: columns, key: key, sorts: sorts,
      sql: sql)
  }

  private func sorted(
    _ terms: [SortTerm], _ columns: [(name: String, mayBeNull: Bool)]
  ) throws(SQLError) -> [KeysetColumn] {
    var sorted: [KeysetColumn] = []
    for term in terms { sorted.append(try term.column(among: columns)) }
    return sorted
  }

  /// The key that a reader names; nil where none is named.
  private func asked(
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

  /// The order by some columns and the key that makes it one of an index; by the first key where none does.
  func relation(
    _ origin: RowRelation.Origin, _ sorted: [KeysetColumn], _ keys: [SQLiteKey],
    _ layout: RowLayout
  ) throws(SQLError) -> (RowRelation, SQLiteKey, sorts: Bool) {
    var first: (RowRelation, SQLiteKey)?
    for key in keys {
      let relation = RowRelation(
        origin, order: KeysetOrder(sorted + Self.rest(of: key, behind: sorted)), key: key, layout)
      if try !sorts(relation.query) { return (relation, key, false) }
      first = first ?? (relation, key)
    }
    guard let first else { throw SQLError(.mistaken, "nothing tells the rows apart: name --id") }
    return (first.0, first.1, true)
  }

  /// The columns of a key that are not sorted by already, in the direction of the last one that is.
  ///
  /// So an index whose columns all go one way serves the order, read from either end.
  private static func rest(of key: SQLiteKey, behind sorted: [KeysetColumn]) -> [KeysetColumn] {
    let isDescending = sorted.last?.descending ?? false
    return key.columns.filter { column in
      !sorted.contains { $0.name == column.name && $0.collation == column.collation }
    }.map { column in
      KeysetColumn(
        column.name, descending: isDescending, collation: column.collation,
        mayBeNull: column.mayBeNull)
    }
  }

  /// Whether SQLite sorts for a page, or makes a table of a subquery.
  func sorts(_ query: KeysetQuery) throws(SQLError) -> Bool {
    let stretch = KeysetStretch()
    let plan = try plan(
      of: query.sql(stretch, in: query.order), query.values(stretch, limit: 1))
    return plan.contains { step in
      ["USE TEMP B-TREE", "MATERIALIZE", "CO-ROUTINE", "COMPOUND"].contains { step.hasPrefix($0) }
    }
  }
}
