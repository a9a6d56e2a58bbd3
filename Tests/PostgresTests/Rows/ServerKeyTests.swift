import Paging
import RowTrials
import SQLSources
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The keys of a server` {
  /// The number of rows in each table.
  private static let count = 200

  /// Checks that a table of keys is walked in the order of the server from both ends, and that its
  /// keys are shown as the server writes them.
  private func check(
    _ type: String, _ key: String, by settings: [String], before statements: [String] = []
  ) async throws {
    let file = try ServerFile(
      statements + [
        "CREATE TABLE t (k \(type) PRIMARY KEY)",
        "INSERT INTO t SELECT \(key) FROM generate_series(1, \(Self.count)) AS i",
      ], settings: settings)
    let expected = try await file.database.texts("SELECT k FROM t ORDER BY k")
    #expect(expected.count == Self.count)
    var request = TableRequest()
    request.order = [SortTerm("k", descending: true)]
    let query = try file.opening(query: "SELECT * FROM t ORDER BY k")
    for opening in [try file.opening(of: "t"), try file.opening(of: "t", request), query] {
      let relation = try #require(opening.relation)
      let isReversed = relation.order.columns.first?.descending == true
      let wanted: [String] = isReversed ? expected.reversed() : expected
      for position in [PageRequest<KeysetCursor>.Position.start, .end] {
        let rows = try await TableSource(relation, in: file.database).rows(from: position, by: 7)
        let shown = rows.map { $0.texts.first.flatMap { $0 } ?? "NULL" }
        #expect(shown == wanted, "\(type) by \(settings)")
      }
    }
  }

  @Test(
    arguments: ["SQL,DMY", "German", "Postgres,MDY", "ISO,DMY"],
    ["Asia%2FKolkata", "Asia%2FShanghai"])
  func `are exact in each date style and time zone`(style: String, zone: String) async throws {
    let settings = ["DateStyle%3D\(style)", "TimeZone%3D\(zone)"]
    let hour = "'2020-01-01 00:00:00.25+00'::timestamptz + i * interval '1 hour 7 min'"
    try await check("timestamptz", hour, by: settings)
    // At that time, the zones had offsets with seconds.
    let old = "'0044-03-15 00:00:00+00 BC'::timestamptz + i * interval '1 day 7 min'"
    try await check("timestamptz", old, by: settings)
    try await check(
      "timestamp", "'2020-01-01'::timestamp + i * interval '1 day 7 min'", by: settings)
    try await check("date", "'0002-12-01 BC'::date + i", by: settings)
  }

  @Test(arguments: ["-15", "0", "1", "3"])
  func `are exact though the server writes numbers with fewer digits`(digits: String) async throws {
    let settings = ["extra_float_digits%3D\(digits)"]
    try await check("float8", "1000 + i * 1.1e-12", by: settings)
    try await check("float4", "1000 + i * 0.0002", by: settings)
    let odd = "CASE i WHEN 1 THEN 'NaN' WHEN 2 THEN 'Infinity' WHEN 3 THEN '-Infinity'"
    try await check("float8", "\(odd) ELSE 1 / (i - 100.5::float8) END", by: settings)
  }

  @Test(arguments: ["sql_standard", "postgres_verbose", "iso_8601"])
  func `are exact in each style of intervals`(style: String) async throws {
    let interval = "(i - 100) * interval '1 day -1 hour -0.25 seconds'"
    try await check("interval", interval, by: ["IntervalStyle%3D\(style)"])
  }

  @Test func `may have a domain over an enumeration or a composite type`() async throws {
    let names = (1...Self.count).map { "'m\($0)'" }.joined(separator: ", ")
    let types = [
      "CREATE TYPE level AS ENUM (\(names))", "CREATE DOMAIN levels AS level",
      "CREATE DOMAIN high_levels AS levels", "CREATE TYPE two AS (x int, y text)",
      "CREATE DOMAIN twos AS two", "CREATE DOMAIN lists AS int[]",
    ]
    for type in ["levels", "high_levels"] {
      try await check(type, "('m' || i)::level", by: [], before: types)
    }
    try await check("twos", "ROW(i, 'a')::two", by: [], before: types)
    try await check("lists", "ARRAY[i]", by: [], before: types)
  }

  @Test func `are found by the values that refer to them, exactly`() async throws {
    let file = try ServerFile(
      [
        "CREATE TABLE a (n numeric, b bytea, t timestamptz, PRIMARY KEY (n, b, t))",
        "CREATE TABLE b (id int PRIMARY KEY, n numeric, b bytea, t timestamptz, FOREIGN KEY (n, b, t) REFERENCES a)",
        "INSERT INTO a VALUES (12345678901234567890.5, '\\x00ff', '2020-01-01 00:00+00')",
        "INSERT INTO a VALUES (12345678901234567000, '\\x00ff', '2020-01-01 00:00+00')",
        "INSERT INTO b SELECT 1, a.* FROM a WHERE n > 12345678901234567800",
      ], settings: ["DateStyle%3DSQL,DMY", "TimeZone%3DAsia%2FKolkata"])
    let (one, other) = (try file.opening(of: "b").relation, try file.opening(of: "a").relation)
    let (relation, referred) = (try #require(one), try #require(other))
    let row = try #require(try await TableSource(relation, in: file.database).rows().first)
    let place = try await file.database.ask { (reader) throws(SQLError) -> KeysetCursor? in
      guard let values = try reader.values(of: row, in: ["n", "b", "t"], relation) else {
        return nil
      }
      return try reader.place(of: values, in: ["n", "b", "t"], of: referred)
    }
    #expect(place?.values.first == .text("12345678901234567890.5"))
  }

  @Test func `are found where their type is a domain`() async throws {
    let file = try ServerFile([
      "CREATE TYPE level AS ENUM ('sad', 'ok')", "CREATE DOMAIN levels AS level",
      "CREATE TABLE t (k levels PRIMARY KEY, v int)", "INSERT INTO t VALUES ('sad', 1), ('ok', 2)",
    ])
    let relation = try #require(try file.opening(of: "t").relation)
    let place = try await file.database.ask { reader throws(SQLError) in
      try reader.place(ofKey: "ok", in: relation)
    }
    #expect(place?.isFound == true && place?.place.values == [.text("ok")])
  }
}
