import Paging

/// Block-by-block reading of tables without a key: `ctid >= '(7,0)' AND ctid < '(9,0)'` finds the
/// blocks directly (a TID range scan, since PostgreSQL 14).
///
/// This program chooses the blocks and sorts their rows. If the server were asked for the next rows
/// after a position, it would sort all rows after that position.
extension PostgresReader {
  /// The blocks by which a table without a key is paged; nil if the table can be read only by a
  /// query that runs once.
  ///
  /// Tables from which other tables inherit, partitioned tables and all tables of a database with
  /// Citus are excluded, because rows in different parts of a table could have the same position.
  func blocks(of table: PostgresTable, _ layout: RowLayout) throws(SQLError) -> Keyset? {
    guard session.kind == .postgres, session.serverVersion >= 140_000,
      table.table.kind == .table, !table.hasHeirs
    else { return nil }
    let sql = """
      SELECT c.reltuples, c.relpages FROM pg_class AS c JOIN pg_am AS m ON m.oid = c.relam
      WHERE c.oid = \(PostgresText.place)::oid AND m.amname = 'heap'
      AND NOT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus')
      """
    let result = try rows(PostgresText(sql, [.text(table.id)]))
    guard result.rowCount > 0 else { return nil }
    let counts = [0, 1].map { result.text(0, $0).flatMap { Double($0) } ?? 0 }
    let key = RowKey(columns: [.place])
    var relation = RowRelation(
      .table(table.table), order: KeysetOrder([.place]), key: key, layout)
    relation.blocks = TableBlocks(
      rowsPerBlock: counts.allSatisfy { $0 > 0 } ? counts[0] / counts[1] : Self.usualRows)
    return Keyset(relation: relation, key: key, sorts: false)
  }

  /// The assumed number of rows in a block if the server has no estimate yet.
  private static let usualRows = 50.0

  /// The rows of a walk.
  func steps(
    of walk: KeysetWalk, _ relation: RowRelation, by blocks: TableBlocks
  ) throws(SQLError) -> [KeysetWalk.Step<TableRow>] {
    var way = try BlockWay(walk, over: relation, self)
    var steps: [KeysetWalk.Step<TableRow>] = []
    var count = blocks.count(forRows: walk.count + 1)
    while steps.count <= walk.count, let places = way.next(count) {
      let (result, order) = try rows(walk.query.rows(in: places), &way, of: relation)
      let row = PostgresRow(result, relation.layout)
      steps += order.map { place in
        row.place = place
        let item = relation.row(at: row)
        return KeysetWalk.Step(item: item, cursor: item.cursor)
      }
      count = min(count * 2, TableBlocks.most)
    }
    return Array(steps.prefix(walk.count + 1))
  }

  /// Reads blocks until enough rows are found or the read has taken long enough.
  ///
  /// - Parameters:
  ///   - window: the numbers of rows to examine and to keep.
  ///   - isTime: takes the number of examined rows, and returns whether the read has taken long
  ///     enough.
  func scan(
    _ scan: RowScan, _ walk: KeysetWalk, by blocks: TableBlocks, _ window: BlockWindow,
    isTime: (Int) -> Bool
  ) throws(SQLError) -> RowScan.Stretch {
    var way = try BlockWay(walk, over: scan.relation, self)
    var (stretch, rows) = (RowScan.Stretch(), window.first)
    while let places = way.next(blocks.count(forRows: rows)) {
      let (result, order) = try self.rows(walk.query.rows(in: places), &way, of: scan.relation)
      let row = PostgresRow(result, scan.relation.layout)
      scan.take(row, at: order, where: scan.test(row), into: &stretch, most: window.most)
      stretch.passed += rows
      if let most = window.most, stretch.found.count >= most { return stretch }
      guard way.hasMore, isTime(stretch.passed) else {
        rows = min(rows * 2, window.longest)
        continue
      }
      (stretch.last, stretch.isCutShort) = (KeysetCursor([way.place.value]), true)
      return stretch
    }
    return stretch
  }

