package import Paging

/// A PostgreSQL database while it is read: each question is a round trip.
package struct PostgresReader {
  let session: PostgresSession

  /// The rows of a query.
  func rows(_ text: PostgresText) throws(SQLError) -> PostgresResult {
    let results = try session.rows([text.statement])
    guard let result = results.last else {
      throw SQLError(.passing, "the server did not answer a query: press r to try again")
    }
    return result
  }

  /// The rows of a page, for which an index is preferred to reading all rows that follow and sorting them.
  ///
  /// The server estimates the costs of both, and takes the other way where few rows follow in a stretch: that would cost more with
  /// each page before the end. An order by one column is not worth a word.
  private func rows(_ page: PostgresText, byIndex: Bool) throws(SQLError) -> PostgresResult {
    // CockroachDB has none of these settings.
    guard byIndex, session.kind != .cockroach else { return try rows(page) }
    let results = try rows([Self.preferringIndex, page])
    guard let result = results.last else {
      throw SQLError(.passing, "the server did not answer a query: press r to try again")
    }
    return result
  }

  /// Compiled queries are for longer ones than a page, and the costs of what is turned off would lead to them.
  private static let preferringIndex = PostgresText(
    """
    SELECT set_config('enable_bitmapscan', 'off', true), set_config('enable_seqscan', 'off', true),
    set_config('enable_sort', 'off', true), set_config('jit', 'off', true)
    """)

  /// The rows of some queries, which are asked in one round trip.
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
    let page = walk.query.page(walk.stretches, in: walk.order, limit: walk.count + 1)
    guard !walk.stretches.isEmpty else { return [] }
    return relation.steps(
      of: try rows(page, byIndex: relation.isIndexed && walk.order.columns.count > 1))
  }

  /// The places of the first rows of a request, without anything else of them being read.
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
  /// The rows of a page, each with its place.
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
  /// How many rows one window has at first, and at the most.
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
    return try rows(text).text(0, 0).flatMap { Int($0) } ?? 0
  }

  /// Looks at windows of rows, each longer than the one before, until enough are found or it is time to end.
  ///
  /// - Parameter most: how many are kept; nil for none.
  private func scan(
    _ scan: RowScan, _ walk: KeysetWalk, most: Int?, isTime: (Int) -> Bool
  ) throws(SQLError) -> RowScan.Stretch {
    if let blocks = scan.relation.blocks {
      // Where all rows are wanted, more than are kept would be sent for nothing.
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

/// Rows that were looked at: those that may be wanted, and the last one.
private struct Window {
  let result: PostgresResult
  /// How many rows it has at the most.
  let count: Int
  /// Where a row has the values of the columns of the order.
  let places: [Int]

  /// Where the answer stands, and behind it the number of the row.
  var answer: Int { result.columnCount - 2 }

  /// The place of the last row; nil where no more rows follow the window.
  func last(of relation: RowRelation) -> KeysetCursor? {
    let row = PostgresRow(result, relation.layout)
    row.place = result.rowCount - 1
    guard result.rowCount > 0, row.integer(at: answer + 1) == count else { return nil }
    return KeysetCursor(row.values(at: places, relation.orderForms))
  }
}

extension RowScan {
  /// Adds the wanted rows of a result to a stretch: all are counted, and as many kept as are still asked for.
  ///
  /// - Parameters:
  ///   - row: the row that `isWanted` tests, which is moved to each place.
  ///   - most: the number of rows to keep; nil for none.
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

  /// Adds the wanted rows of a window to a stretch, and the number of rows that it passes.
  fileprivate func take(_ window: Window, into stretch: inout Stretch, most: Int?) {
    let row = PostgresRow(window.result, relation.layout)
    let isWanted = test(row, answer: window.answer)
    take(row, at: 0..<window.result.rowCount, where: isWanted, into: &stretch, most: most)
    let last = window.result.rowCount - 1
    row.place = max(last, 0)
    stretch.passed += last < 0 ? 0 : row.integer(at: window.answer + 1) ?? 0
  }
}
