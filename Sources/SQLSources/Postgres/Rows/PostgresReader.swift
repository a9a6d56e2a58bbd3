package import Paging

/// Access to a PostgreSQL database during a read; each call of `rows` takes a round trip.
package struct PostgresReader {
  let session: PostgresSession

  /// The rows of a query.
  func rows(_ text: PostgresText) throws(SQLError) -> PostgresResult {
    try lastRows([text.statement])
  }

  /// The rows of the last of several statements, which are sent in one round trip.
  private func lastRows(_ statements: [PostgresStatement]) throws(SQLError) -> PostgresResult {
    guard let result = try session.rows(statements).last else {
      throw SQLError(.passing, "the server did not answer a query: try again")
    }
    return result
  }

  /// The rows of a query that may read a whole table; if possible, the server ends the query when
  /// this program ends.
  private func longRows(_ text: PostgresText) throws(SQLError) -> PostgresResult {
    guard session.kind != .cockroach else { return try rows(text) }
    return try lastRows([PostgresConnection.noticingEnd, text.statement])
  }

  /// The rows of a page.
  ///
  /// Reading an index is preferred to sorting all rows that follow the position. By itself, the
  /// server would compare the estimated costs. If its estimate of the number of these rows were far
  /// too low, it would sort all these rows for each page. An order by one column does not need this
  /// preference.
  ///
  /// - Parameters:
  ///   - byIndex: whether the order has several columns and an index.
  ///   - isCombined: whether the page consists of several stretches.
  private func rows(
    _ page: PostgresText, byIndex: Bool, isCombined: Bool
  ) throws(SQLError) -> PostgresResult {
    // CockroachDB has none of these settings.
    guard byIndex, session.kind != .cockroach else { return try rows(page) }
    let texts = Self.preferringIndex + (isCombined ? Self.withoutCompiling : []) + [page]
    return try lastRows(texts.map(\.statement))
  }

  /// The setting that makes the server read an index in order: without sorting, neither a table
  /// scan nor a bitmap scan returns rows in order.
  ///
  /// `SET` takes less time than `set_config`, because it is not planned.
  private static let preferringIndex = [PostgresText("SET LOCAL enable_sort = off")]

  /// The setting that disables the compiler (JIT), which pays off only for queries that take longer
  /// than a page.
  ///
  /// Combined stretches still need a sort, and the high cost that the planner assigns to a disabled
  /// sort would start the compiler.
  private static let withoutCompiling = [PostgresText("SET LOCAL jit = off")]

  /// The rows of several queries, which are sent in one round trip.
  func rows(_ texts: [PostgresText]) throws(SQLError) -> [PostgresResult] {
    try session.rows(texts.map(\.statement))
  }
}

extension PostgresReader: RowReader {
  package func holdsUTF8() throws(SQLError) -> Bool { true }

  package func steps(
    of walk: KeysetWalk, _ relation: RowRelation
  ) throws(SQLError) -> [KeysetWalk.Step<TableRow>] {
    if let blocks = relation.blocks { return try steps(of: walk, relation, by: blocks) }
    let (stretches, order) = (walk.stretches, walk.order)
    guard !stretches.isEmpty else { return [] }
    let page = walk.query.page(stretches, in: order, limit: walk.count + 1)
    guard relation.isIndexed else { return relation.steps(of: try longRows(page)) }
    return relation.steps(
      of: try rows(page, byIndex: order.columns.count > 1, isCombined: stretches.count > 1))
  }

  /// The positions of the first rows of a request; only the columns of the order are read.
  func places(
    from request: PageRequest<KeysetCursor>, over relation: RowRelation
  ) throws(SQLError) -> [KeysetCursor] {
    let walk = try request.walk(over: relation.query.withoutRows)
    guard !walk.stretches.isEmpty else { return [] }
    let result = try rows(walk.query.page(walk.stretches, in: walk.order, limit: walk.count + 1))
    let row = PostgresRow(result, relation.layout)
    return (0..<result.rowCount).map { place in
      row.place = place
      let values = row.values(at: walk.query.places, relation.orderForms)
      return KeysetCursor(values, isBefore: true)
    }
  }
}

extension RowRelation {
  /// The rows of a page, each with its position.
  func steps(of result: PostgresResult) -> [KeysetWalk.Step<TableRow>] {
    let row = PostgresRow(result, layout)
    return (0..<result.rowCount).map { place in
      row.place = place
      let item = self.row(at: row)
      return KeysetWalk.Step(item: item, cursor: item.cursor)
    }
  }
}

// MARK: Search

extension PostgresReader {
  /// The numbers of rows in the first window and in the longest.
  private static let (firstWindow, mostWindow) = (2_000, 256_000)

  package func look(
    for scan: RowScan, _ request: PageRequest<KeysetCursor>, _ timing: FoundRows.Timing
  ) throws(SQLError) -> RowScan.Stretch {
    let scan = try narrowed(scan)
    let walk = try request.walk(over: scan.query(filters: false))
    let end = timing.now() + timing.read
    return try self.scan(scan, walk, most: walk.count + 1) { passed in
      passed >= timing.rows || timing.now() >= end
    }
  }

