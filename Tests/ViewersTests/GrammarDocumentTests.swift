import Feeds
import Testing
import Viewers

/// Documents for the grammar of RFC 8259, each on a line and in an array: valid ones, invalid ones,
/// and those that readers may accept or reject.
@MainActor @Suite(.timeLimit(.minutes(10))) struct `Documents by the grammar of JSON` {
  nonisolated private static let accepted = [
    "null", "true", "false", "0", "-0", "1", "-1", "10", "0.5", "-0.5", "1.50", "1e1", "1E1",
    "1e+1",
    "1e-1", "1.5E-3", "-1.0e0", "123456789012345678901234567890", "1e99999", "0.00000000000000001",
    "\"\"", #""a""#, #""a b""#, #""é""#, #""語""#, #""😀""#, #""\"""#, #""\\""#, #""\/""#,
    #""\b\f\n\r\t""#, #""\u0041""#, #""\u00e9""#, #""\uD83D\uDE00""#, #""\u0000""#, #""\\u0061""#,
    #""{[,:""#, #""}]""#, #""//""#, #""/* */""#, "\"#\"", "\"\u{7F}\"", "\"\u{2028}\"", "[]", "[ ]",
    "[1]", "[1,2]", "[ 1 , 2 ]", "[[]]", "[[[]],[]]", "[null,true,false]", #"["a","b"]"#, "[{}]",
    "{}", "{ }", #"{"a":1}"#, #"{ "a" : 1 }"#, #"{"a":1,"b":2}"#, #"{"a":{"b":{"c":null}}}"#,
    #"{"":0}"#, #"{"a b":[]}"#, #"{"a":[{"b":1},{"c":2}]}"#, "[\t1,\t2]", "1 ", " 1", "[1 ]",
    #"{"a\u0000b":1}"#, #"{"é":1}"#,
  ]

  nonisolated private static let refused = [
    "", "nul", "True", "NULL", "nulL", "undefined", "None", "a", "'a'", "+1", ".5", "1.", "01",
    "-01",
    "00", "1.e1", "1e", "1e+", "--1", "1+2", "0x1", "1_000", "1e1.5", "-", "1 2", "1eE2", "-a",
    "Inf",
    "nan", "$1", #""a"#, #"a""#, #""\x41""#, #""\a""#, #""\'""#, #""\u12G4""#, #""\u123""#,
    #""\U0061""#, #""\"#, #""a"b"#, "[", "]", "[1", "[1,,2]", "[,1]", "[,]", "[1 2]", "[1:2]",
    "[1}",
    "[*]", "[[]", "[]]", #"["a"#, "{", "}", "{a:1}", "{1:1}", "{'a':1}", #"{"a"}"#, #"{"a" 1}"#,
    #"{"a"::1}"#, #"{"a":}"#, #"{,"a":1}"#, #"{"a":1,,"b":2}"#, #"{"a":1 "b":2}"#, #"{"a":1]"#,
    #"{"a":1;}"#, "{[]:1}", #"{"a":"#, "{}}", "１", "\u{A0}1", "[1\u{C}]", ";",
  ]

  /// Texts that many programs write, and those that the grammar leaves open.
  nonisolated private static let either = [
    "NaN", "Infinity", "-Infinity", "[1,]", #"{"a":1,}"#, "1/**/", "[1/* a */]", #"{"a":1/*}*/}"#,
    #""\uD800""#, #""\uDC00""#, #""\uDC00\uDC00""#, #""\uD800a""#, "\"\t\"", "\"\u{1}\"",
    "\"\u{1F}\"",
    #"{"a":1,"a":2}"#, "[NaN]", #"{"a":[NaN,],}"#,
  ]

  @Test func `are at least three hundred`() {
    #expect(2 * (Self.accepted.count + Self.refused.count + Self.either.count) >= 300)
  }

  private func outcome(line value: String) async throws -> (lines: [String], failure: String?) {
    let text = "{\"a\":1}\n{\"v\":\(value)}\n{\"a\":3}\n"
    let found = try await PlainRecords("--json").outcome(of: text)
    return (found.output.split(separator: "\n").map(String.init), found.failure)
  }

  private func outcome(element value: String) async throws -> (lines: [String], failure: String?) {
    let found = try await PlainRecords("--json").outcome(
      of: "[{\"a\":1},{\"v\":\(value)},{\"a\":3}]")
    return (found.output.split(separator: "\n").map(String.init), found.failure)
  }

  @Test(arguments: accepted) func `are written as they are`(value: String) async throws {
    for found in [try await outcome(line: value), try await outcome(element: value)] {
      #expect(found.lines.count == 3 && found.failure == nil)
      #expect(found.lines[1].hasPrefix("{\"v\":") && found.lines[2] == "{\"a\":3}")
      #expect(
        found.lines[1].filter { $0 != " " && $0 != "\t" }
          == "{\"v\":\(value)}".filter { $0 != " " && $0 != "\t" })
    }
  }

  @Test(arguments: refused) func `are named where they are broken`(value: String) async throws {
    let line = try await outcome(line: value)
    #expect(line.lines.count == 3 && line.failure?.contains(" at line 2, byte ") == true)
    #expect(line.lines.first == "{\"a\":1}" && line.lines.last == "{\"a\":3}")
    #expect(line.lines[1].hasPrefix("{\"text\":"))
    let element = try await outcome(element: value)
    #expect(element.failure?.contains(" at line 1, byte ") == true)
    #expect(element.lines.first == "{\"a\":1}")
  }

  @Test(arguments: either) func `are records where it is plain what they say`(
    value: String
  ) async throws {
    let line = try await outcome(line: value)
    #expect(line.lines.count == 3 && line.lines[1].hasPrefix("{\"v\":"))
    #expect(line.lines.last == "{\"a\":3}")
  }

  @Test(arguments: [accepted, either].joined().prefix(40)) func `stand on the screen`(
    value: String
  ) async throws {
    try await ViewerFixture.show("{\"a\":1}\n{\"v\":\(value)}\n{\"a\":3}\n") { viewer in
      await viewer.wait("columns") { $0[0].hasPrefix("  a") && $0[0].contains("v") }
      await viewer.wait("the last record") { $0[3].contains("3") }
    }
  }
}
