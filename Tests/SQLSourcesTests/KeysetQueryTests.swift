import GRDB
import GRDBSources
import Paging
import SQLSources
import Testing

@Suite struct `A keyset query` {
  typealias Request = PageRequest<KeysetCursor>

  let database: DatabaseQueue

  init() throws {
    database = try DatabaseQueue()
    try Entry.table(of: 60, in: database)
  }

  private static let stretches: [KeysetStretch] = [
    KeysetStretch(equal: [.integer(3)], .beyond(.integer(5))),
    KeysetStretch(equal: [.null], .beyond(.integer(5))),
    KeysetStretch(.beyond(.integer(3))), KeysetStretch(.values), KeysetStretch(.nulls),
  ]

  /// The plan of a query: `SEARCH` means that an index finds the rows.
  private func plan(
    of query: KeysetQuery, _ stretch: KeysetStretch, descending: Bool
  ) throws -> [String] {
    let sql = query.sql(stretch, in: descending ? query.order.reversed : query.order)
    let places = query.values(stretch, limit: 51).map(\.databaseValue)
    return try database.read {
      try Row.fetchAll(
        $0, sql: "EXPLAIN QUERY PLAN " + sql, arguments: StatementArguments(places)
      ).map { $0["detail"] }
    }
  }

  @Test(arguments: stretches, [false, true])
  func `is served by the index, without a scan or a sort`(
    stretch: KeysetStretch, descending: Bool
  ) throws {
    let order = KeysetOrder(column: "key", tieBreaker: "id")
    let queries = [
      KeysetQuery(table: "entry", order: order),
      KeysetQuery(sql: "SELECT id, key FROM entry", order: order),
    ]
    for query in queries {
      let plan = try plan(of: query, stretch, descending: descending)
      #expect(plan.count == 1)
      #expect(plan.first?.hasPrefix("SEARCH") == true, "\(plan)")
      #expect(plan.first?.contains("INDEX entryByKey (key") == true, "\(plan)")
    }
  }

  @Test func `goes to the row itself among those of its key`() throws {
    let query = KeysetQuery(table: "entry", order: KeysetOrder(column: "key", tieBreaker: "id"))
    for stretch in Self.stretches.prefix(2) {
      let plan = try plan(of: query, stretch, descending: true)
      #expect(plan.first?.contains("(key=? AND id<?)") == true, "\(plan)")
    }
  }

  // `.nulls` is left out: SQLite knows that a primary key has no NULLs, so its plan says nothing in
  // that case.
  @Test(
    arguments: [KeysetStretch(.beyond(.integer(3))), KeysetStretch(.values), KeysetStretch()],
    [false, true])
  func `goes by the primary key where that is the order`(
    stretch: KeysetStretch, descending: Bool
  ) throws {
    let query = KeysetQuery(table: "entry", order: KeysetOrder(column: "id", tieBreaker: "id"))
    let plan = try plan(of: query, stretch, descending: descending)
    #expect(plan.count == 1)
    let isPlace = if case .beyond? = stretch.bound { true } else { false }
    #expect(plan.first?.contains("INTEGER PRIMARY KEY") == true || !isPlace, "\(plan)")
    #expect(plan.first?.contains("TEMP B-TREE") == false, "\(plan)")
  }

  @Test func `takes any name`() async throws {
    let database = try DatabaseQueue()
    try await database.write {
      try $0.execute(
        sql: """
          CREATE TABLE "select ""all""; --" ("the ""id"" too" INTEGER PRIMARY KEY, "order" TEXT);
          INSERT INTO "select ""all""; --" VALUES (1, 'b'), (2, 'a');
          """)
    }
    let source = TableSource<NamedRow>(
      table: #"select "all"; --"#, in: database,
      order: KeysetOrder(column: "order", tieBreaker: #"the "id" too"#))
    #expect(try await walk(source, from: .start, by: 1).items.map(\.id) == [2, 1])
  }

  @Test(arguments: [
    "SELECT id, key FROM entry WHERE id < ?", "SELECT * FROM entry WHERE id < ?;\n",
    "SELECT * FROM entry WHERE id < ? -- and no more",
  ])
  func `takes a query with arguments`(sql: String) async throws {
    let source = TableSource<Entry>(
      sql: sql, arguments: [500], in: database,
      order: KeysetOrder(column: "key", tieBreaker: "id", descending: true))
    let walked = try await walk(source, from: .start, by: 4)
    #expect(walked.items == (try sorted(database, "DESC").filter { $0.id < 500 }))
  }

  @Test func `takes a query with named arguments`() async throws {
    let source = TableSource<Entry>(
      sql: "SELECT * FROM entry WHERE id < :most", arguments: ["most": 500], in: database,
      order: KeysetOrder(column: "key", tieBreaker: "id"))
    let walked = try await walk(source, from: .end, by: 4)
    #expect(walked.items == (try sorted(database, "ASC").filter { $0.id < 500 }))
  }

  @Test func `sorts text as its column does`() async throws {
    let database = try DatabaseQueue()
    try await database.write {
      try $0.execute(
        sql: """
          CREATE TABLE word (id INTEGER PRIMARY KEY, "the ""id"" too" INTEGER,
            "order" TEXT COLLATE NOCASE);
          INSERT INTO word VALUES (1, 1, 'b'), (2, 2, 'A'), (3, 3, 'B'), (4, 4, 'a'), (5, 5, '');
          """)
    }
    let source = TableSource<NamedRow>(
      table: "word", in: database, order: KeysetOrder(column: "order", tieBreaker: "id"))
    #expect(try await walk(source, from: .start, by: 1).items.map(\.id) == [5, 2, 4, 1, 3])
  }
}

/// A row whose key column has quotes in its name.
struct NamedRow: FetchableRecord, Identifiable, Sendable {
  let id: Int64

  init(row: Row) throws {
    id = try row.decode(forColumn: #"the "id" too"#)
  }
}
