import Paging
import PostgresTrials
import Randomness
import RowTrials
import SQLSources
import Testing

@Suite(.serialized, .timeLimit(.minutes(10))) struct `Any table behind others` {
  typealias Request = PageRequest<KeysetCursor>

  /// A random table in a schema, and its qualified name.
  private struct Trial {
    let table: RandomServerTable
    let name: String
    let writer: TrialWriter

    init(_ start: UInt64, in database: TrialDatabase) throws {
      table = RandomServerTable(start: start)
      name = "s\(start).\(RandomServerTable.quoted)"
      writer = try database.writer()
      let path = ["CREATE SCHEMA s\(start)", "SET search_path = s\(start), public"]
      try writer.run((path + table.statements).joined(separator: ";\n"))
    }

    func relation(_ database: PostgresDatabase) throws -> RowRelation? {
      let (name, request) = (name, table.request)
      return try database.askNow { reader throws(SQLError) in
        try reader.opening(ofTable: name, request).relation
      }
    }

    func tags(_ relation: RowRelation) throws -> [Int] {
      let terms = relation.order.columns.map { column in
        "page." + ServerColumn(column.name, ServerType.all[0]).quoted
          + (column.descending ? " DESC" : " ASC")
          + " NULLS \(column.nullsFirst ? "FIRST" : "LAST")"
      }.joined(separator: ", ")
      return try writer.rows("SELECT tag FROM \(name) AS page ORDER BY \(terms)").compactMap {
        $0.first.flatMap { $0 }.flatMap { Int($0) }
      }
    }
  }

  private func types(_ server: PostgresServer) throws -> TrialDatabase {
    try server.database(ServerType.statements.joined(separator: ";\n"))
  }

  @Test func `is walked through a pooler that shares one connection`() async throws {
    let server = try PostgresServer.shared()
    let pooler = try PostgresPooler(of: server, connections: 1)
    let database = try types(server)
    for start in UInt64(300)..<320 {
      let trial = try Trial(start, in: database)
      let reader = PostgresDatabase(try PostgresAddress(pooler.words(database.name)))
      let other = PostgresDatabase(try PostgresAddress(pooler.words(database.name)))
      guard let relation = try trial.relation(reader) else { continue }
      let expected = try trial.tags(relation)
      async let forward = TableSource(relation, in: reader).rows(from: .start, by: 9)
      async let back = TableSource(relation, in: other).rows(from: .end, by: 13)
      #expect(try await forward.map(\.tag) == expected)
      #expect(try await back.map(\.tag) == expected)
    }
  }

  @Test func `is walked on a standby, though the server clears away what is read`() async throws {
    let server = try PostgresServer()
    let database = try types(server)
    let trials = try (UInt64(400)..<412).map { try Trial($0, in: database) }
    let standby = try server.standby()
    let reader = PostgresDatabase(try PostgresAddress(standby.words(database.name)))
    for (index, trial) in trials.enumerated() {
      guard let relation = try trial.relation(reader) else { continue }
      let expected = try trial.tags(relation)
      let source = TableSource(relation, in: reader)
      var (walked, next) = ([Int](), Request.Position?.some(.start))
      while let place = next {
        // In the meantime, other rows are added, deleted and vacuumed on the server.
        try trials[(index + 1) % trials.count].writer.run(
          "CREATE TEMP TABLE IF NOT EXISTS load (i int); DELETE FROM load;"
            + " INSERT INTO load SELECT generate_series(1, 100)")
        try database.run("VACUUM pg_catalog.pg_class")
        do throws(PagingError) {
          let page = try await source.load(Request(reason: .append, position: place, count: 11))
          walked += page.items.map(\.tag)
          next = page.after.cursor.map { .after($0) }
        } catch {
          // A request that is refused because of a conflict with the server is repeated at the same
          // position.
          #expect(error.isRetryable)
        }
      }
      #expect(walked == expected)
    }
    #expect(reader.notice?.contains("standby") == true)
  }

  @Test(arguments: [
    [SortTerm("c", descending: true)], [SortTerm("a"), SortTerm("c", nullsFirst: true)], [],
  ])
  func `is walked over shards, and each is asked for a part of its rows`(
    order: [SortTerm]
  ) async throws {
    let server = try PostgresServer.shared()
    let table = try ShardedDatabase(
      on: server, columns: "id int NOT NULL, a text, c numeric", key: "id",
      indexes: "ALTER TABLE t ADD PRIMARY KEY (id); CREATE INDEX ON t (c, id)")
    try table.front.run(
      "INSERT INTO t SELECT i, chr(97 + i % 5), CASE WHEN i % 9 > 0 THEN i % 40 END"
        + " FROM generate_series(1, 3000) AS i")
    for shard in table.shards { try shard.run("ANALYZE") }
    try table.front.run("ANALYZE t")
    let reader = PostgresDatabase(try PostgresAddress(table.front.words))
    var request = TableRequest()
    (request.order, request.id) = (order, ["id"])
    let asked = request
    let relation = try #require(
      try await reader.ask { reader throws(SQLError) in
        try reader.opening(ofTable: "t", asked).relation
      })
    let writer = try table.front.writer()
    let terms = relation.order.columns.map { column in
      "\(column.name) \(column.descending ? "DESC" : "ASC") NULLS \(column.nullsFirst ? "FIRST" : "LAST")"
    }.joined(separator: ", ")
    let expected = try writer.rows("SELECT id FROM t ORDER BY \(terms)").map { $0[0] ?? "" }
    for position in [Request.Position.start, .end] {
      let rows = try await TableSource(relation, in: reader).rows(from: position, by: 200)
      #expect(rows.map { $0.texts[0] ?? "" } == expected)
    }
  }
}

