import Paging
import Randomness
import SQLSources
import Testing

@Suite struct `The range of a key` {
  private static let count = 2_000

  private func table(
    _ columns: String, _ values: String, order: String = ""
  ) throws -> QuestionTable {
    try QuestionTable(
      """
      CREATE TABLE t (\(columns));
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(Self.count))
      INSERT INTO t SELECT \(values) FROM n;
      """, order: order)
  }

  private func range(_ table: QuestionTable) throws -> KeyRange {
    let range = try table.database.readNow {
      [relation = table.relation] (reader) throws(SQLError) -> KeyRange? in
      try reader.keyRange(of: relation)
    }
    return try #require(range)
  }

  /// The position, in percent of all rows, where a list begins if it is opened at a percentage.
  private func opened(_ table: QuestionTable, at percent: Double) async throws -> Double {
    let all = try await table.all().ids
    let place = try range(table).place(atPercent: percent)
    #expect(place.isBefore)
    let page = try await TableSource(table.relation, in: table.database).load(
      PageRequest(reason: .refresh, position: .after(place), count: 1))
    let id = try #require(page.items.ids.first)
    return 100 * Double(try #require(all.firstIndex(of: id))) / Double(Self.count)
  }

  static let tables = [
    ("id INTEGER PRIMARY KEY, a", "i, i", ""),
    ("id INTEGER PRIMARY KEY, a", "i * 1000003, i", "id:desc"),
    ("id INTEGER PRIMARY KEY, a", "i - 1000, i", ""),
    ("id INTEGER PRIMARY KEY, a REAL", "i, i * 0.5", "a"),
    ("id INTEGER PRIMARY KEY, a REAL", "i, i * i * i * 0.5", "a:desc"),
    ("id TEXT PRIMARY KEY NOT NULL", "printf('user-%06d', i)", ""),
    ("id TEXT PRIMARY KEY NOT NULL", "printf('%04x', i * 32)", "id:desc"),
    ("id TEXT PRIMARY KEY NOT NULL, a", "datetime(1700000000 + i * 8000, 'unixepoch'), i", ""),
    ("id INTEGER PRIMARY KEY, a", "i, CASE i % 10 WHEN 0 THEN i ELSE 0 END", "a"),
    ("id INTEGER PRIMARY KEY, a", "i, 'the same'", "a:desc"),
    (
      "id INTEGER PRIMARY KEY, a",
      "i, CASE i % 4 WHEN 0 THEN NULL WHEN 1 THEN i WHEN 2 THEN 't' || i ELSE randomblob(9) END",
      "a"
    ),
    (
      "id INTEGER PRIMARY KEY, a",
      "i, CASE i % 4 WHEN 0 THEN NULL WHEN 1 THEN i WHEN 2 THEN 't' || i ELSE randomblob(9) END",
      "a:desc:nullslast"
    ),
    (
      "id INTEGER PRIMARY KEY, a TEXT",
      "i, substr('nopqrstuvwxyzabcdefghijklm', 1 + i % 26, 1) || i", "a:nocase"
    ),
  ]

  @Test(arguments: tables, [0, 10, 25, 50, 75, 90, 100] as [Double])
  func `leads near to a percentage of the rows`(
    _ table: (columns: String, values: String, order: String), percent: Double
  ) async throws {
    let made = try self.table(table.columns, table.values, order: table.order)
    let found = try await opened(made, at: percent)
    #expect(abs(found - min(percent, 99.95)) < 6, "\(table)")
  }

  /// Keys other than row numbers, for which positions are computed.
  @Test(
    arguments: [
      ("id PRIMARY KEY, a", "i, i"), ("id PRIMARY KEY, a", "'t' || i, i"),
      ("id PRIMARY KEY", "CASE i % 2 WHEN 0 THEN i ELSE 't' || i END"),
      ("a, id, PRIMARY KEY (a, id)", "1, i"), ("a, id, PRIMARY KEY (id, a)", "i % 3, i"),
      ("id PRIMARY KEY", "CASE i % 2 WHEN 0 THEN i ELSE randomblob(i % 20) END || i"),
      ("id PRIMARY KEY", "(i - 1000) * 9000000000000000"),
    ], [false, true])
  func `gives a place between the ends, whatever a key is made of`(
    _ table: (columns: String, values: String), isDescending: Bool
  ) async throws {
    let made = try QuestionTable(
      """
      CREATE TABLE t (\(table.columns)) WITHOUT ROWID;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(Self.count))
      INSERT OR IGNORE INTO t SELECT \(table.values) FROM n;
      """, order: isDescending ? "id:desc" : "")
    let all = try await made.all().map(\.id)
    var last = -1
    for percent in stride(from: 0, through: 100, by: 2.5) {
      let place = try range(made).place(atPercent: percent)
      let page = try await TableSource(made.relation, in: made.database).load(
        PageRequest(reason: .refresh, position: .after(place), count: 1))
      let index = try #require(page.items.first.flatMap { all.firstIndex(of: $0.id) })
      #expect(index >= last)
      last = index
    }
    #expect(last == all.count - 1)

  }

  @Test func `is none without rows`() throws {
    let table = try QuestionTable("CREATE TABLE t (id INTEGER PRIMARY KEY)")
    let isNone = try table.database.readNow {
      [relation = table.relation] (reader) throws(SQLError) -> Bool in
      try reader.keyRange(of: relation) == nil
    }
    #expect(isNone)
  }

  @Test(arguments: ["", "id:desc", "a", "a:desc"])
  func `says how far a place is`(order: String) async throws {
    let table = try table(
      "id INTEGER PRIMARY KEY, a TEXT", "i, CASE i % 10 WHEN 0 THEN 'b' || i ELSE 'a' END",
      order: order)
    let range = try range(table)
    let all = try await table.all()
    for index in stride(from: 0, to: all.count, by: 97) {
      let percent = range.percent(of: all[index].cursor)
      #expect(abs(percent - 100 * Double(index) / Double(all.count)) < 4)
    }
  }

  @Test(arguments: [-5, .nan, 250, .infinity] as [Double])
  func `takes any percentage`(percent: Double) async throws {
    let table = try table("id INTEGER PRIMARY KEY", "i")
    let found = try await opened(table, at: percent)
    #expect(found == (percent > 100 ? 99.95 : 0))
  }
}
