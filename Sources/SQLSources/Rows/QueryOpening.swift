extension SQLiteReader {
  /// Determines how the result of a query is paged.
  ///
  /// The result is paged by key only if an index then serves every page, or if the request names
  /// the key. An index can serve a query that reads a single table, returns the columns of one of
  /// the table's keys, sorts only by columns of the result, and does not group or limit rows. Any
  /// other query is run once.
  ///
  /// - Throws: an error if the query is invalid or would write.
  package func opening(
    ofQuery sql: String, _ request: TableRequest
  ) throws(SQLError) -> TableOpening {
    let result = try QueryResult(sql, connection)
    let layout = RowLayout(
      names: result.names, longest: request.longest, writesBlobs: request.writesBlobs)
    let found = try keyset(result, .query(result.text.body), request, layout)
    return TableOpening(
      relation: found?.relation, names: result.names, table: nil, columns: [], key: found?.key,
      sorts: found?.sorts ?? false, sql: try onceSQL(sql, result.names, request), layout: layout)
  }

  /// The SQL that runs a query once, in the requested order.
  private func onceSQL(
    _ sql: String, _ names: [String], _ request: TableRequest
  ) throws(SQLError) -> String {
    guard !request.order.isEmpty else { return sql }
    let sorted = try request.order.columns(among: names.map { KeysetColumn($0) })
    return "SELECT * FROM (\(QueryText(sql).whole))" + sorted.clause()
  }

  /// The keyset for paging a query or view by key; nil if its pages could differ from the rows of a
  /// single run, or could be slow.
  func keyset(
    _ result: QueryResult, _ origin: RowRelation.Origin, _ request: TableRequest,
    _ layout: RowLayout
  ) throws(SQLError) -> Keyset? {
    // Columns with equal names cannot be distinguished outside the query.
    guard !result.text.isLimited, !result.isAmbiguous else { return nil }
    let table = request.id.isEmpty ? try table(of: result) : nil
    let known = try known(result, table)
    guard let sorted = try sorted(by: request, result, known) else { return nil }
    let named = try request.key(among: known)
    let keys = if let table { try keys(of: result, table) } else { [named].compactMap { $0 } }
    guard !keys.isEmpty, try !isVolatile(result.text.whole) else { return nil }
    let paged = try PagedOrigin(origin, comparesAsStored: isCompound(result.text.whole))
    guard let keyset = try keyset(paged, sorted, keys, layout) else { return nil }
    // If the reader names the columns that identify a row, they are used, whatever the cost.
    guard request.id.isEmpty else { return keyset }
    return try readsOneTable(keyset.relation.query) && !keyset.sorts ? keyset : nil
  }

  /// The table of the first result column that comes from a table; no other table can provide a
  /// usable key.
  private func table(of result: QueryResult) throws(SQLError) -> DatabaseTable? {
    guard let name = result.origins.lazy.compactMap({ $0?.table }).first else { return nil }
    return try tables().first { $0.name == name }
  }

  /// The columns of the result, and whether each may be NULL, provided that all rows come from one
  /// table.
  private func known(
    _ result: QueryResult, _ table: DatabaseTable?
  ) throws(SQLError) -> [KeysetColumn] {
    guard let table else { return result.names.map { KeysetColumn($0) } }
    let full = try columns(of: table).filter(\.isNotNull)
    return zip(result.names, result.origins).map { name, origin in
      KeysetColumn(
        name,
        mayBeNull: !full.contains {
          origin?.table == table.name && origin?.column.isSameName(as: $0.name) == true
        })
    }
  }

  /// The columns of the result by which the request or the query sorts; nil if the query sorts by
  /// anything else.
  private func sorted(
    by request: TableRequest, _ result: QueryResult, _ known: [KeysetColumn]
  ) throws(SQLError) -> [KeysetColumn]? {
    guard request.order.isEmpty else { return try request.order.columns(among: known) }
    guard let order = result.text.order else { return nil }
    var sorted: [KeysetColumn] = []
    for term in order {
      // Outside the query, only columns of the result can be used for sorting.
      guard let place = result.names.firstIndex(where: { $0.isSameName(as: term.sort.column) })
      else { return nil }
      // A qualified name may mean something other than the same name in the result.
      if term.isOfTable {
        guard request.id.isEmpty,
          result.origins[place]?.column.isSameName(as: term.sort.column) == true
        else { return nil }
      }
      sorted.append(try term.sort.column(among: known))
    }
    return sorted
  }

  /// The keys of a table, with the names that their columns have in the result; a key is omitted if
  /// the result lacks one of its columns.
  private func keys(
    of result: QueryResult, _ table: DatabaseTable
  ) throws(SQLError) -> [RowKey] {
    try keys(of: table, try columns(of: table)).compactMap { key in
      let columns = key.columns.compactMap { result.column($0, of: table.name) }
      return columns.count == key.columns.count ? RowKey(columns: columns) : nil
    }
  }

  /// Whether the query plan of a page has a single step, which reads one table.
  private func readsOneTable(_ query: KeysetQuery) throws(SQLError) -> Bool {
    let stretch = KeysetStretch()
    let plan = try plan(of: query.sql(stretch, in: query.order), query.values(stretch, limit: 1))
    return plan.count == 1
  }

  /// Whether a query, or a view in it, is a compound query, whose columns may have several types.
  private func isCompound(_ sql: String) throws(SQLError) -> Bool {
    try plan(of: sql, []).contains { step in
      ["COMPOUND", "UNION", "MERGE", "EXCEPT", "INTERSECT", "RECURSIVE"].contains {
        step.hasPrefix($0)
      }
    }
  }
}

/// The properties of a query that are known before it is run.
struct QueryResult {
  let text: QueryText
  /// The names of the columns of the result.
  let names: [String]
  /// The table and column from which each result column comes; nil for an expression.
  let origins: [(table: String, column: String)?]

  /// Prepares a query to determine its properties, without running it.
  ///
  /// - Throws: an error if the query is invalid or would write.
  init(_ sql: String, _ connection: SQLiteConnection) throws(SQLError) {
    let statement = try connection.makeStatement(sql)
    guard statement.columnCount > 0 else {
      throw SQLError(.mistaken, "the statement returns no rows: write a query")
    }
    try statement.bind([])
    text = QueryText(sql)
    names = (0..<statement.columnCount).map(statement.name(of:))
    origins = names.indices.map(statement.origin(of:))
  }

  /// Whether two columns have the same name.
  var isAmbiguous: Bool {
    Set(names.map(\.asComparedName)).count < names.count
  }

  /// The column of the result that comes from the given column of a table; nil if there is none.
  func column(_ column: KeysetColumn, of table: String) -> KeysetColumn? {
    let place = origins.firstIndex { origin in
      origin.map { $0.table == table && $0.column.isSameName(as: column.name) } ?? false
    }
    return place.map {
      KeysetColumn(
        names[$0], descending: column.descending, collation: column.collation, mayBeNull: false)
    }
  }
}

extension String {
  /// The name in lower case (ASCII letters only), for comparisons.
  fileprivate var asComparedName: [UInt8] {
    utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }
}
