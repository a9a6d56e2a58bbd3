extension SQLiteReader {
  /// Finds how the result of a query is paged.
  ///
  /// By key only where that keeps an index for each page: the query reads one table, has the columns of a key of it, and
  /// neither sorts, groups nor limits below. Else it is run once.
  ///
  /// - Throws: what is wrong with the query; that it would write.
  package func opening(
    ofQuery sql: String, _ request: TableRequest
  ) throws(SQLError) -> TableOpening {
    let statement = try connection.makeStatement(sql)
    guard statement.columnCount > 0 else { throw SQLError(.mistaken, "the query gives no rows") }
    try statement.bind([])
    let names = (0..<statement.columnCount).map(statement.name(of:))
    let layout = RowLayout(
      names: names, longest: request.longest, writesBlobs: request.writesBlobs)
    let text = QueryText(sql)
    let (found, sorts) = try keyset(text, statement, names, layout, request) ?? (nil, false)
    return TableOpening(
      relation: found?.relation, names: names, table: nil, columns: [], key: found?.key,
      sorts: sorts, sql: try Self.onceSQL(sql, names, request))
  }

  /// The query as it is run once, in the order that is asked for.
  private static func onceSQL(
    _ sql: String, _ names: [String], _ request: TableRequest
  ) throws(SQLError) -> String {
    guard !request.order.isEmpty else { return sql }
    let columns = names.map { (name: $0, mayBeNull: true) }
    var sorted: [KeysetColumn] = []
    for term in request.order { sorted.append(try term.column(among: columns)) }
    // A line break ends a comment that the query may close with.
    return "SELECT * FROM (\(QueryText(sql).whole)\n)" + clause(sorted)
  }

  private func keyset(
    _ text: QueryText, _ statement: SQLiteStatement, _ names: [String], _ layout: RowLayout,
    _ request: TableRequest
  ) throws(SQLError) -> (found: (relation: RowRelation, key: SQLiteKey)?, sorts: Bool)? {
    // Two columns of one name cannot be told apart from outside of the query.
    let isAmbiguous = names.indices.contains { index in
      names[..<index].contains { $0.isSameName(as: names[index]) }
    }
    guard !isAmbiguous, let order = request.order.isEmpty ? text.order : request.order else {
      return nil
    }
    let known = names.map { (name: $0, mayBeNull: true) }
    var sorted: [KeysetColumn] = []
    for term in order {
      // A name of the table that is no column of the result cannot be sorted by from outside.
      if request.order.isEmpty, !names.contains(where: { $0.isSameName(as: term.column) }) {
        return nil
      }
      sorted.append(try term.column(among: known))
    }
    let keys = try keys(of: statement, names, request, known)
    guard !keys.isEmpty else { return nil }
    let (relation, key, sorts) = try relation(.query(text.body), sorted, keys, layout)
    // What a reader names to tell rows apart is paged by, whatever it costs.
    let isKept = try readsOneTable(relation.query) && !sorts
    guard !request.id.isEmpty || isKept else { return nil }
    return ((relation, key), sorts)
  }

  /// The keys that the result has: those that are named, or those of the one table that all of their columns come from.
  private func keys(
    of statement: SQLiteStatement, _ names: [String], _ request: TableRequest,
    _ known: [(name: String, mayBeNull: Bool)]
  ) throws(SQLError) -> [SQLiteKey] {
    guard request.id.isEmpty else {
      var columns: [KeysetColumn] = []
      for name in request.id { columns.append(try SortTerm(name).column(among: known)) }
      return [SQLiteKey(columns: columns)]
    }
    let origins = names.indices.map(statement.origin(of:))
    guard let table = origins.lazy.compactMap({ $0?.table }).first,
      let found = try tables().first(where: { $0.name == table })
    else { return [] }
    var result: [SQLiteKey] = []
    for key in try keys(of: found, try columns(of: found)) {
      let columns = key.columns.map { column -> KeysetColumn? in
        let place = origins.firstIndex { origin in
          origin.map { $0.table == table && $0.column.isSameName(as: column.name) } ?? false
        }
        return place.map { KeysetColumn(names[$0], collation: column.collation, mayBeNull: false) }
      }
      if columns.allSatisfy({ $0 != nil }) {
        result.append(SQLiteKey(columns: columns.compactMap { $0 }))
      }
    }
    return result
  }

  /// Whether a page comes from one table alone, with no step between.
  private func readsOneTable(_ query: KeysetQuery) throws(SQLError) -> Bool {
    let stretch = KeysetStretch()
    let plan = try plan(of: query.sql(stretch, in: query.order), query.values(stretch, limit: 1))
    return plan.count == 1
  }
}