@Suite(.timeLimit(.minutes(5))) struct `A page of a large table` {
  private static let table = """
    CREATE TABLE t (id int PRIMARY KEY, b int NOT NULL, c text NOT NULL, n int);
    INSERT INTO t SELECT i, i % 1000, chr(97 + i % 26), CASE WHEN i % 3 > 0 THEN i % 50 END
      FROM generate_series(1, 60000) AS i;
    CREATE INDEX ON t (b, id); CREATE INDEX ON t (c, b, id); CREATE INDEX ON t (n, id);
    """

  /// The number of rows that the server reads for pages, according to its counters
  /// (`pg_stat_user_tables` and `pg_stat_user_indexes`).
  @Test(arguments: [
    [], [SortTerm("b")], [SortTerm("b", descending: true)], [SortTerm("c"), SortTerm("b")],
    [SortTerm("n", nullsFirst: true)],
  ])
  func `reads little more than its rows, at any depth`(order: [SortTerm]) async throws {
    let database = try PostgresServer.shared().database(Self.table)
    // This uses a separate connection, because VACUUM cannot run in a transaction.
    try database.writer().run("VACUUM ANALYZE t")
    let reader = PostgresDatabase(try PostgresAddress(database.words))
    var request = TableRequest()
    request.order = order
    let asked = request
    let opening = try await reader.ask { reader throws(SQLError) in
      try reader.opening(ofTable: "t", asked)
    }
    let relation = try #require(opening.relation)
    #expect(!opening.sorts)
    let source = TableSource(relation, in: reader)
    let range = try await reader.ask { reader throws(SQLError) in
      try reader.keyRange(of: relation)
    }
    let writer = try database.writer()
    for percent in [0.0, 10, 30, 60, 90, 95, 99] {
      let place = try #require(range).place(atPercent: percent)
      let before = try Self.rowsRead(by: reader, writer)
      var (rows, next) = (0, Request.Position.after(place))
      for _ in 0..<10 {
        let page = try await source.load(Request(reason: .append, position: next, count: 50))
        rows += page.items.count
        guard let cursor = page.after.cursor else { break }
        next = .after(cursor)
      }
      let read = try Self.rowsRead(by: reader, writer) - before
      #expect(rows >= 50 && read >= rows && read <= rows * 12, "\(read) of \(rows) at \(percent)")
    }
  }

  /// The number of rows that the server reads and leaves out, as `EXPLAIN (ANALYZE)` reports it for
  /// the statements of each page.
  @Test(arguments: [
    [], [SortTerm("b")], [SortTerm("b", descending: true)], [SortTerm("c"), SortTerm("b")],
    [SortTerm("n", nullsFirst: true)],
  ])
  func `leaves out few rows that were read for it`(order: [SortTerm]) async throws {
    let server = try PostgresServer.shared()
    let database = try server.database(Self.table)
    try database.writer().run("VACUUM ANALYZE t")
    let disguise = Disguise()
    let proxy = try FaultyProxy(to: server.port, as: disguise)
    let reader = PostgresDatabase(
      try PostgresAddress(
        "postgres://postgres@127.0.0.1:\(proxy.port)/\(database.name)?sslmode=disable&gssencmode=disable"
      ))
    var request = TableRequest()
    request.order = order
    let asked = request
    let relation = try #require(
      try await reader.ask { reader throws(SQLError) in
        try reader.opening(ofTable: "t", asked).relation
      })
    let range = try await reader.ask { reader throws(SQLError) in
      try reader.keyRange(of: relation)
    }
    let source = TableSource(relation, in: reader)
    for percent in [0.0, 30, 60, 95, 100] {
      let place = try #require(range).place(atPercent: percent)
      for position in [Request.Position.after(place), .before(place)] {
        let first = disguise.statements.count
        _ = try await source.load(Request(reason: .append, position: position, count: 50))
        let sent = disguise.statements[first...]
        let page = try #require(sent.last { $0.sql.contains("LIMIT 51") })
        let settings = sent.map(\.sql).filter { $0.hasPrefix("SET LOCAL") }
        let plan = try await reader.texts(explaining: page, behind: settings)
        let removed = plan.compactMap { $0.wordBehind("Rows Removed by Filter: ") }
          .compactMap { Int($0) }.reduce(0, +)
        #expect(!plan.isEmpty && removed <= 2 * 50 + 10, "\(plan.joined(separator: "\n"))")
      }
    }
  }

  private typealias Request = PageRequest<KeysetCursor>

  /// The number of rows and index entries that have been read so far.
  private static func rowsRead(by reader: PostgresDatabase, _ writer: TrialWriter) throws -> Int {
    // A server process reports its reads only from time to time, unless it is told to report.
    _ = try reader.readNow { session throws(SQLError) in
      try session.rows(PostgresStatement("SELECT pg_stat_force_next_flush()")).rowCount
    }
    _ = try writer.rows("SELECT pg_stat_clear_snapshot()")
    return try writer.number(
      """
      SELECT (SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) FROM pg_stat_user_tables)
        + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes)
      """)
  }
}