  /// Reads a range of blocks; returns the result, and the indexes of its rows in the order of a
  /// walk.
  private func rows(
    _ text: PostgresText, _ way: inout BlockWay, of relation: RowRelation
  ) throws(SQLError) -> (PostgresResult, [Int]) {
    let results = try rows([Self.blockCount(of: relation), text])
    guard results.count == 2 else {
      throw SQLError(.passing, "the server did not answer a query: try again")
    }
    way.end = RowPlace(block: results[0].integer)
    let column = relation.layout.columns.count
    let places = (0..<results[1].rowCount).compactMap { row in
      results[1].value(row, way.isWithoutRows ? 0 : column).flatMap { RowPlace($0) }.map {
        (row, $0)
      }
    }
    let isBackward = way.isBackward
    let sorted = places.sorted { isBackward ? $0.1 > $1.1 : $0.1 < $1.1 }
    return (results[1], sorted.map(\.0))
  }

  /// The range of a table's rows, from its first block to its last; nil if the table has no blocks.
  func blockRange(of relation: RowRelation) throws(SQLError) -> KeyRange? {
    let count = try rows(Self.blockCount(of: relation)).integer
    let ends = [0, count].map { KeysetCursor([RowPlace(block: $0).value], isBefore: true) }
    return count > 0 ? KeyRange(order: relation.order, places: ends, isSampled: false) : nil
  }

  /// The number of blocks of a table.
  func blockCount(of table: DatabaseTable) throws(SQLError) -> Int {
    try rows(Self.blockCount(of: table)).integer
  }

  fileprivate static func blockCount(of relation: RowRelation) -> PostgresText {
    guard case .table(let table) = relation.origin else { return PostgresText("SELECT 0") }
    return blockCount(of: table)
  }

  private static func blockCount(of table: DatabaseTable) -> PostgresText {
    PostgresText(
      "SELECT pg_relation_size(\(PostgresText.place)::regclass) / current_setting('block_size')::bigint",
      [.text(table.inSQL)])
  }
}

/// The numbers of rows that the reads of a scan examine and keep.
struct BlockWindow {
  let first: Int
  let longest: Int
  /// The number of rows to keep; nil to keep none.
  let most: Int?
}

/// A walk through the blocks of a table.
private struct BlockWay {
  let isBackward: Bool
  /// Whether only the positions of rows are read.
  let isWithoutRows: Bool
  /// The progress of the walk: in a forward walk, the first position that has not been read; in a
  /// backward walk, the position after the next one to read.
  private(set) var place: RowPlace
  /// The position after all rows; nil until the server has reported it.
  var end: RowPlace?

  init(
    _ walk: KeysetWalk, over relation: RowRelation, _ reader: PostgresReader
  ) throws(SQLError) {
    isBackward = walk.isBackward
    isWithoutRows = walk.query.columns?.isEmpty == true
    let stretches = walk.stretches
    if case .beyond(let value)? = stretches.last?.bound, let from = RowPlace(value) {
      // A forward walk begins at the row of the cursor or at the next row, and a backward walk
      // before the row of the cursor.
      place = isBackward || stretches.count > 1 ? from : from.next
    } else if isBackward {
      let count = try reader.rows(PostgresReader.blockCount(of: relation)).integer
      place = RowPlace(block: count)
    } else {
      place = RowPlace(block: 0)
    }
  }

  var hasMore: Bool {
    isBackward ? place > RowPlace(block: 0) : end.map { place < $0 } ?? true
  }

  /// The range of the next `count` blocks, with the rest of the block that the walk has reached;
  /// nil at the end.
  mutating func next(_ count: Int) -> Range<RowPlace>? {
    guard hasMore else { return nil }
    let from = place
    if isBackward {
      place = RowPlace(block: max(0, from.block - count))
      return place..<from
    }
    let isWhole = from <= RowPlace(block: from.block).next
    place = RowPlace(block: from.block + count + (isWhole ? 0 : 1))
    return from..<place
  }
}

extension PostgresResult {
  /// The only number in the result.
  fileprivate var integer: Int { rowCount > 0 ? text(0, 0).flatMap { Int($0) } ?? 0 : 0 }
}
