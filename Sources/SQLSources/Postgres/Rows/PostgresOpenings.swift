extension PostgresReader {
  /// Determines how a table is paged; a view is paged like its query.
  ///
  /// - Throws: an error if a table or column does not exist, or if the server reports an error.
  package func opening(
    ofTable name: String, _ request: TableRequest
  ) throws(SQLError) -> TableOpening {
    let table = try table(named: name)
    let columns = table.columns.map(\.column)
    let result = try result(of: table.table.inSQL)
    let layout = result.layout(request)
    let found: Keyset?
    if table.table.kind == .view {
      found = try keyset(ofView: table, result, request, layout)
    } else {
      let known = table.sorted(for: request.order)
      let sorted = try request.order.columns(among: known)
      let keys = try request.key(among: known).map { [$0] } ?? table.keys
      let origin = RowRelation.Origin.table(table.table)
      var keyset = try keyset(origin, sorted, keys, layout, of: table)
      if keyset == nil, request.order.isEmpty, !request.isOnePass {
        keyset = try blocks(of: table, layout)
      }
      found = keyset
    }
    let sorted = try request.order.columns(among: columns.map(\.sorted))
    let once = Once(rows: table.table.inSQL, sorted: sorted)
    return TableOpening(
      relation: found?.relation, names: layout.columns, table: table.table, columns: columns,
      key: found?.key, sorts: found?.sorts ?? false, sql: once.sql(layout), layout: layout,
      longSQL: (once.sql(layout.withWholeValues), once.sql(layout.whole)))
  }

  /// Determines how the result of a query is paged.
  ///
  /// The result is paged by key only if an index provides the order for each page, or if the
  /// request names the key; otherwise the query runs once.
  ///
  /// - Throws: an error if the query is invalid or would write.
  package func opening(
    ofQuery sql: String, _ request: TableRequest
  ) throws(SQLError) -> TableOpening {
    let text = QueryText(sql, .postgres)
    try Self.check(QueryWord.words(in: text.whole, .postgres))
    let result = try result(of: "(\(text.whole))")
    let layout = result.layout(request)
    let found = try keyset(
      ofQuery: result, text, .query(text.order == nil ? text.whole : text.body), request, layout)
    let sorted = try request.order.columns(among: result.names.map { KeysetColumn($0) })
    let once = Once(rows: "(\(text.whole))", sorted: sorted)
    return TableOpening(
      relation: found?.relation, names: result.names, table: nil, columns: [], key: found?.key,
      sorts: found?.sorts ?? false, sql: once.sql(layout), layout: layout,
      longSQL: (once.sql(layout.withWholeValues), once.sql(layout.whole)))
  }

  /// Checks that the words are a single query, because they are sent as a part of another query.
  private static func check(_ words: [QueryWord]) throws(SQLError) {
    guard let first = words.first(where: { $0.text != "(" }) else {
      throw SQLError(.mistaken, "the query is empty")
    }
    guard first.is("SELECT", "VALUES", "TABLE", "WITH") else {
      throw SQLError(
        .mistaken, "a query must begin with SELECT, VALUES, TABLE or WITH, not '\(first.text)'")
    }
    guard !words.contains(where: { $0.text == ";" }) else {
      throw SQLError(.mistaken, "more than one statement: write one query")
    }
    var depth = 0
    for word in words where depth >= 0 { depth += word.text == "(" ? 1 : word.text == ")" ? -1 : 0 }
    guard depth == 0 else {
      throw SQLError(
        .mistaken,
        depth > 0 ? "a parenthesis in the query is not closed" : "the query has a ')' without '('")
    }
    guard !words.contains(where: \.isPlace) else {
      throw SQLError(.mistaken, "the query has parameters, such as $1: write values instead")
    }
  }

  /// The names, types and origins of the columns of a result, without its rows.
  private func result(of rows: String) throws(SQLError) -> PostgresQueryResult {
    PostgresQueryResult(
      try self.rows(PostgresText("SELECT * FROM \(rows) AS page LIMIT 0")), in: session)
  }

  /// The query that runs once, in the requested order or else in its own order.
  private struct Once {
    let rows: String
    let sorted: [KeysetColumn]

    func sql(_ layout: RowLayout) -> String {
      // Two columns may have the same name.
      let names = layout.columns.indices.map { "\"endless \($0)\"" }
      let forms = ColumnForms(of: layout)
      let shown = names.enumerated().map { index, name in
        forms?.sql(of: "page.\(name)", at: index) ?? "page.\(name)"
      }
      let clause = sorted.clause { column in
        "page." + (layout.columns.firstIndex(of: column.name).map { names[$0] } ?? "\"\"")
      }
      let list = names.isEmpty ? "" : "(\(names.joined(separator: ", ")))"
      return "SELECT \(shown.joined(separator: ", ")) FROM \(rows) AS page\(list)\(clause)"
    }
  }

  // MARK: Keys

  /// The keyset in the order of the given columns and then of a key; nil if no key is given.
  ///
  /// The key is the first one with which an index supports the order. If no index supports an
  /// order, it is the first key.
  ///
  /// - Parameter table: the table from which the rows come; nil for a query or a view.
  private func keyset(
    _ origin: RowRelation.Origin, _ sorted: [KeysetColumn], _ keys: [RowKey],
    _ layout: RowLayout, of table: PostgresTable?
  ) throws(SQLError) -> Keyset? {
    var first: Keyset?
    for key in keys {
      if sorted.isEmpty, let found = try keyset(byHashOf: key, of: table, layout) { return found }
      for order in KeysetOrder.candidates(by: sorted, key) {
        var relation = RowRelation(origin, order: order, key: key, layout)
        // No plan is needed if the rows of the table can be read in the order of the key.
        let isIndex =
          sorted.isEmpty && order.columns == key.columns && table?.hasRowsByKey(key) == true
        let sorts = isIndex ? false : try self.sorts(relation.query, of: table)
        relation.isIndexed = !sorts
        let keyset = Keyset(relation: relation, key: key, sorts: sorts)
        if !sorts { return keyset }
        first = first ?? keyset
      }
    }
    return first
  }

  /// The keyset by which a view is paged, with the requested key or a key of the table from which
  /// the view's rows come; nil if the query of the view runs once instead.
  private func keyset(
    ofView view: PostgresTable, _ result: PostgresQueryResult, _ request: TableRequest,
    _ layout: RowLayout
  ) throws(SQLError) -> Keyset? {
    let text = QueryText(view.table.sql, .postgres)
    // The query of the view is used, because the server would report the view itself as the origin
    // of the view's columns.
    let inner = try self.result(of: "(\(text.whole))")
    guard inner.names == result.names, text.order?.isEmpty == true else { return nil }
    return try keyset(ofQuery: inner, text, .table(view.table), request, layout)
  }

  private func keyset(
    ofQuery result: PostgresQueryResult, _ text: QueryText, _ origin: RowRelation.Origin,
    _ request: TableRequest, _ layout: RowLayout
  ) throws(SQLError) -> Keyset? {
    guard !text.isLimited, !result.isAmbiguous else { return nil }
    let named = !request.id.isEmpty
    // Only plans show whether an index supports a query, and those of CockroachDB do not show
    // enough.
    guard named || session.kind != .cockroach else { return nil }
    let table = named ? nil : try self.table(of: result)
    let terms = request.order.isEmpty ? text.order?.map(\.sort) : request.order
    guard let terms, let known = known(result, table, terms) else { return nil }
    guard terms.allSatisfy({ term in known.contains { $0.name.isSameName(as: term.column) } })
    else {
      // Requested columns must exist, but the query may sort by columns that are not in its result.
      if !request.order.isEmpty { _ = try terms.columns(among: known) }
      return nil
    }
    let sorted = try terms.columns(among: known)
    let keys = try request.key(among: known).map { [$0] } ?? result.keys(of: table)
    guard !keys.isEmpty, try !isVolatile("(\(text.whole))") else { return nil }
    guard let keyset = try keyset(origin, sorted, keys, layout, of: nil) else { return nil }
    // If the user names the columns that identify a row, they are used, whatever the cost.
    guard !named else { return keyset }
    guard !keyset.sorts, try readsOneTable(keyset.relation.query) else { return nil }
    return keyset
  }

  /// The first table from which a column of the result comes.
  private func table(of result: PostgresQueryResult) throws(SQLError) -> PostgresTable? {
    guard let id = result.tableID else { return nil }
    return try table(withID: id)
  }

  /// The columns of the result, each as an ascending column of an order.
  private func known(
    _ result: PostgresQueryResult, _ table: PostgresTable?, _ terms: [SortTerm]
  ) -> [KeysetColumn]? {
    let columns = table?.sorted(for: terms) ?? []
    return result.names.enumerated().map { index, name in
      let origin = result.origin(of: index, in: table)
      var column = columns.first { $0.name == origin } ?? KeysetColumn(name)
      column.name = name
      if origin == nil { column.storesNullsFirst = false }
      return column.directed(descending: false)
    }
  }

  /// Whether the rows of a page come from a single table.
  private func readsOneTable(_ query: KeysetQuery) throws(SQLError) -> Bool {
    let columns = query.order.columns.map { "page.\($0.name.asIdentifier)" }
    let sql = query.sql(
      KeysetStretch(), in: query.order, asking: columns.joined(separator: ", "), limit: 1)
    let plans = try plans(of: [PostgresText(sql, query.values(of: KeysetStretch()))])
    return plans.first.map { PostgresPlan($0).readsOneTable } ?? false
  }

  // MARK: Functions

  /// Whether a query may return different rows when it runs again, because it uses the time or
  /// calls a volatile function, such as one for random numbers or sequences.
  ///
  /// The plan names all functions, including those in views, except those that the server has
  /// already evaluated.
  func isVolatile(_ rows: String) throws(SQLError) -> Bool {
    let text = PostgresText("SELECT * FROM \(rows) AS page")
    let plan =
      session.kind == .cockroach ? [] : try plans(of: [text], verbose: true).first ?? []
    let words = QueryWord.words(in: ([rows] + plan).joined(separator: "\n"), .postgres)
      .map { $0.text.lowercased() }
    if !Self.timely.isDisjoint(with: words) { return true }
    let called = zip(words, words.dropFirst()).filter { $0.1 == "(" }.map(\.0)
    let names = Set<String>(called.filter { $0.utf8.allSatisfy(\.isPlainName) })
    if !Self.timelyFunctions.isDisjoint(with: names) { return true }
    let list = names.sorted().joined(separator: ",")
    let sql = """
      SELECT 1 FROM pg_proc WHERE provolatile = 'v' AND proname = ANY (\(PostgresText.place)::text[]) LIMIT 1
      """
    return try self.rows(PostgresText(sql, [.text("{\(list)}")])).rowCount > 0
  }

  /// Functions that return the time, which differs for each page.
  private static let timely: Set = [
    "current_date", "current_time", "current_timestamp", "localtime", "localtimestamp",
  ]
  private static let timelyFunctions: Set = ["now", "transaction_timestamp", "statement_timestamp"]
}

