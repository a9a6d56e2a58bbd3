import Paging
import SQLSources
import Testing

@Suite(.timeLimit(.minutes(2))) struct `The result of a query` {
  private let queries: QueryFile

  init() throws { queries = try QueryFile() }

  static let plain: [QueryCase] = [
    .paged("SELECT * FROM t ORDER BY id"), .paged("SELECT * FROM t ORDER BY id DESC;"),
    .paged("select ID, A from T order by Id desc -- the end"),
    .paged("SELECT id, a FROM t ORDER BY a, id"),
    .paged("SELECT id, a FROM t ORDER BY a DESC, id DESC ; ;"),
    .paged("SELECT a AS x, id FROM t ORDER BY x DESC, id DESC"),
    .paged("SELECT t.id, t.a FROM t ORDER BY t.a, t.id"),
    .paged("WITH w AS (SELECT id, a FROM t) SELECT * FROM w ORDER BY id"),
    .paged("SELECT * FROM (SELECT id, a FROM t) ORDER BY id DESC"),
    .paged("SELECT * FROM v ORDER BY id"), .paged("SELECT k, l FROM w ORDER BY k, l"),
    .paged("SELECT id, f FROM x ORDER BY f DESC, id DESC"),
    .paged("SELECT id, f FROM x ORDER BY f, id"),
    .paged("SELECT id, upper(b) AS u FROM t ORDER BY id"),
    .paged("SELECT id, \"a\" FROM t ORDER BY \"id\" /* it */ ;;"),
    .paged("SELECT id, ')' || b || '(' AS b FROM t ORDER BY id"),
    .paged("SELECT id, a, id AS other FROM t ORDER BY other DESC"),
    .paged("SELECT id FROM t WHERE c = 2 ORDER BY id"),
    .paged("SELECT * FROM t NOT INDEXED ORDER BY id"),
    .pagedAnyhow("SELECT * FROM t"), .pagedAnyhow("SELECT b, id FROM t WHERE id > 20"),
    .pagedAnyhow("SELECT id, a FROM t /* ORDER BY a */"),
    .pagedAnyhow("SELECT id, a FROM t --x\rORDER BY a DESC"), .pagedAnyhow("SELECT * FROM v"),
  ]

  static let names: [QueryCase] = [
    .once("SELECT a AS id, id AS a FROM t ORDER BY t.id, a"),
    .once("SELECT id, -a AS a FROM t ORDER BY t.a, id"),
    .once("SELECT id, -id AS a FROM t ORDER BY a"),
    .once("SELECT abs(id - 50) AS id, id AS a FROM t ORDER BY id, a"),
    .once("SELECT id, a AS \"null\" FROM t ORDER BY NULL, id"),
    .once("SELECT id, a AS \"true\" FROM t ORDER BY true, id"),
    .once("SELECT id, b AS \"current_date\" FROM t ORDER BY current_date, id"),
    .once("SELECT id, a AS x FROM t ORDER BY 'x', id"), .once("SELECT id FROM t ORDER BY a, id"),
    .once("SELECT a FROM t ORDER BY rowid"), .once("SELECT id, a FROM t ORDER BY 2, 1"),
    .once("SELECT id, a FROM t ORDER BY -a, id"), .once("SELECT id, a FROM t ORDER BY (id)"),
    .paged("SELECT id, a FROM t ORDER BY a NULLS LAST, id"),
    .once("SELECT id, a FROM t ORDER BY a DESC NULLS FIRST, id"),
    .once("SELECT id, b FROM t ORDER BY b COLLATE BINARY, id"),
    .once("SELECT id, b FROM t ORDER BY b DESC, id"),
    .once("SELECT id, b COLLATE BINARY AS b FROM t ORDER BY b, id"),
    .once("SELECT id, CAST(a AS TEXT) AS a FROM t ORDER BY a, id"),
    .paged("SELECT id, a AS [order by] FROM t ORDER BY [order by], id"),
    .paged("SELECT id, a AS `b``c` FROM t ORDER BY `b``c`, id"),
    .paged("SELECT id, a AS \"x\"\"y\" FROM t ORDER BY \"x\"\"y\" DESC, id DESC"),
    .paged("SELECT id, a AS é FROM t ORDER BY é, id"),
    .paged("SELECT id, a FROM t -- ORDER BY a\nORDER BY id DESC"),
    .paged("SELECT id, 'ORDER BY a' AS s FROM t ORDER BY id DESC"),
    .paged("SELECT id -- \u{2028} ORDER BY id DESC\n FROM t ORDER BY id"),
    .once("SELECT id, id FROM t ORDER BY id"), .once("SELECT id, a AS ID FROM t ORDER BY 1"),
    .onceAnyhow("SELECT *, * FROM t"), .onceAnyhow("SELECT a, b FROM t"),
  ]

  static let computed: [QueryCase] = [
    .once("SELECT id FROM t ORDER BY id LIMIT 10"),
    .once("SELECT id FROM t ORDER BY id LIMIT 10 OFFSET 5"),
    .onceAnyhow("SELECT id FROM t LIMIT 9"),
    .onceAnyhow("SELECT * FROM (SELECT id, a FROM t LIMIT 9)"),
    .once("SELECT DISTINCT a FROM t ORDER BY a"),
    QueryCase(sql: "SELECT DISTINCT id, a FROM t ORDER BY id", isPaged: nil),
    .once("SELECT count(*), max(id) FROM t"), .once("SELECT count(*) FROM t WHERE id < 0"),
    .once("SELECT id, max(a) FROM t"), .once("SELECT max(id) AS id FROM t ORDER BY id"),
    .once("SELECT a, count(*) AS n FROM t GROUP BY a ORDER BY a"),
    .once("SELECT id, count(*) AS n FROM t GROUP BY id ORDER BY id"),
    .once("SELECT id, count(*) AS n FROM t GROUP BY id HAVING n > 1 ORDER BY id"),
    .once("SELECT id, row_number() OVER (ORDER BY a DESC, id) AS n FROM t ORDER BY n"),
    .once("SELECT id, lag(id) OVER (ORDER BY id) AS l FROM t ORDER BY id"),
    .once("SELECT id, sum(id) OVER w AS s FROM t WINDOW w AS (ORDER BY id) ORDER BY id"),
    .once("SELECT id FROM t UNION ALL SELECT id + 1000 FROM t ORDER BY id"),
    .once("SELECT id FROM t UNION SELECT id FROM u ORDER BY 1"),
    .once("SELECT id FROM t EXCEPT SELECT id FROM u ORDER BY id"),
    .once("SELECT id FROM t INTERSECT SELECT id FROM u ORDER BY id DESC"),
    .onceAnyhow("SELECT id FROM t WHERE a = 1 UNION ALL SELECT id FROM t WHERE a < 3"),
    .once("SELECT * FROM both ORDER BY id"), .once("SELECT * FROM both ORDER BY x, id"),
    .once("VALUES (3, 'x'), (1, 'y'), (2, NULL)"), .once("SELECT 1"),
    .once("SELECT NULL AS x WHERE 0"),
    .once(
      """
      WITH RECURSIVE n (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < 50)
      SELECT id FROM n ORDER BY id DESC
      """),
    .once("WITH t (id) AS (VALUES (3), (1), (2)) SELECT id FROM t ORDER BY id"),
    .once(
      """
      WITH RECURSIVE t (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM t WHERE id < 9)
      SELECT id FROM t
      """),
  ]

  static let joined: [QueryCase] = [
    .once("SELECT t.id, u.x FROM t JOIN u ON u.t = t.id ORDER BY t.id, u.id"),
    .once("SELECT t.id, u.id AS uid FROM t LEFT JOIN u ON u.t = t.id ORDER BY t.id, uid"),
    .onceAnyhow("SELECT t.id, u.id FROM t, u WHERE t.id = u.id"),
    .once("SELECT a.id, b.id AS other FROM t a JOIN t b ON b.id = a.id + 1 ORDER BY a.id"),
    .once("SELECT x.a, y.a AS b, y.id FROM t x JOIN t y ON y.id = x.id - 1 ORDER BY y.a, y.id"),
    .once("SELECT id, (SELECT count(*) FROM u WHERE u.t = t.id) AS n FROM t ORDER BY id"),
    QueryCase(sql: "SELECT id FROM t WHERE EXISTS (SELECT 1 FROM u WHERE t = t.id) ORDER BY id"),
    QueryCase(sql: "SELECT id, a FROM t WHERE id IN (SELECT t FROM u) ORDER BY id"),
    QueryCase(sql: "SELECT id, a FROM t WHERE a IN (1, 2) ORDER BY id"),
    QueryCase(sql: "SELECT id, a FROM t WHERE a = 1 OR id < 9 ORDER BY id"),
    QueryCase(sql: "SELECT id FROM t WHERE a = 1 ORDER BY id"),
    .once("SELECT value FROM json_each('[3, 1, 2]') ORDER BY value"),
  ]

  @Test(arguments: plain + names + computed + joined)
  func `is the same a page at a time as whole`(query: QueryCase) async throws {
    let opening = try queries.file.opening(query: query.sql)
    if let isPaged = query.isPaged { #expect((opening.relation != nil) == isPaged) }
    let whole = try queries.whole(query.sql)
    for count in [1, 7, 100] {
      for walked in try await queries.walks(opening, by: count) {
        if query.isSorted {
          #expect(walked == whole)
        } else {
          #expect(walked.map(\.line).sorted() == whole.map(\.line).sorted())
        }
      }
    }
  }

  @Test(arguments: [
    "SELECT t.id AS n, u.id AS m, u.x FROM t JOIN u ON u.t = t.id ORDER BY n, m",
    "SELECT id AS n, 0 AS m, row_number() OVER (ORDER BY id) AS r FROM t ORDER BY n, m",
    "SELECT id AS n, count(*) AS m FROM t GROUP BY id ORDER BY n, m",
    "SELECT id AS n, x AS m FROM both ORDER BY n, m",
    "SELECT k AS n, l AS m FROM w ORDER BY n DESC, m",
    "SELECT id AS n, id + 1 AS m FROM t LIMIT 7",
    "SELECT x.id AS n, y.id AS m FROM t x, t y WHERE y.id = x.id + 1 ORDER BY y.id, x.id",
    "SELECT id AS n, a AS m FROM t UNION ALL SELECT id + 500, b FROM t ORDER BY m, n",
    "SELECT b AS n, id AS m FROM t ORDER BY n, m",
  ])
  func `is the same where a reader names its key`(sql: String) async throws {
    var request = RowsRequest()
    request.id = ["N", "m"]
    let opening = try queries.file.opening(query: sql, request)
    let whole = try queries.whole(sql)
    for count in [1, 7, 100] {
      for walked in try await queries.walks(opening, by: count) { #expect(walked == whole) }
    }
  }

  @Test(
    arguments: [
      ("SELECT t.id AS n, u.id AS m FROM t JOIN u ON u.t = t.id", false),
      ("SELECT t.id AS n, u.id AS m FROM t JOIN u ON u.x = t.c", true),
      ("SELECT id AS n, x AS m FROM both", true),
      ("SELECT id AS n, count(*) AS m FROM t GROUP BY id", true),
    ])
  func `costs all rows for a page where no index leads to it`(sql: String, sorts: Bool) throws {
    var request = RowsRequest()
    request.id = ["n", "m"]
    #expect(try queries.file.opening(query: sql, request).sorts == sorts)
  }

  @Test func `is read once where it has a limit, which may leave out others the next time`() throws
  {
    var request = RowsRequest()
    request.id = ["n"]
    #expect(
      try queries.file.opening(query: "SELECT id AS n FROM t LIMIT 7", request).relation == nil)
  }

  @Test(arguments: [
    "SELECT id, a FROM t ORDER BY id LIMIT 20", "SELECT id, a FROM t",
    "SELECT id, a FROM t WHERE a",
    "SELECT id, a FROM t UNION SELECT id + 500, b FROM t -- and", "SELECT a AS id, id AS a FROM t",
    "SELECT id, x AS a FROM both",
  ])
  func `is in the order that is asked for`(sql: String) async throws {
    for id in [[], ["id", "a"]] {
      var request = RowsRequest()
      request.id = id
      request.order = [SortTerm("A", descending: true, nullsFirst: true), SortTerm("ID")]
      let opening = try queries.file.opening(query: sql, request)
      let whole = try queries.whole(
        "SELECT * FROM (\(sql)\n) ORDER BY a DESC NULLS FIRST, id ASC")
      for walked in try await queries.walks(opening, by: 7) { #expect(walked == whole) }
    }
  }

  @Test(arguments: [
    "SELECT id, random() AS r FROM t ORDER BY id", "SELECT id FROM t WHERE random() % 2 = 0",
    "SELECT id, datetime('now') AS d FROM t ORDER BY id",
    "SELECT id, current_timestamp AS d FROM t",
    "SELECT * FROM chance ORDER BY id", "SELECT id, r FROM (SELECT id, randomblob(4) AS r FROM t)",
    "SELECT id, (SELECT random()) AS r FROM t", "SELECT id FROM t WHERE a IN (SELECT random())",
  ])
  func `is computed once where it is another each time`(sql: String) async throws {
    for id in [[], ["id"]] {
      var request = RowsRequest()
      request.id = id
      #expect(try queries.file.opening(query: sql, request).relation == nil)
    }
  }

  @Test func `of a view that is another each time is computed once`() throws {
    var request = RowsRequest()
    request.id = ["id"]
    #expect(try queries.file.opening(of: "chance", request).relation == nil)
    #expect(try queries.file.opening(of: "both", request).relation != nil)
  }

  @Test(arguments: [
    ("", "the query is empty"), ("-- nothing", "the query is empty"),
    ("SELECT", "incomplete input"), ("SELECT x FROM t", "no such column: x"),
    ("SELECT ?1", "the query has parameters, such as ? or :name: write values instead"),
    ("DELETE FROM t", "only read-only queries are allowed"),
    ("SELECT 1; SELECT 2", "more than one statement: write one query"),
  ])
  func `is refused in one line where it cannot be`(sql: String, words: String) throws {
    let error = try #require(
      #expect(throws: SQLError.self) { try queries.file.opening(query: sql) })
    #expect(error.kind == .mistaken)
    #expect(error.description == words)
  }
}

extension [String?] {
  fileprivate var line: String { map { $0 ?? "NULL" }.joined(separator: "|") }
}
