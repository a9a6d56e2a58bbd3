import Paging
import PostgresTrials
import Records
import SQLSources
import Testing

@Suite struct `A table of PostgreSQL as a source` {
  @Test func `is paged in any order by an app that has its address`() async throws {
    let trial = try PostgresServer.shared().database(
      "CREATE TABLE t AS SELECT n AS id, n % 3 AS a FROM generate_series(1, 9) AS n; ALTER TABLE t ADD PRIMARY KEY (id)"
    )
    let source = try await TableSource.rows(
      of: "t", in: try PostgresDatabase(address: trial.words),
      by: [KeysetColumn("a", descending: true)])
    let page = try await source.load(PageRequest(reason: .refresh, position: .start, count: 4))
    #expect(page.items.map { $0.id.values.last } == [8, 5, 2, 7].map { SQLValue.integer($0) })
  }

  @Test func `is paged as the article of the module says`() async throws {
    let trial = try PostgresServer.shared().database(
      "CREATE TABLE orders (id int PRIMARY KEY, placed date);"
        + " INSERT INTO orders VALUES (1, '2026-02-01'), (2, '2026-01-01')")
    let address = trial.words
    let server = try PostgresDatabase(address: address)
    let orders = try await TableSource.rows(of: "orders", in: server, by: [KeysetColumn("placed")])
    let page = try await orders.load(PageRequest(reason: .refresh, position: .start, count: 4))
    #expect(page.items.map { $0.id.values } == [[.integer(2)], [.integer(1)]])
  }

  @Test func `takes one round trip for each page, in whatever order and either way`() async throws {
    let server = try PostgresServer.shared()
    let trial = try server.database(
      """
      CREATE TABLE t AS SELECT n AS id, nullif(n % 30, 0) AS a, 'row ' || n AS b FROM generate_series(1, 900) AS n;
      ALTER TABLE t ADD PRIMARY KEY (id); CREATE INDEX ON t (a, id); ANALYZE t
      """)
    let proxy = try FaultyProxy(to: server.port)
    let database = try PostgresDatabase(
      address: "postgres://postgres@127.0.0.1:\(proxy.port)/\(trial.name)", limit: .seconds(30))
    for order in [
      [], [KeysetColumn("a")], [KeysetColumn("a", descending: true), KeysetColumn("b")],
    ] {
      let source = try await TableSource.rows(of: "t", in: database, by: order)
      var page = try await source.load(PageRequest(reason: .refresh, position: .start, count: 50))
      proxy.setDelay(milliseconds: 100)
      let before = proxy.roundTrips
      for _ in 0..<10 { page = try await source.load(after: page) }
      for _ in 0..<5 { page = try await source.load(before: page) }
      #expect(proxy.roundTrips == before + 15)
      proxy.setDelay(milliseconds: 0)
    }
    #expect(proxy.connections == 1)
  }

  @Test(arguments: [[], [KeysetColumn("a")]])
  func `gives four pages in each round trip to an iteration that waits`(
    order: [KeysetColumn]
  ) async throws {
    let server = try PostgresServer.shared()
    let trial = try server.database(
      """
      CREATE TABLE t AS SELECT n AS id, n / 7 AS a FROM generate_series(1, 900) AS n;
      ALTER TABLE t ADD PRIMARY KEY (id); CREATE INDEX ON t (a, id); ANALYZE t
      """)
    let proxy = try FaultyProxy(to: server.port)
    let database = try PostgresDatabase(
      address: "postgres://postgres@127.0.0.1:\(proxy.port)/\(trial.name)", limit: .seconds(30))
    let source = try await TableSource.rows(of: "t", in: database, by: order)
    let pager = await Pager(source: source, configuration: try PagerConfiguration(pageSize: 50))
    let before = proxy.roundTrips
    var seen: [SQLValue?] = []
    for try await row in pager.items { seen.append(row.id.values.last) }
    #expect(seen == (1...900).map { .integer($0) })
    // The first page, then 850 rows in stretches of 200.
    #expect(proxy.roundTrips - before <= 1 + 5)
  }

  @Test func `is read page by page if each row is examined, because a page has a time limit`()
    async throws
  {
    let trial = try PostgresServer.shared().database(
      "CREATE TABLE t AS SELECT n AS id, n % 3 AS a FROM generate_series(1, 9) AS n; ALTER TABLE t ADD PRIMARY KEY (id)"
    )
    let database = try PostgresDatabase(address: trial.words)
    let byKey = try await TableSource.rows(of: "t", in: database)
    let sorted = try await TableSource.rows(of: "t", in: database, by: [KeysetColumn("a")])
    #expect(byKey.traits.pagesAtOnce == 4)
    #expect(sorted.traits.pagesAtOnce == 1)
  }
}

extension TableSource where Item == TableRow {
  fileprivate func load(after page: Page<TableRow, KeysetCursor>) async throws -> Page<
    TableRow, KeysetCursor
  > {
    guard case .more(let cursor) = page.after else { throw TrialError("the table has ended") }
    return try await load(PageRequest(reason: .append, position: .after(cursor), count: 50))
  }

  fileprivate func load(before page: Page<TableRow, KeysetCursor>) async throws -> Page<
    TableRow, KeysetCursor
  > {
    guard case .more(let cursor) = page.before else { throw TrialError("the table has begun") }
    return try await load(PageRequest(reason: .prepend, position: .before(cursor), count: 50))
  }
}