extension QueryWord {
  /// Whether the token is a placeholder for a value, such as `$1`.
  fileprivate var isPlace: Bool { text.hasPrefix("$") && text.dropFirst().allSatisfy(\.isNumber) }
}

extension UInt8 {
  /// Whether the byte can be part of a lowercase name without quotes.
  fileprivate var isPlainName: Bool {
    (0x61...0x7A).contains(self) || (0x30...0x39).contains(self) || self == UInt8(ascii: "_")
  }
}

/// The properties of a result that are known before it is read.
struct PostgresQueryResult {
  let names: [String]
  private let forms: [ColumnForm]
  private let origins: [(table: UInt32, column: Int)?]

  init(_ result: PostgresResult, in session: PostgresSession) {
    let columns = 0..<result.columnCount
    names = columns.map(result.name(of:))
    forms = columns.map { ColumnForm(ofType: result.type(of: $0), in: session) }
    origins = columns.map(result.origin(of:))
  }

  /// Whether two columns have the same name.
  var isAmbiguous: Bool { Set(names).count < names.count }

  /// The OID of the first table from which a column of the result comes; nil if no column comes
  /// from a table.
  var tableID: UInt32? { origins.lazy.compactMap { $0?.table }.first }

  func layout(_ request: TableRequest) -> RowLayout {
    RowLayout(
      names: names, longest: request.longest, writesBlobs: request.writesBlobs, forms: forms)
  }

  /// The name that a column of the result has in a table; nil if the column does not come from this
  /// table.
  func origin(of column: Int, in table: PostgresTable?) -> String? {
    guard let table, let origin = origins[column], "\(origin.table)" == table.id else { return nil }
    return table.columns.first { $0.number == origin.column }?.column.name
  }

  /// The keys of a table, with the names that their columns have in the result; a key is omitted if
  /// the result lacks one of its columns.
  func keys(of table: PostgresTable?) -> [RowKey] {
    (table?.keys ?? []).compactMap { key in
      let columns = key.columns.compactMap { part -> KeysetColumn? in
        guard let place = names.indices.first(where: { origin(of: $0, in: table) == part.name })
        else { return nil }
        var column = part
        column.name = names[place]
        return column
      }
      return columns.count == key.columns.count ? RowKey(columns: columns) : nil
    }
  }
}
