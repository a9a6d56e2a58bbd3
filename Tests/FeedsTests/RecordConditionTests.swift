import FileSources
import Records
import Search
import Testing

@testable import Feeds

/// Conditions that are checked against records in memory.
@Suite struct `A condition` {
  private static func matcher(
    _ text: String, _ rule: SearchCase = .smart
  ) throws -> any LineMatcher {
    let expression = try #require(
      try ConditionExpression(text) { ["v", "w", "a.b", "a"].contains($0) ? $0 : nil })
    return try RecordExpression(expression, unit: .line) { condition throws(PatternError) in
      try RecordCondition(
        condition, RecordColumn(condition.column, of: []), .ndjson, unit: .line, rule)
    }.makeMatcher()
  }

  /// The indexes of the lines that match if each line is searched separately.
  ///
  /// Also expects that a search of all lines together finds the same number of matching lines.
  private static func matches(
    _ text: String, in lines: [String], _ rule: SearchCase = .smart
  ) throws -> [Int] {
    let matcher = try matcher(text, rule)
    let each = lines.indices.filter { index in
      Array((lines[index] + "\n").utf8).withUnsafeBytes { matcher.firstMatch(in: $0) != nil }
    }
    let all = Array(lines.map { $0 + "\n" }.joined().utf8)
    #expect(all.withUnsafeBytes { matcher.countMatches(in: $0) } == each.count)
    return each
  }

  /// The values for which a condition finds a record that has the value in the field `v`.
  private static func found(
    _ text: String, of values: [String], _ rule: SearchCase = .smart
  ) throws -> [String] {
    let lines = values.map { "{\"v\": \($0), \"w\": 1}" }
    return try matches(text, in: lines, rule).map { values[$0] }
  }

  /// Conditions, each with strings and with the indexes of the strings that the condition finds.
  private static let ordered: [(text: String, values: [String], found: [Int])] = [
    (
      "v>=10:02", ["2026-11-24T10:02:00Z", "2026-11-24T10:01:59.9Z", "2025-01-01 11:00:00"],
      [0, 2]
    ),
    ("v<10:02", ["2026-11-24T10:02:00Z", "10:01:59", "Nov 24 09:00:00", "x", "7"], [1, 2]),
    ("v>=10:02:30", ["24/Nov/2026:10:02:30 +0000", "24/Nov/2026:10:02:29 +0000"], [0]),
    ("v>=2026-11-24", ["2026-11-24T00:00:00", "2026-11-23 23:59:59", "1795478400"], [0, 2]),
    (
      "v<2026-11-24T10:02", ["2026-11-24T10:01:00+02:00", "2026-11-24 10:02:00", "1795478400"],
      [0, 2]
    ),
    (
      "v>1s", ["900ms", "1.2s", "1m", "2000", "3 s", "1h2m", "2 min 5 s", "1000 ms"],
      [1, 2, 4, 5, 6]
    ),
    ("v<=1s", ["900ms", "1.2s", "1000 ms", "12µs", "5 MB"], [0, 2, 3]),
    ("v=1s", ["1000ms", "1s", "1.0 s", "1", "s"], [0, 1, 2]),
    ("v>=10 MB", ["9 MB", "10MB", "10MiB", "1 GB", "20000000", "20000000 B"], [1, 2, 3, 5]),
    (
      "v=2024-01-01T10:00:00Z",
      ["2024-01-01T10:00:00.000Z", "2024-01-01 10:00:00", "2024-01-01T10:00:01Z", "1704103200"],
      [0, 1, 3]
    ),
    ("v=2024-01-01", ["2024-01-01", "2024-01-01T00:00:00Z", "2024-01-01 10:00:00", "x"], [0, 1]),
    ("v=10:02", ["10:02:00", "2024-01-01T10:02:00Z", "at 10:02", "10:02", "10:03"], [0, 1, 3]),
    ("v=2024-01-01 10 kg", ["2024-01-01 10 kg", "2024-01-01 10 mg"], [0]),
    ("v=2024-01-01 10:00", ["2024-01-01 10:00 in Rome", "2024-01-01T10:00"], [1]),
    ("v=-15m", ["-15m", "2024-01-01T10:00"], [0]),
    ("v>10K", ["9K", "11K", "1M", "10k"], [1, 2]),
    ("v>10", ["Infinity", "-Infinity", "infinity", "11"], [0, 3]),
    ("v<=10", ["Infinity", "-Infinity", "infinity", "NaN"], [1]),
  ]

  @Test(arguments: ordered) func `compares times by their clocks, and quantities by their units`(
    text: String, values: [String], found: [Int]
  ) throws {
    let written = values.map { "\"\($0)\"" }
    #expect(try Self.found(text, of: written) == found.map { written[$0] })
  }

  @Test func `compares times in the zone in which they are shown, and with now`() throws {
    func found(_ value: String, in zone: TimeZoneUse, _ texts: [String]) throws -> [String] {
      let now = 1_795_514_400_000_000_000
      let condition = ColumnCondition("v", .atLeast, value)
      let matcher = ValueMatcher(try WantedValue(condition, .smart, in: zone) { now })
      return texts.filter { text in Array(text.utf8).withUnsafeBytes { matcher.matches($0) } }
    }
    let times = ["2026-11-24T11:59:00+02:00", "2026-11-24T10:00:00Z", "2026-11-24T09:00:00-05:00"]
    #expect(try found("10:00", in: .source, times) == [times[0], times[1]])
    #expect(try found("10:00", in: .utc, times) == [times[1], times[2]])
    #expect(try found("2026-11-24T10:00", in: .utc, times) == [times[1], times[2]])
    // The current time is 10:00 UTC on that day.
    let ago = ["2026-11-24T09:45:00Z", "2026-11-24T11:44:59+02:00", "1795513500", "1795513499"]
    #expect(try found("-15m", in: .source, ago) == [ago[0], ago[2]])
    #expect(try found("-1h", in: .utc, ago) == ago)
    #expect(try found("-90s", in: .utc, ago) == [])
  }

  private static let refused: [(text: String, values: [String], message: String?)] = [
    ("v>twelve", ["1", "2.5", "null"], "'twelve' is not a number"),
    ("v>=loud", ["\"info\"", "\"WARN\""], "'loud' is not a level: write info, warn or error"),
    (
      "v<soon", ["\"2026-11-24T10:00:00Z\""],
      "'soon' is not a time: write 10:02, 2026-11-24T10:02 or -15m"
    ),
    ("v>12", ["1"], nil), ("v=twelve", ["1"], nil), ("v>twelve", ["1", "\"x\""], nil),
    ("v>warn", ["30", "40"], nil), ("v>twelve", [], nil), ("v>1s", ["\"2s\""], nil),
    ("v>=-15m", ["\"2026-11-24T10:00:00Z\""], nil),
  ]

  @Test(arguments: refused) func `is refused where no value can be in an order with what is typed`(
    text: String, values: [String], message: String?
  ) throws {
    let samples = try values.map { value in
      try #require(
        RecordDecoder.ndjson.record(of: Array("{\"v\":\(value)}".utf8)[...])?.first?.value)
    }
    let read = try #require(try ConditionExpression(text) { $0 })
    let condition = try #require(read.conditions.first)
    let made = Result { () throws(PatternError) in
      try RecordCondition(
        condition, RecordColumn("v", of: []), .ndjson, unit: .line, .smart
      ) { _ in samples }
    }
    switch made {
    case .success: #expect(message == nil)
    case .failure(let error): #expect(error.message == message)
    }
  }

  @Test func `compares numbers by their values, whatever they are written as`() throws {
    let values = [
      "499.9", "500", "5e2", "\"500\"", "500.0001", "1000", "null", "\"unknown\"", "[500]",
    ]
    #expect(try Self.found("v=500", of: values) == ["500", "5e2", "\"500\""])
    #expect(try Self.found("v>500", of: values) == ["500.0001", "1000"])
    #expect(
      try Self.found("v>=500.0", of: values) == ["500", "5e2", "\"500\"", "500.0001", "1000"])
    #expect(try Self.found("v<500", of: values) == ["499.9"])
    #expect(try Self.found("v<=500", of: values) == ["499.9", "500", "5e2", "\"500\""])
  }

  @Test func `orders levels of a log by how serious they are, numbers of levels among them`() throws
  {
    let values = [
      "\"debug\"", "\"Info\"", "\"WARNING\"", "\"error\"", "\"fatal\"", "30", "40", "60", "3", "6",
      "\"other\"", "null",
    ]
    #expect(
      try Self.found("v>=warn", of: values)
        == ["\"WARNING\"", "\"error\"", "\"fatal\"", "40", "60", "3"])
    #expect(try Self.found("v<INFO", of: values) == ["\"debug\""])
    #expect(try Self.found("v=error", of: values) == ["\"error\""])
  }

  @Test(
    arguments: [
      ("level", "warn", ["warn", "WARNING", "40", "4"]), ("log.level", "err", ["error", "50"]),
      ("PRIORITY", "Warning", ["warn", "WARNING", "40", "4"]), ("level", "40", ["40"]),
      ("name", "warn", ["warn"]), ("level", "x", ["x"]),
    ])
  func `of equal values compares levels by how serious they are, in a column of levels`(
    column: String, value: String, found: [String]
  ) throws {
    let texts = ["warn", "WARNING", "40", "4", "error", "50", "x"]
    for comparison in [ColumnOperator.equal, .notEqual] {
      let condition = ColumnCondition(column, comparison, value)
      let matcher = ValueMatcher(try WantedValue(condition, .matters))
      // The caller inverts the result of a negated condition.
      #expect(
        texts.filter { text in Array(text.utf8).withUnsafeBytes { matcher.matches($0) } } == found)
    }
  }

  @Test func `compares other texts by their scalars, and times so`() throws {
    let values = ["\"2026-01-02T03:04:05Z\"", "\"2026-01-10\"", "\"2025-12-31\"", "7", "null"]
    #expect(try Self.found("v>2026-01-05", of: values) == ["\"2026-01-10\"", "null"])
    #expect(
      try Self.found("v<=2026-01-02T03:04:05Z", of: values)
        == ["\"2026-01-02T03:04:05Z\"", "\"2025-12-31\""])
    #expect(try Self.found("v=null", of: ["null", "\"null\"", "0"]) == ["null", "\"null\""])
    #expect(try Self.found("v=true", of: ["true", "false"]) == ["true"])
    #expect(try Self.found("v=", of: ["\"\"", "\" \"", "null"]) == ["\"\""])
  }

  @Test func `has capitals as the rule of searches says`() throws {
    let values = ["\"Error\"", "\"error\"", "\"ERROR\"", "\"Straße\"", "\"STRASSE\"", "\"É\""]
    #expect(try Self.found("v=error", of: values).count == 3)
    #expect(try Self.found("v=Error", of: values) == ["\"Error\""])
    #expect(try Self.found("v=Error", of: values, .ignored).count == 3)
    #expect(try Self.found("v=error", of: values, .matters) == ["\"error\""])
    #expect(try Self.found("v=é", of: values) == ["\"É\""])
    #expect(try Self.found("v~err", of: values).count == 3)
    #expect(try Self.found("v~ERR", of: values) == ["\"ERROR\""])
  }

  @Test func `looks for a pattern in the value alone, also in an empty one`() throws {
    let values = ["\"/api/users\"", "\"/static\"", "\"x/api\"", "\"\"", "\"one\\ntwo\""]
    #expect(try Self.found("v~^/api", of: values) == ["\"/api/users\""])
    #expect(try Self.found("v~^$", of: values) == ["\"\""])
    #expect(try Self.found("v~^two$", of: values) == ["\"one\\ntwo\""])
    #expect(throws: PatternError.self) { try Self.matcher("v~(") }
  }

  @Test func `finds values and names that are written with escapes`() throws {
    let lines = [
      #"{"v":"a\"b"}"#, #"{"\u0076":"a\"b"}"#, #"{"v":"\u0061\"b"}"#, #"{"w":"\"v\":\"a\\\"b\""}"#,
      #"{ "x" : {"v":"a\"b"} , "v" : "a\u0022b" }"#, #"{"v":"a\\b"}"#,
    ]
    #expect(try Self.matches("v=a\"b", in: lines) == [0, 1, 2, 4])
  }

  @Test func `takes the field of the path, and the last of equal names`() throws {
    let lines = [
      #"{"a.b":1,"a":{"b":2}}"#, #"{"a":{"b":1}}"#, #"{"b":1}"#, #"{"a":{"b":2}}"#,
      #"{"a":{"b":1},"a":{"b":2}}"#, #"{"c":{"a":{"b":1}}}"#, #"{"a.b":2,"a.b":1}"#,
    ]
    #expect(try Self.matches("a.b=1", in: lines) == [0, 1, 6])
    #expect(try Self.matches(#"a={"b":1}"#, in: lines) == [1])
  }

  @Test func `is met by no line that is no record`() throws {
    let lines = [#"x {"v":1}"#, #"{"v":1"#, #"[{"v":1}]"#, #""v":1"#, "", #"{"v":1}"#]
    #expect(try Self.matches("v=1", in: lines) == [5])
  }

  @Test func `tells the place of the first and the last record`() throws {
    let matcher = try Self.matcher("v=1")
    let text = "{\"v\":2}\n{\"v\":1}\nx\n{\"v\":1.0}\n{\"v\":3}\n"
    Array(text.utf8).withUnsafeBytes { lines in
      #expect(matcher.firstMatch(in: lines) == 8)
      #expect(matcher.lastMatch(in: lines) == 18)
    }
  }
}