  package func count(
    _ scan: RowScan, from position: PageRequest<KeysetCursor>.Position,
    until end: ContinuousClock.Instant
  ) throws(SQLError) -> RowScan.Stretch {
    let request = PageRequest(reason: .append, position: position, count: 1)
    let walk = try request.walk(over: scan.query(filters: false, keeps: false))
    return try self.scan(scan, walk, most: nil) { _ in ContinuousClock.now >= end }
  }

  package func count(_ scan: RowScan) throws(SQLError) -> Int {
    let relation = try narrowed(scan).relation
    let asked = scan.condition == .met ? nil : scan.condition.ofCandidates
    let conditions = [relation.condition, asked].compactMap { $0 }
    let place = conditions.map { "(\($0.sql))" }.joined(separator: " AND ")
    let text = PostgresText(
      "SELECT count(*) FROM \(relation.inSQL) AS page\(place.isEmpty ? "" : " WHERE \(place)")",
      conditions.flatMap(\.values))
    return try longRows(text).text(0, 0).flatMap { Int($0) } ?? 0
  }

  /// Examines windows of rows, whose lengths increase up to a maximum, until enough rows are found,
  /// the read has taken long enough, or no rows are left.
  ///
  /// - Parameter most: the number of rows to keep; nil to keep none.
  private func scan(
    _ scan: RowScan, _ walk: KeysetWalk, most: Int?, isTime: (Int) -> Bool
  ) throws(SQLError) -> RowScan.Stretch {
    if let blocks = scan.relation.blocks {
      // If all rows match, a window should not contain more rows than are kept.
      let first = scan.condition == .met ? most ?? Self.mostWindow : Self.firstWindow
      let window = BlockWindow(first: first, longest: Self.mostWindow, most: most)
      return try self.scan(scan, walk, by: blocks, window, isTime: isTime)
    }
    var (stretch, count) = (RowScan.Stretch(), Self.firstWindow)
    var stretches = walk.stretches
    while !stretches.isEmpty {
      let window = Window(
        result: try rows(walk.query.window(stretches, in: walk.order, count: count)),
        count: count, places: walk.query.places)
      scan.take(window, into: &stretch, most: most)
      if let most, stretch.found.count >= most { return stretch }
      guard let last = window.last(of: scan.relation) else { return stretch }
      if isTime(stretch.passed) {
        (stretch.last, stretch.isCutShort) = (last, true)
        return stretch
      }
      stretches = KeysetStretch.path(byRowsFrom: last, in: walk.order)
      count = min(count * 2, Self.mostWindow)
    }
    return stretch
  }
}

/// A window of examined rows: those that may match, and the last one if the window is full.
private struct Window {
  let result: PostgresResult
  /// The maximum number of examined rows.
  let count: Int
  /// The indexes of the result columns that contain the columns of the order.
  let places: [Int]

  /// The index of the column with the answer; the number of the row follows it.
  var answer: Int { result.columnCount - 2 }

  /// The position of the last row; nil if the window is not full, because no rows follow it then.
  func last(of relation: RowRelation) -> KeysetCursor? {
    let row = PostgresRow(result, relation.layout)
    row.place = result.rowCount - 1
    guard result.rowCount > 0, row.integer(at: answer + 1) == count else { return nil }
    return KeysetCursor(row.values(at: places, relation.orderForms))
  }
}

extension RowScan {
  /// Adds the matching rows of a result to a stretch: all of them are counted, but at most `most`
  /// rows are kept in the stretch.
  ///
  /// - Parameters:
  ///   - row: the row that `isWanted` tests; it is moved to each index in turn.
  ///   - most: the number of rows to keep; nil to keep none.
  func take(
    _ row: PostgresRow, at places: some Sequence<Int>, where isWanted: () -> Bool,
    into stretch: inout Stretch, most: Int?
  ) {
    for place in places {
      row.place = place
      guard isWanted() else { continue }
      stretch.wanted += 1
      guard let most, stretch.found.count < most else { continue }
      let item = relation.row(at: row)
      stretch.found.append(KeysetWalk.Step(item: item, cursor: item.cursor))
    }
  }

  /// Adds the matching rows of a window to a stretch, and counts the rows up to the last returned
  /// row as examined.
  fileprivate func take(_ window: Window, into stretch: inout Stretch, most: Int?) {
    let row = PostgresRow(window.result, relation.layout)
    let isWanted = test(row, answer: window.answer)
    take(row, at: 0..<window.result.rowCount, where: isWanted, into: &stretch, most: most)
    let last = window.result.rowCount - 1
    row.place = max(last, 0)
    stretch.passed += last < 0 ? 0 : row.integer(at: window.answer + 1) ?? 0
  }
}
