import GRDB
import GRDBSQLite
import GRDBSources
import Paging
import RowTrials
import SQLSources
import Testing

/// The cost of a page, in steps of SQLite's virtual machine.
@Suite(.timeLimit(.minutes(5))) struct `The steps of a page` {
  typealias Request = PageRequest<KeysetCursor>

  /// Ten thousand rows: nine in ten have one of three values in column a, and a few have NULL.
  private static let rows = """
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
    INSERT INTO t (tag, a, b) SELECT i, iif(i % 10, i % 3, nullif(i % 100, 0) / 10.0), 'x' || i % 3
    FROM n ORDER BY i * 7919 % 10007
    """
  private static let pageSize = 50

  struct Case: Sendable, CustomTestStringConvertible {
    var table = "(tag INTEGER, a, b)"
    var index = ""
    var order = ""
    var testDescription: String { "\(table) \(index) \(order)" }
  }

  static let served: [Case] = [
    Case(), Case(table: "(tag INTEGER PRIMARY KEY, a, b)"),
    Case(index: "(a)", order: "a"), Case(index: "(a)", order: "a:desc"),
    Case(index: "(a)", order: "a:nullslast"), Case(index: "(a)", order: "a:desc:nullsfirst"),
    Case(index: "(a DESC)", order: "a"), Case(index: "(b COLLATE NOCASE)", order: "b:nocase"),
    Case(index: "(a, b DESC)", order: "a,b:desc"), Case(index: "(a, b DESC)", order: "a:desc,b"),
    Case(index: "(b, a)", order: "b,a"),
    Case(table: "(tag INTEGER PRIMARY KEY, a, b)", index: "(b, a)", order: "b:desc,a:desc"),
    Case(table: "(tag TEXT NOT NULL PRIMARY KEY, a, b)", index: "(a, tag)", order: "a,tag"),
    Case(table: "(tag TEXT NOT NULL PRIMARY KEY, a, b)", order: "tag:desc"),
    Case(table: "(tag INT, a, b, PRIMARY KEY (b DESC, tag)) WITHOUT ROWID"),
    Case(table: "(tag INT, a, b, PRIMARY KEY (b DESC, tag)) WITHOUT ROWID", order: "b"),
    Case(
      table: "(tag INT PRIMARY KEY, a, b) WITHOUT ROWID", index: "(a DESC)",
      order: "a:desc:nullslast"),
  ]

  static let unserved: [Case] = [
    Case(order: "a"), Case(index: "(a, b)", order: "a,b:desc"), Case(index: "(a)", order: "a,b"),
    Case(index: "(b)", order: "b:nocase"), Case(index: "(a, b)", order: "b"),
    Case(index: "(a, b)", order: "a,b:nullslast"),
    Case(index: "(a) WHERE tag > 5", order: "a"), Case(index: "(b, a, tag)", order: "b,a"),
  ]

  private func open(_ shape: Case) throws -> (TableFile, TableOpening) {
    let isWithoutRowID = shape.table.hasSuffix("WITHOUT ROWID")
    let file = try TableFile([
      "CREATE TABLE t \(shape.table)", Self.rows,
      shape.index.isEmpty ? "" : "CREATE INDEX i ON t \(shape.index)",
      isWithoutRowID ? "CREATE TABLE r AS SELECT * FROM t" : "CREATE VIEW r AS SELECT 1",
    ])
    var request = RowsRequest()
    if !shape.order.isEmpty { request.order = try SortTerm.terms(shape.order) }
    return (file, try file.opening(of: "t", request))
  }

  /// The start, the end, and the positions after and before some rows, all over the table.
  private func positions(
    _ source: TableSource<TableRow>
  ) async throws -> [Request.Position] {
    let all = try await source.load(
      Request(reason: .refresh, position: .start, count: 20_000)
    ).itemCursors
    let places = [0, 1, 400, 999, 1_000, 1_001, 4_000, 5_000, 6_999, 7_000, 9_000, 9_900, 9_949]
    return [.start, .end]
      + places.flatMap { [.after(all[$0]), .before(all[$0 + Self.pageSize])] }
  }

  private func rowsAndSteps(
    _ db: Database, _ sql: String, _ values: [SQLValue]
  ) throws -> (rows: [[DatabaseValue]], steps: Int) {
    let statement = try db.makeStatement(sql: sql)
    let rows = try Row.fetchAll(
      statement, arguments: StatementArguments(values.map(\.databaseValue)))
    let steps = sqlite3_stmt_status(statement.sqliteStatement, SQLITE_STMTSTATUS_VM_STEP, 1)
    return (rows.map { Array($0.databaseValues) }, Int(steps))
  }

  @Test(arguments: served)
  func `are at most three times those of its rows by their numbers`(shape: Case) async throws {
    let (file, opening) = try open(shape)
    #expect(!opening.sorts)
    let relation = try #require(opening.relation)
    let table = shape.table.hasSuffix("WITHOUT ROWID") ? "r" : "t"
    let plain = try await file.writer.read { db in
      try rowsAndSteps(
        db,
        "SELECT tag, a, b FROM \(table) WHERE rowid > 3000 ORDER BY rowid LIMIT \(Self.pageSize)",
        [])
    }.steps
    for position in try await positions(TableSource(relation, in: file.database)) {
      let walk = try KeysetWalk(
        Request(reason: .append, position: position, count: Self.pageSize - 1), over: relation.query
      )
      let steps = try await file.writer.read { db in
        var sum = 0
        let rows = try walk.steps { sql, values in
          let answer = try rowsAndSteps(db, sql, values)
          sum += answer.steps
          return answer.rows.map { KeysetWalk.Step(item: $0, cursor: KeysetCursor([])) }
        }
        #expect(rows.count == Self.pageSize)
        return sum
      }
      #expect(steps <= 3 * plain, "\(position)")
    }
  }

  @Test(arguments: unserved)
  func `are said to be many where no index serves the order`(shape: Case) throws {
    #expect(try open(shape).1.sorts)
  }
}
