import FileSources
import Records
import Search
import Testing

@testable import Feeds

/// Conditions held against records in memory.
@Suite struct `A condition` {
  private static func matcher(
    _ text: String, _ rule: SearchCase = .smart
  ) throws -> any LineMatcher {
    let condition = try #require(
      ColumnCondition(text) { ["v", "a.b", "a"].contains($0) ? $0 : nil })
    return try RecordCondition(
      condition, RecordColumn(condition.column, of: []), .ndjson, unit: .line, rule
    ).makeMatcher()
  }

  /// Which of some lines match, from 0, each found by itself as well.
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

  /// The texts of a field of which a condition finds the record.
  private static func found(
    _ text: String, of values: [String], _ rule: SearchCase = .smart
  ) throws -> [String] {
    let lines = values.map { "{\"v\": \($0), \"w\": 1}" }
    return try matches(text, in: lines, rule).map { values[$0] }
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
