import Paging
import Records
import RowTrials
import SQLSources
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A query of a server` {
  private static let tables = [
    "CREATE TABLE t (id int PRIMARY KEY, a text, b numeric)",
    "INSERT INTO t SELECT i, chr(97 + i % 7), i % 5 FROM generate_series(1, 300) AS i",
    "CREATE INDEX ON t (a, id)",
    "CREATE TABLE other (id int PRIMARY KEY, t int REFERENCES t, \"now\" text)",
    "INSERT INTO other SELECT i, i, 'x' FROM generate_series(1, 50) AS i",
    "CREATE VIEW evens AS SELECT id AS number, a FROM t WHERE id % 2 = 0",
    "CREATE VIEW sums AS SELECT a, count(*) AS n FROM t GROUP BY a",
    "CREATE MATERIALIZED VIEW kept AS SELECT * FROM t",
    "ANALYZE",
  ]

  private func file() throws -> ServerFile { try ServerFile(Self.tables) }

  @Test(arguments: [
    "SELECT * FROM t", "SELECT a, id AS k FROM t WHERE b > 2 ORDER BY a, k",
    "SELECT id, a FROM t ORDER BY id DESC;", "TABLE t",
    "SELECT id, $$ -- $$ AS x FROM t /* a /* b */ */",
    "SELECT t.id, upper(a) AS big FROM t WHERE a <> E'\\'' -- end", "SELECT * FROM other",
  ])
  func `is paged by key where an index gives its rows in order`(sql: String) async throws {
    let file = try file()
    let opening = try file.opening(query: sql)
    let relation = try #require(opening.relation)
    #expect(!opening.sorts)
    let expected = try await file.all(sql)
    for position in [PageRequest<KeysetCursor>.Position.start, .end] {
      let rows = try await TableSource(relation, in: file.database).rows(from: position, by: 17)
      #expect(rows.map(\.texts) == expected)
    }
  }

  @Test(arguments: [
    "SELECT * FROM t ORDER BY b, id", "SELECT a, count(*) FROM t GROUP BY a", "SELECT a FROM t",
    "SELECT * FROM t LIMIT 40", "SELECT * FROM t OFFSET 3", "SELECT id, id FROM t",
    "SELECT * FROM t FETCH FIRST 5 ROWS ONLY", "SELECT DISTINCT id FROM t",
    "SELECT t.id, other.id AS o FROM t JOIN other ON other.t = t.id",
    "SELECT id, random() AS r FROM t", "SELECT id, now() AS n FROM t WHERE now() > '2020-01-01'",
    "SELECT id, row_number() OVER () AS n FROM t", "VALUES (1, 'a'), (2, NULL)",
    "WITH w AS (SELECT * FROM t) SELECT count(*) FROM w",
    "SELECT id FROM t UNION ALL SELECT id FROM t", "SELECT * FROM t TABLESAMPLE SYSTEM (100)",
    "SELECT id FROM t FOR SHARE OF t NOWAIT LIMIT 0",
    "SELECT generate_series(1, 120) AS i", "SELECT * FROM generate_series(1, 3)",
    "SELECT 1 WHERE false",
  ])
  func `is run once where a page by key would not be a part of it`(sql: String) async throws {
    let file = try file()
    guard !sql.contains("FOR SHARE") else {
      // A query that locks rows is refused, because it does more than read.
      #expect(throws: SQLError.self) { try file.opening(query: sql) }
      return
    }
    let opening = try file.opening(query: sql)
    #expect(opening.relation == nil)
    let source = file.database.rows(once: RowsOnce(opening.sql, opening.layout))
    let rows = try await walked(source)
    let expected = try await file.all(sql)
    #expect(rows.count == expected.count)
    guard !sql.contains("random") && !sql.contains("now") else { return }
    // Without an order, rows may come in any order.
    let isOrdered = sql.contains("ORDER")
    func text(_ row: [String?]) -> String { row.map { $0 ?? "NULL" }.joined(separator: "|") }
    let (found, wanted) = (rows.map { text($0.texts) }, expected.map(text))
    #expect(isOrdered ? found == wanted : found.sorted() == wanted.sorted())
  }

  @Test(arguments: [
    ("DELETE FROM t", "a query must begin with SELECT, VALUES, TABLE or WITH, not 'DELETE'"),
    ("EXPLAIN SELECT 1", "a query must begin with SELECT, VALUES, TABLE or WITH, not 'EXPLAIN'"),
    ("SELECT 1; SELECT 2", "more than one statement: write one query"),
    ("SELECT * FROM t WHERE id = $1", "the query has parameters, such as $1: write values instead"),
    ("WITH w AS (DELETE FROM t RETURNING id) SELECT * FROM w", nil),
    ("SELECT nextval('nothing')", nil),
    ("SELECT nosuch FROM t", "column \"nosuch\" does not exist"),
    ("SELECT 1) AS x, (SELECT 2", "the query has a ')' without '('"),
    ("  ", "the query is empty"),
    ("-- only", "the query is empty"),
    ("SELECT set_config('a.b', 'c', false), pg_advisory_lock(1)", ""),
    ("SELECT 'open", nil), ("SELECT a FROM t WHERE a = $$open", nil),
  ])
  func `that would write, or is none, is refused in one line`(sql: String, words: String?) throws {
    let file = try file()
    guard words != "" else { return }
    let error = try #require(
      #expect(throws: SQLError.self) { try file.opening(query: sql) })
    #expect(!error.description.contains("\n"))
    #expect(error.kind == .mistaken)
    if let words { #expect(error.description.hasPrefix(words)) }
    #expect(try file.numbers("SELECT count(*) FROM t") == [300])
  }

  @Test func `of a view is paged by the key of its table, of others it is run once`() async throws {
    let file = try file()
    let evens = try file.opening(of: "evens")
    #expect(evens.relation?.order.columns.map(\.name) == ["number"])
    #expect(evens.table?.kind == .view)
    let rows = try await TableSource(try #require(evens.relation), in: file.database).rows()
    #expect(rows.map(\.tag) == Array(stride(from: 2, through: 300, by: 2)))
    #expect(try file.opening(of: "sums").relation == nil)
    #expect(try file.opening(of: "kept").relation == nil)
    var request = TableRequest()
    request.id = ["id"]
    #expect(try file.opening(of: "kept", request).sorts)
  }

  @Test func `of a table sorts for each page if no index has the columns named as key`() throws {
    let file = try file()
    var request = TableRequest()
    for (id, sorts) in [(["id"], false), (["b"], true), (["b", "id"], true)] {
      request.id = id
      let opening = try file.opening(of: "t", request)
      #expect(opening.relation?.order.columns.map(\.name) == id)
      #expect(opening.sorts == sorts, "\(id)")
    }
  }

  @Test func `goes on with a cursor that is closed, and says so, where nothing is read`()
    async throws
  {
    let file = try file()
    let opening = try file.opening(query: "SELECT * FROM t ORDER BY b, id")
    let run = PostgresRun(
      RowsOnce(opening.sql, opening.layout), in: file.database, idle: .milliseconds(1))
    let first = try await run.page(PageRequest(reason: .refresh, position: .start, count: 10))
    #expect(first.items.count == 10)
    let cursor = try #require(first.after.cursor)
    var words = ""
    while !words.contains("closed") {
      // If a request is for a position other than the current one, its error says why it cannot be
      // answered.
      do throws(PagingError) {
        _ = try await run.page(PageRequest(reason: .append, position: .after(cursor + 1), count: 1))
      } catch {
        words = error.description
      }
      await Task.yield()
    }
    #expect(words.contains(": run it again"))
    let again = try await run.page(PageRequest(reason: .refresh, position: .start, count: 400))
    #expect(again.items.count == 300)
  }

  @Test func `holds values whole for who asks, and cut in a list`() async throws {
    let file = try file()
    let sql =
      "SELECT 1 AS i, repeat('ä', 5000) AS long, '\\x89504e470d0a1a0a00'::bytea AS raw LIMIT 1"
    var request = TableRequest()
    request.longest = 100
    let opening = try file.opening(query: sql, request)
    let source = file.database.rows(once: RowsOnce(opening.sql, opening.layout))
    let row = try #require(try await walked(source).first)
    #expect(row.texts == ["1", String(repeating: "ä", count: 50), "PNG, 9 bytes"])
    let whole = try await file.database.ask { reader throws(SQLError) in
      try reader.whole(row, ofOnce: opening)
    }
    let text = try #require(whole).map(\.value.text)
    #expect(text[1] == String(repeating: "ä", count: 5000))
    let written = file.database.rows(once: RowsOnce(whole: opening) { { _, _ in true } })
    #expect(try await walked(written).first?.texts[2] == "\\x89504e470d0a1a0a00")
  }

  private func walked(_ source: OnceRows) async throws -> [TableRow] {
    var (rows, next) = ([TableRow](), PageRequest<Int>.Position?.some(.start))
    while let place = next {
      let page = try await source.load(PageRequest(reason: .append, position: place, count: 33))
      rows += page.items
      next = page.after.cursor.map { .after($0) }
    }
    return rows
  }
}

extension ServerFile {
  /// All rows as text, as a single query returns them.
  func all(_ sql: String) async throws -> [[String?]] {
    try await database.read { session throws(SQLError) in
      let result = try session.rows(PostgresStatement(String(sql.prefix { $0 != ";" })))
      return (0..<result.rowCount).map { row in
        (0..<result.columnCount).map { result.text(row, $0) }
      }
    }
  }
}
