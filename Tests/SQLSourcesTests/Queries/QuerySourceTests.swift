import GRDB
import Paging
import Records
import RowTrials
import SQLSources
import SpilledSources
import TemporaryFolders
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A query that is run once` {
  typealias Request = PageRequest<Int>

  private static let numbers =
    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100) SELECT i FROM n"

  private func spilled(
    _ sql: String, in database: SQLiteDatabase, _ names: [String], longest: Int = .max
  ) throws -> SpilledSource<QuerySource> {
    let layout = RowLayout(names: names, longest: longest)
    let coding = RowCoding(layout)
    return try SpilledSource(
      QuerySource(sql, in: database, layout), folder: "/var/tmp",
      coding: SpillCoding(encode: { coding.encode($0) }, decode: { coding.decode($0) }))
  }

  @Test(arguments: [false, true], [1, 7, 100, 1_000])
  func `is walked forward, and back from what was kept of it`(
    hasLog: Bool, count: Int
  ) async throws {
    let file = try TableFile(
      [
        "CREATE TABLE t (i, r)", "INSERT INTO t SELECT i, random() FROM (\(Self.numbers))",
      ], hasLog: hasLog)
    let source = try spilled("SELECT i, random() AS r FROM t", in: file.database, ["i", "r"])
    var pages: [Page<TableRow, SpillCursor>] = []
    var position: PageRequest<SpillCursor>.Position? = .start
    while let place = position {
      let page = try await source.load(PageRequest(reason: .append, position: place, count: count))
      pages.append(page)
      position = page.after.cursor.map { .after($0) }
    }
    let rows = pages.flatMap(\.items)
    #expect(rows.map(\.tag) == Array(1...100))
    #expect(rows.map(\.id) == (1...100).map { TableRowID([.integer(Int64($0))]) })
    var back = pages.last?.items ?? []
    position = pages.last?.before.cursor.map { .before($0) }
    while let place = position, pages.count > 1 {
      let page = try await source.load(PageRequest(reason: .prepend, position: place, count: count))
      back = page.items + back
      position = page.before.cursor.map { .before($0) }
    }
    // The random numbers are those of the single run.
    #expect(back.map(\.texts) == rows.map(\.texts))
  }

  @Test func `says that the database has changed between two pages`() async throws {
    let file = try TableFile(["CREATE TABLE t (i)", "INSERT INTO t \(Self.numbers)"])
    let source = QuerySource("SELECT i FROM t", in: file.database, RowLayout(names: ["i"]))
    let page = try await source.load(Request(reason: .refresh, position: .start, count: 10))
    try file.write("DELETE FROM t WHERE i = 50")
    let cursor = try #require(page.after.cursor)
    let error = await #expect(throws: PagingError.self) {
      try await source.load(Request(reason: .append, position: .after(cursor), count: 10))
    }
    #expect(error?.description == "the database changed while the query ran: run it again")
    #expect(error?.hasExpired == true)
    #expect(try await walk(source, from: .start, by: 10).items.count == 99)
  }

  /// With a log, a query keeps reading the state in which it began.
  @Test func `goes on with what it began with where the database has a log`() async throws {
    let file = try TableFile(
      ["CREATE TABLE t (i)", "INSERT INTO t \(Self.numbers)"], hasLog: true)
    let source = QuerySource("SELECT i FROM t", in: file.database, RowLayout(names: ["i"]))
    let page = try await source.load(Request(reason: .refresh, position: .start, count: 10))
    try file.write("DELETE FROM t WHERE i > 20")
    let cursor = try #require(page.after.cursor)
    let rest = try await walk(source, from: .after(cursor), by: 10)
    #expect(rest.items.map(\.tag) == Array(11...100))
    #expect(try await walk(source, from: .start, by: 10).items.count == 20)
  }

  @Test(arguments: [false, true])
  func `goes on behind the last row where its time was over`(isVolatile: Bool) async throws {
    let file = try TableFile(["CREATE TABLE t (i)", "INSERT INTO t \(Self.numbers)"])
    // Rows 15 and 16 examine a million combinations of rows each.
    let slow = "(SELECT count(*) FROM t a, t b, t c WHERE a.i + b.i + c.i > 0)"
    let sql =
      "SELECT i, \(isVolatile ? "random()" : "0"), iif(i < 15, 0, \(slow)) FROM t WHERE i < 17"
    let database = SQLiteDatabase(path: file.folder.path("test.db"), limit: .milliseconds(1))
    let source = QuerySource(sql, in: database, RowLayout(names: ["i", "r", "n"]))
    let page = try await source.load(
      Request(reason: .refresh, position: .start, count: 10, overrulesWait: true))
    #expect(page.items.map(\.tag) == Array(1...10))
    let next = Request.Position.after(try #require(page.after.cursor))
    let error = await #expect(throws: PagingError.self) {
      try await source.load(Request(reason: .append, position: next, count: 10))
    }
    #expect(error?.description.hasPrefix("the query reached its time limit") == true)
    let again = Request(reason: .append, position: next, count: 10, overrulesWait: true)
    guard !isVolatile else {
      let error = await #expect(throws: PagingError.self) { try await source.load(again) }
      #expect(
        error?.description
          == "the query was stopped, and would now return different rows: run it again")
      return
    }
    let rest = try await source.load(again)
    #expect(rest.items.map(\.tag) == Array(11...16))
    #expect(rest.after == .end)
  }

  @Test(arguments: [PageRequest<Int>.Position.end, .before(3), .number(2)])
  func `goes forward alone`(position: Request.Position) async throws {
    let file = try TableFile()
    let source = QuerySource("SELECT 1", in: file.database, RowLayout(names: ["1"]))
    await #expect(
      throws: PagingError(
        "a query that runs only once can only be read forwards", isRetryable: false)
    ) {
      try await source.load(Request(reason: .refresh, position: position, count: 1))
    }
  }

  @Test func `keeps every kind of value, and whether it is cut`() async throws {
    let file = try TableFile()
    let sql = """
      SELECT NULL, '', 9223372036854775807, -1e300, 9e999, CAST(x'61ff00c3' AS TEXT), x'00ff', \
      'ab€€', CAST(x'8080808080808080' AS TEXT), x'89504e470d0a1a0a'
      """
    let source = try spilled(
      sql, in: file.database, (0..<10).map { "c\($0)" }, longest: 6)
    let first = try await source.load(
      PageRequest(reason: .refresh, position: .start, count: 1))
    let again = try await source.load(
      PageRequest(reason: .refresh, position: .start, count: 1))
    for page in [first, again] {
      let row = try #require(page.items.first)
      #expect(row.isCut)
      let record = try #require(row.record)
      let values = record.map { (String(decoding: $0.value.raw, as: UTF8.self), $0.value.kind) }
      #expect(
        values.map(\.0) == [
          "", "", "9223372036854775807", "-1e+300", "9e999", "a\u{FFFD}\0\u{FFFD}",
          "blob, 2 bytes", "ab€", String(repeating: "\u{FFFD}", count: 6), "PNG, 8 bytes",
        ])
      #expect(
        values.map(\.1) == [
          .null, .string, .number, .number, .number, .string, .string, .string, .string, .string,
        ])
      #expect(Array(record[5].value.raw) == [0x61, 0xFF, 0, 0xC3])
    }
  }

  @Test func `has rows that are read whole, unless another one is there by now`() async throws {
    let file = try TableFile(["CREATE TABLE t (i)", "INSERT INTO t \(Self.numbers)"])
    let sql = "SELECT i, 'abcdef' || i AS text, NULL AS none FROM t WHERE i > 3 LIMIT 50"
    var request = RowsRequest()
    request.longest = 6
    let opening = try file.opening(query: sql, request)
    let source = QuerySource(sql, in: file.database, opening.layout)
    let rows = try await walk(source, from: .start, by: 20).items
    let row = try #require(rows.last)
    #expect(row.texts[1] == "abcdef" && row.isCut)
    let again = file.database.another()
    func whole() async throws -> Records.Record? {
      try await again.read { reader throws(SQLError) in
        try reader.whole(row, ofOnce: opening)
      }
    }
    let record = try #require(try await whole())
    #expect(record.map(\.value.text) == ["53", "abcdef53", "NULL"])
    #expect(record.map(\.value.kind) == [.number, .string, .null])
    try file.write("DELETE FROM t WHERE i = 10")
    #expect(try await whole() == nil)
  }

  @Test func `has two thousand columns`() async throws {
    let columns = (1...2_000).map { "c\($0)" }
    let file = try TableFile([
      "CREATE TABLE t (\(columns.joined(separator: ", ")))",
      "INSERT INTO t SELECT \(Array(repeating: "i", count: 2_000).joined(separator: ", ")) FROM (\(Self.numbers))",
    ])
    // With two thousand columns, the query has no space for the row number.
    let opening = try file.opening(of: "t")
    #expect(opening.relation == nil)
    let source = try spilled(opening.sql, in: file.database, opening.names)
    let rows = try await walk(source, from: .start, by: 30).items
    #expect(rows.count == 100)
    #expect(rows.last?.texts == Array(repeating: "100", count: 2_000))
    var request = RowsRequest()
    request.id = ["c1500"]
    request.order = [SortTerm("c2000", descending: true)]
    let relation = try #require(try file.opening(of: "t", request).relation)
    let sorted = try await walk(
      TableSource(relation, in: file.database), from: .end, by: 30)
    #expect(sorted.items.map(\.tag) == Array((1...100).reversed()))
    #expect(sorted.items.first?.texts.count == 2_000)
  }

  @Test func `is no rows where its bytes are not those of rows`() {
    let coding = RowCoding(RowLayout(names: ["a"]))
    for byte in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
      for count in [1, 8, 9, 17, 26, 40, 200] {
        _ = coding.decode(Array(repeating: byte, count: count))
      }
    }
    #expect(coding.decode([]).isEmpty)
  }
}
