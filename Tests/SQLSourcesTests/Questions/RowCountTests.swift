import ConnectedFeeds
import SQLSources
import Search
import Testing

@Suite struct `A count of rows` {
  private func table() throws -> QuestionTable {
    try QuestionTable(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
      INSERT INTO t SELECT i, CASE i % 3 WHEN 0 THEN i ELSE 'n' || i END FROM n;
      DELETE FROM t WHERE id BETWEEN 100 AND 199;
      """)
  }

  @Test func `is exact within its time`() async throws {
    let table = try table()
    let count = try await table.database.rowCount(of: RowScan(table.relation), within: .seconds(60))
    #expect(count == RowCount(count: 2_900, isExact: true))
  }

  @Test func `is estimated from the keys, unless the file has no space for as many rows`() throws {
    let random = try QuestionTable(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a);
      INSERT INTO t VALUES (-4000000000000000000, 1), (4000000000000000000, 2);
      """)
    for (table, estimate) in [(try table(), 3_000), (random, nil)] as [(QuestionTable, Int?)] {
      let found = try table.database.readNow { reader throws(SQLError) in
        try reader.estimatedRowCount(of: try reader.table(named: "t"))
      }
      #expect(found == estimate)
    }
  }

  @Test(arguments: [("id>1500", 1_500), ("a>1500", 500), ("a~n29", 75)])
  func `is of those that meet conditions`(text: String, expected: Int) async throws {
    let table = try table()
    let scan = TableQuestions([.init(try #require(try table.expression(text)))]).scan(
      of: table.relation)
    let count = try await table.database.rowCount(of: scan, within: .seconds(60))
    let found = try await table.found([.init(try #require(try table.expression(text)))], by: 500)
    #expect(count == RowCount(count: found.count, isExact: true))
    #expect(found.count == expected)
  }

  @Test func `is of those that have a text`() async throws {
    let table = try table()
    let scan = TableQuestions([.init(try SearchPattern("9"))]).scan(of: table.relation)
    let count = try await table.database.rowCount(of: scan, within: .seconds(60))
    #expect(count.isExact)
    #expect(count.count == (1...3_000).count { !(100...199).contains($0) && "\($0)".contains("9") })
  }

  /// A table that is so large that SQLite checks the time before it has read all rows.
  private func largeTable() throws -> QuestionTable {
    try QuestionTable(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)
      INSERT INTO t SELECT i, 'row ' || i FROM n;
      """)
  }

  @Test(arguments: ["id>0", "a>b"])
  func `says how many there are at least, where the time is over`(text: String) async throws {
    let table = try largeTable()
    let part = TableQuestions.Part(try #require(try table.expression(text)))
    let count = try await table.database.rowCount(
      of: TableQuestions([part]).scan(of: table.relation), within: .zero)
    #expect(!count.isExact)
    #expect((1..<50_000).contains(count.count))
  }

  @Test func `is estimated by the numbers of the rows, or by what was analyzed`() throws {
    func estimate(_ sql: String) throws -> Int? {
      let table = try QuestionTable(sql)
      return try table.database.readNow { reader throws(SQLError) in
        try reader.estimatedRowCount(of: try reader.table(named: "t"))
      }
    }
    let rows = "INSERT INTO t VALUES (5), (7), (14);"
    #expect(try estimate("CREATE TABLE t (id INTEGER PRIMARY KEY); \(rows)") == 10)
    #expect(try estimate("CREATE TABLE t (id INTEGER PRIMARY KEY);") == 0)
    #expect(
      try estimate(
        "CREATE TABLE t (rowid TEXT, _rowid_ TEXT, oid TEXT NOT NULL PRIMARY KEY); INSERT INTO t VALUES (1, 2, 3);"
      ) == nil)
    #expect(try estimate("CREATE TABLE t (id PRIMARY KEY) WITHOUT ROWID; \(rows)") == nil)
    #expect(try estimate("CREATE TABLE t (id PRIMARY KEY) WITHOUT ROWID; \(rows) ANALYZE;") == 3)
    #expect(
      try estimate(
        "CREATE TABLE t (id INTEGER PRIMARY KEY); INSERT INTO t VALUES (-9223372036854775808), (9223372036854775807);"
      ) == nil)
  }

  @Test func `of bytes is of a table with its indexes`() async throws {
    let table = try table()
    let sizes = try #require(await table.database.tableSizes(within: .seconds(60)))
    #expect(sizes["t"].map { $0 > 20_000 && $0 % 512 == 0 } == true)
    #expect(await (try largeTable()).database.tableSizes(within: .zero) == nil)
  }
}
