import Paging

extension PostgresReader {
  /// The range of a relation's rows in their order; nil if the relation has no rows.
  ///
  /// Cost: one query for each end, which reads all rows if no index serves the order. Unless the
  /// order consists of a single column of integers, some blocks of the table are also read.
  package func keyRange(of relation: RowRelation) throws(SQLError) -> KeyRange? {
    guard relation.blocks == nil else { return try blockRange(of: relation) }
    let first = try places(from: Self.edge(.start), over: relation).first
    let last = try places(from: Self.edge(.end), over: relation).first
    guard let first, let last else { return nil }
    let isNumber = [first, last].allSatisfy {
      $0.values.count == 1 && KeyPart.number($0.values[0]) != nil
    }
    guard !isNumber else {
      return KeyRange(order: relation.order, places: [first, last], isSampled: false)
    }
    let sample = try sample(of: relation)
    return KeyRange(
      order: relation.order, places: [first] + sample + [last], isSampled: !sample.isEmpty)
  }

  private static func edge(
    _ position: PageRequest<KeysetCursor>.Position
  ) -> PageRequest<KeysetCursor> { PageRequest(reason: .refresh, position: position, count: 1) }

  /// The approximate number of blocks of a table from which a sample is taken.
  private static let sampledBlocks = 64

  /// The positions of sampled rows at regular intervals, in order; empty if the rows cannot be
  /// sampled, as for a view.
  ///
  /// `TABLESAMPLE SYSTEM` selects random blocks
  /// (<https://www.postgresql.org/docs/current/tablesample-method.html>).
  private func sample(of relation: RowRelation) throws(SQLError) -> [KeysetCursor] {
    guard session.kind == .postgres, case .table(let table) = relation.origin,
      [.table, .materialized].contains(table.kind)
    else { return [] }
    // Citus stores the rows of a table elsewhere, so the table itself has no blocks.
    let blocks = try blockCount(of: table)
    guard blocks > 0 else { return [] }
    let percent = min(100, 100 * Double(Self.sampledBlocks) / Double(blocks))
    let columns = zip(relation.order.columns, relation.orderForms).map { column, form in
      form?.key(of: column.name.onPage) ?? column.name.onPage
    }
    let sorting = relation.order.columns.clause { "page.\($0.name.asIdentifier)" }
    let condition = relation.condition.map { " WHERE (\($0.sql))" } ?? ""
    let query = relation.query
    let (count, number) = (query.unused("endless count"), query.unused("endless number"))
    let sql =
      "SELECT \(columns.joined(separator: ", ")) FROM (SELECT page.*, count(*) OVER () AS \(count),"
      + " row_number() OVER (\(sorting.dropFirst())) AS \(number)"
      + " FROM \(table.inSQL) AS page TABLESAMPLE SYSTEM (\(percent))\(condition)) AS page"
      + " WHERE page.\(number) % greatest(page.\(count) / \(KeyRange.sampleCount), 1) = 0"
      + " ORDER BY page.\(number)"
    let result = try rows(PostgresText(sql, relation.condition?.values ?? []))
    let row = PostgresRow(result, relation.layout)
    return (0..<result.rowCount).map { place in
      row.place = place
      let values = row.values(at: Array(columns.indices), relation.orderForms)
      return KeysetCursor(values, isBefore: true)
    }
  }

  // MARK: Keys

  package func place(
    ofKey text: String, in relation: RowRelation
  ) throws(SQLError) -> (place: KeysetCursor, isFound: Bool)? {
    guard relation.blocks == nil else {
      throw SQLError(
        .mistaken, "the table has no key; type a percentage instead, such as 50% (not :50%)")
    }
    let columns = relation.keyPlaces.map { relation.order.columns[$0] }
    let key = try RowKeyText(text, of: columns.count)
    guard let typed = key.candidates.first else { return nil }
    if let place = try place(of: typed, in: columns.map(\.name), of: relation) {
      return (place, true)
    }
    guard relation.keyPlaces == Array(relation.order.columns.indices),
      let first = try places(from: Self.edge(.start), over: relation).first
    else { return nil }
    return (KeysetCursor(key.values(like: first.values), isBefore: true), false)
  }

  package func place(
    of values: [SQLValue], in columns: [String], of relation: RowRelation
  ) throws(SQLError) -> KeysetCursor? {
    var query = relation.query.withoutRows
    let conditions = columns.map { query.isEqual($0) }
    let own = query.condition
    query.condition = (
      (conditions + (own.map { ["(\($0.sql))"] } ?? [])).joined(separator: " AND "),
      values + (own?.values ?? [])
    )
    let text =
      relation.blocks == nil
      ? query.page([KeysetStretch()], in: query.order, limit: 1) : query.rows(limit: 1)
    let result = try rows(text)
    guard result.rowCount > 0 else { return nil }
    let row = PostgresRow(result, relation.layout)
    return KeysetCursor(row.values(at: query.places, relation.orderForms), isBefore: true)
  }

  // MARK: Indexes for conditions

  /// Restricts a scan to the rows that an index finds, if the index also returns them in the order
  /// of the relation.
  func narrowed(_ scan: RowScan) throws(SQLError) -> RowScan {
    guard session.kind != .cockroach, scan.relation.blocks == nil else { return scan }
    for bound in scan.condition.bounds {
      let narrowed = scan.narrowed(by: bound) { value in
        if case .integer = value {
          "\(PostgresText.place)::bigint"
        } else {
          "\(PostgresText.place)::text"
        }
      }
      let query = narrowed.relation.query
      let sql = query.sql(
        KeysetStretch(), in: query.order, asking: "page.\(bound.column.asIdentifier)", limit: 1)
      let plans = try plans(of: [PostgresText(sql, query.values(of: KeysetStretch()))])
      let plan = plans.first.map { PostgresPlan($0) }
      if let plan, plan.followsIndex, plan.hasCondition { return narrowed }
    }
    return scan
  }
}
