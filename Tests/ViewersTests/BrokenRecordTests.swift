import Feeds
import Records
import Testing
import Viewers

/// Errors in a file of records, mostly without a screen.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `Records that are broken` {
  @Test(
    arguments: [
      ("[{\"a\":1},{\"a\":2}", "unexpected end at line 1, byte 17"),
      ("[{\"a\":1},{\"a\":2}}]", "expected , or ] at line 1, byte 17"),
      ("[{\"a\":1},{\"a\":2}]]", "unexpected text after the value at line 1, byte 18"),
      ("[{\"a\":1},\n{\"a\":2},]", "expected a value at line 2, byte 19"),
      ("[{\"a\":1},,{\"a\":2}]", "expected a value at line 1, byte 10"),
      ("[{\"a\":1} {\"a\":2}]", "expected , or ] at line 1, byte 10"),
      ("[{\"a\":1}]\n{\"a\":2}", "unexpected text after the value at line 2, byte 11"),
    ])
  func `stand among those that are not, which are all written`(
    text: String, failure: String
  ) async throws {
    for name in ["x.json", "x.txt", "x"] {
      let found = try await PlainRecords("--json").outcome(of: text, name: name)
      #expect(found.output == "{\"a\":1}\n{\"a\":2}\n")
      #expect(found.failure == failure)
    }
  }

  @Test(
    arguments: [
      ("{\"b\":", "unexpected end at line 2, byte 14"),
      ("{\"b\":2}}", "unexpected text after the value at line 2, byte 16"),
      ("{\"b\" 2}", "expected : at line 2, byte 14"),
      ("{\"b\":\"x", "unexpected end at line 2, byte 16"),
      ("{\"b\":\"\\x\"}", "an unknown escape at line 2, byte 15"),
      ("\u{FEFF}{\"b\" 2}", "expected : at line 2, byte 17"),
    ]) func `are text in their place, and the first one is named`(
      line: String, failure: String
    ) async throws
  {
    let text = "{\"a\":1}\n\(line)\n{\"a\":3}\n{\"a\":4}\n"
    for name in ["x.ndjson", "x.log", "x"] {
      let found = try await PlainRecords("--json").outcome(of: text, name: name)
      let written = line.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      #expect(
        found.output == "{\"a\":1}\n{\"text\":\"\(written)\"}\n{\"a\":3}\n{\"a\":4}\n")
      #expect(found.failure == failure)
    }
    let columns = try await PlainRecords("a").outcome(of: text)
    #expect(columns.output == "a\n1\n\n3\n4\n" && columns.failure == failure)
  }

  @Test func `are counted where there are several`() async throws {
    let text = "{\"a\":1}\n{\"a\":2}\n{\"a\"\n{\"a\":\n{\"b\n"
    let found = try await PlainRecords("--json").outcome(of: text)
    #expect(found.failure == "unexpected end at line 3, byte 21, the first of 3 errors")
  }

  @Test func `have too many levels`() async throws {
    let deep = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
    let found = try await PlainRecords("--json").outcome(
      of: "[{\"a\":1},{\"b\":\(deep)},{\"a\":2}]")
    #expect(found.output.hasSuffix("\n{\"a\":2}\n") && found.output.hasPrefix("{\"a\":1}\n"))
    #expect(found.failure?.hasPrefix("more than 512 levels at line 1, byte ") == true)
  }

  @Test func `are not lines of text between them, nor blank lines`() async throws {
    let text = "\nstart\n{\"a\":1}\n \n[3]\n\t\r\n{\"a\":2}\n\n"
    let found = try await PlainRecords("--json").outcome(of: text)
    #expect(
      found.output
        == "{\"text\":\"start\"}\n{\"a\":1}\n{\"text\":\"[3]\"}\n{\"a\":2}\n")
    #expect(found.failure == nil)
  }

  @Test func `are rows whose quote is never closed`() async throws {
    let found = try await PlainRecords("--json").outcome(
      of: "id,note\n1,a\n2,\"b\n3,c\n", name: "x.csv")
    #expect(
      found.output
        == "{\"id\":\"1\",\"note\":\"a\"}\n{\"id\":\"2\",\"note\":\"\\\"b\"}\n{\"id\":\"3\",\"note\":\"c\"}\n"
    )
    #expect(found.failure == "an unclosed quote at line 3, byte 15")
  }

  @Test func `are none with quotes in fields that blanks separate`() async throws {
    var plain = PlainRecords("--json")
    plain.options.csv.delimiter = UInt8(ascii: " ")
    let found = try await plain.outcome(of: "id note\n1 \"a\n2 b\n")
    #expect(found.output.hasPrefix("{\"id\":\"1\",\"note\":\"\\\"a\"}\n{\"id\":\"2\","))
    #expect(found.failure == nil)
  }

  @Test func `are one row where a quote by mistake is before others`() async throws {
    let found = try await PlainRecords("id").outcome(
      of: "id,note\n1,\"a\n2,\"b\"\n3,\"c\nd\"\n4,e\n", name: "x.csv")
    #expect(found.output == "id\n1\n2\n3\n4\n")
    #expect(found.failure == "an unclosed quote at line 2, byte 11")
  }

  @Test func `are none whose notes are longer than a MiB`() async throws {
    let note = String(repeating: "line\n", count: 300_000)
    let text = "id,note\n" + (1...3).map { "\($0),\"\(note)\"\n" }.joined()
    let found = try await PlainRecords("id").outcome(of: text, name: "x.csv")
    #expect(found.output == "id\n1\n2\n3\n" && found.failure == nil)
  }

  @Test(arguments: ["\n", "\r\n", "\r"]) func `are none with any line ends`(
    end: String
  ) async throws {
    let text = ["id,note", "1,\"a\(end)b\"", "2,c\0", ""].joined(separator: end)
    let found = try await PlainRecords("id").outcome(of: text + "3,d\n4,e", name: "x.csv")
    #expect(found.output == "id\n1\n2\n3\n4\n" && found.failure == nil)
  }

  @Test func `are not said where the limit comes before`() async throws {
    let found = try await PlainRecords("--json", limit: 1).outcome(of: "[{\"a\":1},{\"a\":2")
    #expect(found.output == "{\"a\":1}\n" && found.failure == nil)
  }

  @Test(
    arguments: [
      ("{\"a\": NaN, \"b\": [-Infinity, Infinity]}", "{\"a\":NaN,\"b\":[-Infinity,Infinity]}", 7),
      ("{\"a\": \"x\ty\"}", "{\"a\":\"x\ty\"}", 9),
      ("{\"a\": 1, /* b */ \"c\": \"/*\",}", "{\"a\":1,\"c\":\"/*\"}", 10),
      ("{\"a\": [1, 2, ], }", "{\"a\":[1,2]}", 14),
    ]) func `are read where it is plain what they say`(
      line: String, written: String, byte: Int
    ) async throws
  {
    let found = try await PlainRecords("--json").outcome(of: line + "\n{\"a\":2}\n")
    #expect(found.output == written + "\n{\"a\":2}\n")
    #expect(found.failure?.hasSuffix(" at line 1, byte \(byte)") == true)
    let array = try await PlainRecords("--json").outcome(of: "[\(line),\n{\"a\":2}]")
    #expect(array.output == written + "\n{\"a\":2}\n" && array.failure != nil)
  }

  @Test func `are read with comments that are lines`() async throws {
    let found = try await PlainRecords("--json").outcome(
      of: "[\n  {\n    // it's one\n    \"a\": 1, # first\n  },\n  {\"a\":2}\n]\n", name: "x.json")
    #expect(found.output == "{\"a\":1}\n{\"a\":2}\n")
    #expect(found.failure == "expected \" or } at line 3, byte 11")
  }

  @Test func `are none with half of a surrogate pair, or behind a byte order mark`() async throws {
    let text = "\u{FEFF}{\"a\":\"\\ud800\"}\n\u{FEFF}{\"a\":2}\n"
    let found = try await PlainRecords("--json").outcome(of: text)
    #expect(found.output == "{\"a\":\"\\ud800\"}\n{\"a\":2}\n" && found.failure == nil)
  }

  @Test func `stand in their columns on the screen`() async throws {
    let text = "{\"a\":NaN,\"b\":1}\n{\"a\":2,\"b\":[1,],}\n"
    try await ViewerFixture.show(text) { viewer in
      await viewer.wait("columns") {
        $0[1].hasPrefix("▌ NaN  1") && $0[2].hasPrefix("  2    [1 ]")
      }
    }
  }
}
