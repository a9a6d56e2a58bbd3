import Feeds
import Randomness
import Records
import Testing
import Viewers

/// CSV that is written without a screen.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `CSV in the plain form` {
  private static let text = """
    id,name,note\r
    1,Ann,"a ""b""
    c\td"\r
    2,Bob,x\\y
    3,Eve
    04,É,z,more

    5,Flo,\r

    """

  @Test func `stays as it is where nothing else is asked`() async throws {
    #expect(try await PlainRecords().output(of: Self.text, name: "file.csv") == nil)
  }

  @Test func `is rows with tabs between where its format is named`() async throws {
    #expect(
      try await PlainRecords("", .csv(CSVDialect())).output(of: Self.text) == """
        id\tname\tnote
        1\tAnn\ta "b"\\nc\\td
        2\tBob\tx\\\\y
        3\tEve
        04\tÉ\tz\tmore
        5\tFlo\t

        """)
  }

  @Test func `has no names where the text has none`() async throws {
    #expect(
      try await PlainRecords("", .csv(CSVDialect())).output(of: "1,2\n3,4\n") == "1\t2\n3\t4\n")
    #expect(try await PlainRecords("2", .csv(CSVDialect())).output(of: "1,2\n3,4\n") == "2\n2\n4\n")
    #expect(
      try await PlainRecords("", .csv(CSVDialect(delimiter: UInt8(ascii: "\t")))).output(
        of: "a\tb\n3\t4,5\n") == "a\tb\n3\t4,5\n")
  }

  @Test func `is objects of strings`() async throws {
    #expect(
      try await PlainRecords("--json").output(of: Self.text, name: "file.csv") == """
        {"id":"1","name":"Ann","note":"a \\"b\\"\\nc\\td"}
        {"id":"2","name":"Bob","note":"x\\\\y"}
        {"id":"3","name":"Eve"}
        {"id":"04","name":"É","note":"z","4":"more"}
        {"id":"5","name":"Flo","note":""}

        """)
  }

  @Test func `has the columns that are named, in this order`() async throws {
    #expect(
      try await PlainRecords("4,name,id", .csv(CSVDialect())).output(of: Self.text) == """
        4\tname\tid
        \tAnn\t1
        \tBob\t2
        \tEve\t3
        more\tÉ\t04
        \tFlo\t5

        """)
    var records = PlainRecords("note,id", .csv(CSVDialect()), limit: 3)
    records.options.writesJSON = true
    #expect(
      try await records.output(of: Self.text) == """
        {"note":"a \\"b\\"\\nc\\td","id":"1"}
        {"note":"x\\\\y","id":"2"}
        {"id":"3"}

        """)
  }

  @Test(arguments: ["nme", "3", "0", "-1"])
  func `says which column it has not`(name: String) async throws {
    let failure = await #expect(throws: Failure.self) {
      try await PlainRecords("id," + name, .csv(CSVDialect())).output(of: Self.text)
    }
    #expect(failure?.text.hasSuffix("/file has no column '\(name)'") == true)
  }

  @Test func `keeps bytes that are no text, and has U+FFFD in objects`() async throws {
    let bytes: [UInt8] = Array("id,b\n1,".utf8) + [0xE9, 10]
    #expect(
      try await PlainRecords("", .csv(CSVDialect())).output(of: bytes) == Array("id\tb\n1\t".utf8)
        + [0xE9, 10])
    #expect(
      try await PlainRecords("--json", .csv(CSVDialect())).output(of: bytes)
        == Array("{\"id\":\"1\",\"b\":\"\u{FFFD}\"}\n".utf8))
  }

  @Test(arguments: [(1, "1"), (2, "2"), (3, "3")])
  func `begins with a record, whatever its lines are`(number: Int, id: String) async throws {
    var records = PlainRecords("id", .csv(CSVDialect()), limit: 1)
    records.start = .item(number)
    #expect(try await records.output(of: Self.text) == "id\n\(id)\n")
    records.start = .end
    #expect(try await records.output(of: Self.text) == "id\n5\n")
    records = PlainRecords("id", .csv(CSVDialect()), limit: 9)
    records.start = .end
    #expect(try await records.output(of: Self.text) == "id\n1\n2\n3\n04\n5\n")
  }

  @Test func `stands in columns on a terminal, with nothing to obey`() async throws {
    var records = PlainRecords()
    records.toTerminal = true
    let text = "id,name,note\n1,漢字,\u{1B}[31m\n200,\"a\nb\",c\n3,,\n"
    #expect(
      try await records.output(of: text, name: "file.csv") == """
        id   name  note
        1    漢字  ␛[31m
        200  a⏎b   c
        3

        """)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `is the same wherever a block ends`(seed: UInt64) async throws {
    var random = SplitMix64(start: seed)
    var (text, expected) = ("id,note\n", "")
    var number = 0
    while text.utf8.count < 1 << 20 {
      let value = (0..<random.within(0...3_000)).map { _ in
        random.pick(["x", "é", "\n", "\"", ","])
      }
      number += 1
      text += "\(number),\"" + value.joined().replacing("\"", with: "\"\"") + "\"\r\n"
      expected +=
        "{\"id\":\"\(number)\",\"note\":\""
        + value.joined().replacing("\"", with: "\\\"").replacing("\n", with: "\\n") + "\"}\n"
    }
    let output = try await PlainRecords("--json", .csv(CSVDialect())).output(of: text)
    let isRight = output == expected
    #expect(isRight)
  }
}
