import Feeds
import Records
import Testing
import Viewers

@MainActor @Suite struct `What is written of an array` {
  private static let text =
    "[\n  { \"a\": 1.50, \"b\": \"x  y\" },\n  5,\n  {\"a\": [ 1 ], \"a\": null}\n]\n"

  @Test func `is a line for each element, its values as they are`() async throws {
    let lines = "{\"a\":1.50,\"b\":\"x  y\"}\n{\"text\":\"5\"}\n{\"a\":[1],\"a\":null}\n"
    #expect(try await PlainRecords("--json").output(of: Self.text, name: "x.json") == lines)
    #expect(try await PlainRecords("--json", .jsonArray).output(of: Self.text) == lines)
  }

  @Test func `is in columns where they are asked for`() async throws {
    let rows = "b\ta\nx  y\t1.50\n\t\n\t\n"
    #expect(try await PlainRecords("b,a").output(of: Self.text, name: "x.json") == rows)
  }

  @Test func `stays as it is where nothing is asked`() async throws {
    #expect(try await PlainRecords().output(of: Self.text, name: "x.json") == nil)
  }

  @Test(arguments: [
    "[{\"a\":1},{\"b\":\"x", "[{\"a\":1},]", "[{\"a\":1}]\n{\"b\":2}\n", "[{\"a\":1}] x",
  ])
  func `holds all of one that is broken`(text: String) async throws {
    let rest = [
      "[{\"a\":1},{\"b\":\"x": "{\"text\":\"{\\\"b\\\":\\\"x\"}\n", "[{\"a\":1},]": "",
      "[{\"a\":1}]\n{\"b\":2}\n": "{\"b\":2}\n", "[{\"a\":1}] x": "{\"text\":\"x\"}\n",
    ]
    for name in ["x.json", "x.txt", "x"] {
      let (output, failure) = try await PlainRecords("--json").outcome(of: text, name: name)
      #expect(output == "{\"a\":1}\n" + (rest[text] ?? "?"))
      #expect(failure != nil)
    }
  }

  @Test func `leaves out comments between its elements, and says so`() async throws {
    let text = "[\n// one\n{\"a\":1}, // two\n/* x */ {\"a\":2},\n]\n"
    let (output, failure) = try await PlainRecords("--json").outcome(of: text, name: "x.json")
    #expect(output == "{\"a\":1}\n{\"a\":2}\n")
    #expect(failure != nil)
  }

  @Test(arguments: ["[]", "[ ]\n", "\u{FEFF}[\n]"]) func `is nothing of an empty one`(
    text: String
  ) async throws {
    for name in ["x.json", "x.txt", "x"] {
      let (output, failure) = try await PlainRecords("--json").outcome(of: text, name: name)
      #expect(output.isEmpty && failure == nil)
    }
  }

  @Test func `has a long element in pieces, and goes on behind it`() async throws {
    let long = String(repeating: "x", count: 700_000)
    var records = PlainRecords("--json")
    records.most = 1_000
    let (output, failure) = try await records.outcome(
      of: "[{\"a\":1},{\"b\":\"\(long)\"},{\"c\":2}]", name: "x.json")
    #expect(failure == "a value that is too large at line 1, byte 10")
    #expect(output == "{\"a\":1}\n{\"text\":\"{\\\"b\\\":\\\"\(long)\\\"}\"}\n{\"c\":2}\n")
  }

  @Test func `begins where a reader wants it to`() async throws {
    var records = PlainRecords("--json", limit: 1)
    records.start = .end
    #expect(
      try await records.output(of: Self.text, name: "x.json") == "{\"a\":[1],\"a\":null}\n")
    records.start = .item(2)
    #expect(try await records.output(of: Self.text, name: "x.json") == "{\"text\":\"5\"}\n")
  }
}
