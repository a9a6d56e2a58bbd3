import Paging
import PostgresTrials
import Randomness
import RowTrials
import SQLSources
import Synchronization
import Testing

/// A database schema with the tables of a test, and the connections that write and read them.
struct ServerFile {
  let writer: TrialWriter
  let database: PostgresDatabase

  /// The database with all schemas; creating a database for each test would take longer.
  private static let trial = Result {
    try PostgresServer.shared().database(ServerType.statements.joined(separator: ";\n"))
  }
  private static let count = Atomic(0)

  /// - Parameter settings: settings of the reading connection, such as `DateStyle%3DSQL`, as parts
  ///   of an address.
  init(_ statements: [String] = [], settings: [String] = []) throws {
    let trial = try Self.trial.get()
    let schema = "s\(Self.count.add(1, ordering: .relaxed).newValue)"
    writer = try trial.writer()
    let start = ["CREATE SCHEMA \(schema)", "SET search_path = \(schema), public"]
    try writer.run((start + statements).joined(separator: ";\n"))
    let path =
      (["?options=-csearch_path%3D\(schema)%2Cpublic"] + settings.map { "-c\($0)" })
      .joined(separator: "%20")
    database = PostgresDatabase(try PostgresAddress(trial.words + path))
  }

  func opening(of table: String, _ request: TableRequest = TableRequest()) throws -> TableOpening {
    try database.askNow { reader throws(SQLError) in try reader.opening(ofTable: table, request) }
  }

  func opening(query sql: String, _ request: TableRequest = TableRequest()) throws -> TableOpening {
    try database.askNow { reader throws(SQLError) in try reader.opening(ofQuery: sql, request) }
  }

  /// The first value of each row of a query's result, as a number.
  func numbers(_ sql: String) throws -> [Int] {
    let texts = try database.readNow { session throws(SQLError) in
      let result = try session.rows(PostgresStatement(sql))
      return (0..<result.rowCount).map { result.text($0, 0) ?? "" }
    }
    return texts.compactMap { Int($0) }
  }

  /// The tags of all rows of a random table in the given order.
  func tags(by order: KeysetOrder) throws -> [Int] {
    let terms = order.columns.map { column in
      "page." + ServerColumn(column.name, ServerType.all[0]).quoted
        + (column.descending ? " DESC" : " ASC") + " NULLS \(column.nullsFirst ? "FIRST" : "LAST")"
    }
    return try numbers(
      "SELECT tag FROM \(RandomServerTable.quoted) AS page ORDER BY \(terms.joined(separator: ", "))"
    )
  }
}

@Suite(.timeLimit(.minutes(10))) struct `Any table of a server, in any order,` {
  typealias Request = PageRequest<KeysetCursor>

  @Test(arguments: Array(UInt64(0)..<80))
  func `is walked as one query gives it, from either end`(start: UInt64) async throws {
    var random = SplitMix64(start: start ^ 0xABCD)
    let table = RandomServerTable(start: start)
    let file = try ServerFile(table.statements)
    let relation = try #require(
      try file.opening(of: RandomServerTable.name, table.request).relation)
    #expect(
      zip(relation.order.columns, table.terms).allSatisfy {
        $0.name == $1.column && $0.descending == $1.descending
          && $1.nullsFirst.map { [first = $0.nullsFirst] in $0 == first } ?? true
      })
    let expected = try file.tags(by: relation.order)
    #expect(expected.count == table.count)
    let source = TableSource(relation, in: file.database)
    for position in [Request.Position.start, .end] {
      let walked = try await source.rows(from: position, by: random.within(1...60))
      #expect(walked.map(\.tag) == expected, "from \(position)")
      #expect(Set(walked.map(\.id)).count == table.count)
    }
  }

  @Test(arguments: UInt64(100)..<140)
  func `goes on from any row, also from one that is gone`(start: UInt64) async throws {
    var random = SplitMix64(start: start ^ 0xABCD)
    let table = RandomServerTable(start: start)
    let file = try ServerFile(table.statements)
    let opening = try file.opening(of: RandomServerTable.name, table.request)
    guard let relation = opening.relation, table.count > 0 else { return }
    let source = TableSource(relation, in: file.database)
    let all = try await source.load(Request(reason: .refresh, position: .start, count: 200))
    let tags = all.items.map(\.tag)
    for isDeleted in [false, true] {
      let place = random.within(0...table.count - 1)
      let values = all.itemCursors[place].values
      if isDeleted { try file.writer.run(table.deletion(of: tags[place])) }
      let row = isDeleted ? [] : [tags[place]]
      let count = random.within(1...60)
      let (before, after) = (Array(tags[..<place]), Array(tags[(place + 1)...]))
      for (isBefore, expected) in [(false, after), (true, row + after)] {
        let cursor = KeysetCursor(values, isBefore: isBefore)
        let walked = try await source.rows(from: .after(cursor), by: count)
        #expect(walked.map(\.tag) == expected)
        let back = try await source.rows(from: .before(cursor), by: count)
        #expect(back.map(\.tag) == before)
      }
    }
  }

  @Test(arguments: UInt64(200)..<240, [false, true])
  func `gives rows that stay exactly once, though others come, go and move`(
    start: UInt64, isBackward: Bool
  ) async throws {
    var random = SplitMix64(start: start ^ 0xABCD)
    var table = RandomServerTable(start: start)
    let file = try ServerFile(table.statements)
    let opening = try file.opening(of: RandomServerTable.name, table.request)
    guard let relation = opening.relation, table.count > 0 else { return }
    var stable = Set(1...table.count)
    let source = TableSource(relation, in: file.database)
    var walked: [Int] = []
    var position: Request.Position? = isBackward ? .end : .start
    while let place = position, walked.count < 2_000 {
      let page = try await source.load(
        Request(reason: .append, position: place, count: random.within(1...20)))
      let tags = page.items.map(\.tag)
      walked = isBackward ? tags + walked : walked + tags
      let before: KeysetCursor? = if case .more(let cursor) = page.before { cursor } else { nil }
      position = isBackward ? before.map { .before($0) } : page.after.cursor.map { .after($0) }
      for _ in 0..<random.within(0...3) {
        let tag = random.within(1...table.count)
        switch random.within(0...2) {
        case 0: try file.writer.run(table.insertion())
        case 1:
          try file.writer.run(table.deletion(of: tag))
          stable.remove(tag)
        default:
          try file.writer.run(table.update(tag))
          stable.remove(tag)
        }
      }
    }
    let expected = try file.tags(by: relation.order)
    #expect(walked.filter(stable.contains) == expected.filter(stable.contains))
  }
}
