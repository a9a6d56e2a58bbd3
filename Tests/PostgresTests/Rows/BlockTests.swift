import ConnectedFeeds
import Foundation
import Paging
import PostgresTrials
import Randomness
import Records
import RowTrials
import SQLSources
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A table without a key` {
  private typealias Request = PageRequest<KeysetCursor>

  private static let statements = [
    "CREATE TABLE t (tag int, a text, raw bytea) WITH (autovacuum_enabled = false)",
    """
    INSERT INTO t SELECT i, repeat('x', (i * 37) % CASE WHEN i % 100 < 90 THEN 60 ELSE 2000 END),
      CASE WHEN i % 50 = 0 THEN '\\x89504e470d0a1a0a'::bytea END FROM generate_series(1, 5000) AS i
    """,
    // This leaves whole blocks without a row, and removes single rows from the others.
    "DELETE FROM t WHERE tag BETWEEN 1000 AND 3000 OR tag % 9 = 0",
  ]

  private func relation(
    _ file: ServerFile, _ request: TableRequest = TableRequest()
  ) throws -> RowRelation {
    try #require(try file.opening(of: "t", request).relation)
  }

  /// The tags of all rows in the order of the table.
  private func tags(_ file: ServerFile) throws -> [Int] {
    try file.numbers("SELECT tag FROM t ORDER BY ctid")
  }

  @Test(arguments: [false, true])
  func `is walked as it is stored, from either end and from any row`(isCounted: Bool) async throws {
    let file = try ServerFile(Self.statements + (isCounted ? ["ANALYZE t"] : []))
    let relation = try relation(file)
    let expected = try tags(file)
    let source = TableSource(relation, in: file.database)
    for count in [20, 50, 700] {
      for position in [Request.Position.start, .end] {
        let rows = try await source.rows(from: position, by: count)
        #expect(rows.map(\.tag) == expected)
        #expect(Set(rows.map(\.id)).count == expected.count)
      }
      guard count > 3 else { continue }
      let page = try await source.load(
        Request(reason: .refresh, position: .start, count: count))
      let place = count / 2
      let (values, after) = (page.itemCursors[place].values, Array(expected[(place + 1)...]))
      for (isBefore, wanted) in [(false, after), (true, [expected[place]] + after)] {
        let cursor = KeysetCursor(values, isBefore: isBefore)
        #expect(try await source.rows(from: .after(cursor), by: count).map(\.tag) == wanted)
        #expect(
          try await source.rows(from: .before(cursor), by: count).map(\.tag)
            == Array(expected[..<place]))
      }
    }
  }

  @Test func `is asked for a few blocks, which the server finds without sorting`() async throws {
    let server = try PostgresServer.shared()
    let trial = try server.database(
      "CREATE TABLE t AS SELECT i AS tag, repeat('x', 80) AS a FROM generate_series(1, 100000) AS i"
    )
    try trial.run("ANALYZE t")
    let disguise = Disguise()
    let proxy = try FaultyProxy(to: server.port, as: disguise)
    let reader = PostgresDatabase(
      try PostgresAddress(
        "postgres://postgres@127.0.0.1:\(proxy.port)/\(trial.name)?sslmode=disable&gssencmode=disable"
      ))
    let relation = try #require(
      try await reader.ask { reader throws(SQLError) in
        try reader.opening(ofTable: "t", TableRequest()).relation
      })
    let source = TableSource(relation, in: reader)
    let range = try await reader.ask { reader throws(SQLError) in
      try reader.keyRange(of: relation)
    }
    let first = disguise.statements.count
    let place = try #require(range).place(atPercent: 50)
    let pages = [
      try await source.load(Request(reason: .refresh, position: .after(place), count: 50)),
      try await source.load(Request(reason: .refresh, position: .before(place), count: 50)),
      try await source.load(Request(reason: .refresh, position: .end, count: 50)),
    ]
    #expect(pages.map(\.items.count) == [50, 50, 50])
    #expect((45_000...55_000).contains(pages[0].items[0].tag))
    #expect(pages[2].items.last?.tag == 100_000)
    let asked = disguise.statements[first...].filter { $0.sql.contains("ctid") }
    // A second read from the end is needed if the last block has few rows.
    #expect((3...4).contains(asked.count))
    for statement in asked {
      #expect(!statement.sql.contains("ORDER BY"))
      let plan = try await reader.texts(explaining: statement)
      #expect(plan[0].hasPrefix("Tid Range Scan"), "\(plan)")
      let read = try #require(plan[0].wordBehind("rows=").flatMap { Double($0) })
      #expect(read <= 400, "\(plan)")
    }
  }

  @Test func `gives rows that stay exactly once, and says what becomes of those that are changed`()
    async throws
  {
    let file = try ServerFile(Self.statements)
    let relation = try relation(file)
    let expected = try tags(file)
    let source = TableSource(relation, in: file.database)
    let (early, late) = (expected[3], expected[expected.count - 3])
    var (walked, next) = ([Int](), Request.Position?.some(.start))
    while let place = next {
      let page = try await source.load(Request(reason: .append, position: place, count: 40))
      let isFirst = walked.isEmpty
      walked += page.items.map(\.tag)
      next = page.after.cursor.map { .after($0) }
      guard isFirst else { continue }
      // A row that has been read moves after all others, because its new values need more than the
      // free space before them. Another row is deleted, and one is inserted.
      try file.writer.run("UPDATE t SET a = repeat(md5('\(early)'), 100) WHERE tag = \(early)")
      try file.writer.run("DELETE FROM t WHERE tag = \(late)")
      try file.writer.run("INSERT INTO t VALUES (9999, repeat(md5('z'), 100))")
    }
    #expect(
      walked.filter { ![early, late, 9999].contains($0) }
        == expected.filter { ![early, late].contains($0) })
    #expect(walked.count { $0 == early } == 2)
    #expect(!walked.contains(late))
    #expect(walked.contains(9999))
  }

  @Test func `is searched, filtered, counted, and gone through by percent`() async throws {
    let file = try ServerFile(Self.statements)
    let relation = try relation(file)
    let expected = try tags(file)
    let wanted = expected.filter { $0 > 3500 && $0 < 3700 || $0 == 7 }
    let expression = try #require(
      try relation.expression("(tag>3500 and tag<3700) or tag=7"))
    let found = relation.found([.init(expression)], in: file.database)
    for position in [Request.Position.start, .end] {
      #expect(try await found.rows(from: position, by: 20).map(\.tag) == wanted)
    }
    let scan = TableQuestions([.init(expression)]).scan(of: relation)
    #expect(
      try await file.database.rowCount(of: scan) == RowCount(count: wanted.count, isExact: true))
    let range = try #require(
      try await file.database.ask { reader throws(SQLError) in
        try reader.keyRange(of: relation)
      })
    #expect(abs(range.percent(of: range.place(atPercent: 30)) - 30) <= 1)
    try await file.database.ask { reader throws(SQLError) in
      #expect(try !reader.hasRow(from: range.place(atPercent: 100), of: relation))
      let first = try reader.hasRow(from: range.place(atPercent: 0), of: relation)
      #expect(first)
      #expect(throws: SQLError.self) { try reader.place(ofKey: "7", in: relation) }
    }
    let place = try #require(
      try await file.database.ask { reader throws(SQLError) in
        try reader.place(of: [.integer(4000)], in: ["tag"], of: relation)
      })
    let row = try await TableSource(relation, in: file.database).load(
      Request(reason: .refresh, position: .after(place), count: 1)
    ).items.first
    #expect(row?.tag == 4000)
  }

  @Test func `gives what is long of a row whole`() async throws {
    let file = try ServerFile(Self.statements)
    var request = TableRequest()
    request.longest = 10
    let relation = try relation(file, request)
    let source = TableSource(relation, in: file.database)
    let rows = try await source.load(Request(reason: .refresh, position: .start, count: 60)).items
    let row = try #require(rows.first { $0.tag == 50 })
    #expect(row.isCut)
    let choice = BlobChoice(most: 1, longest: 100) { $0.starts(with: [0x89]) }
    try await file.database.ask { reader throws(SQLError) in
      let whole = try reader.row(at: row, relation.withWholeValues)
      #expect(whole?.texts[1]?.count == 50 * 37 % 60)
      #expect(try reader.blobs(of: row, relation, choice).map(\.column) == ["raw"])
    }
  }

  @Test(arguments: [
    "CREATE VIEW t AS SELECT * FROM s", "CREATE MATERIALIZED VIEW t AS SELECT * FROM s",
    "CREATE TABLE t (LIKE s) PARTITION BY LIST (tag)",
    "CREATE TABLE t (LIKE s); CREATE TABLE heir () INHERITS (t)",
  ])
  func `has to store all of its rows itself`(statement: String) throws {
    let file = try ServerFile(["CREATE TABLE s (tag int)", statement])
    #expect(try file.opening(of: "t").relation == nil)
  }

  @Test func `comes of one snapshot where it is written whole`() throws {
    let file = try ServerFile(Self.statements)
    var request = TableRequest()
    request.isOnePass = true
    #expect(try file.opening(of: "t", request).relation == nil)
    request.id = ["tag"]
    #expect(try file.opening(of: "t", request).relation?.order.columns.map(\.name) == ["tag"])
  }

  @Test func `is sorted by a query that is run once`() throws {
    let file = try ServerFile(Self.statements)
    var request = TableRequest()
    request.order = [SortTerm("a")]
    #expect(try file.opening(of: "t", request).relation == nil)
    request = TableRequest()
    request.id = ["tag"]
    #expect(try file.opening(of: "t", request).relation?.order.columns.map(\.name) == ["tag"])
  }
}

extension PostgresDatabase {
  /// The plan that the server uses for a statement; the statement is run again after the given
  /// settings.
  func texts(
    explaining statement: Disguise.Statement, behind settings: [String] = []
  ) async throws(SQLError) -> [String] {
    let texts =
      settings + ["EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) \(statement.sql)"]
    let values = statement.values
    return try await read { session throws(SQLError) in
      let asked = texts.enumerated().map { index, text in
        PostgresStatement(text, index + 1 == texts.count ? values : [])
      }
      guard let result = try session.rows(asked).last else { return [] }
      return (0..<result.rowCount).map { result.text($0, 0) ?? "" }
    }
  }
}

extension String {
  /// The number after a word, as text; nil if the word does not occur.
  func wordBehind(_ word: String) -> String? {
    range(of: word).map { String(self[$0.upperBound...].prefix { $0.isNumber || $0 == "." }) }
  }
}
