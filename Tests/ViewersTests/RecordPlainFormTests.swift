import ByteStores
import Feeds
import FileSources
import Paging
import Pipes
import Randomness
import Records
import TemporaryFolders
import Testing
import Viewers

/// NDJSON that is written without a screen.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `Lines of JSON in the plain form` {
  private static let text = """
    {"a": 1.50, "b": {"c": "x\\ty", "d": []}}\r
    no record

    {"a":null,"a":2}
    [3]
    {"b":{"c":true}, "e":"1\\n"}
    """

  @Test func `stay as they are where nothing else is asked`() async throws {
    #expect(try await PlainRecords().output(of: Self.text) == nil)
    #expect(try await PlainRecords("", .ndjson).output(of: Self.text) == nil)
    #expect(try await PlainRecords("--json", .text).output(of: Self.text) == nil)
  }

  @Test func `are objects whose values are as they were written`() async throws {
    #expect(
      try await PlainRecords("--json").output(of: Self.text) == """
        {"a":1.50,"b":{"c":"x\\ty","d":[]}}
        {"text":"no record"}
        {"a":null,"a":2}
        {"text":"[3]"}
        {"b":{"c":true},"e":"1\\n"}

        """)
  }

  @Test func `are columns with tabs between, and what is in a value is escaped`() async throws {
    #expect(
      try await PlainRecords("b.c,a,b,e").output(of: Self.text) == """
        b.c\ta\tb\te
        x\\ty\t1.50\t{"c": "x\\\\ty", "d": []}\t
        \t\t\t
        \t2\t\t
        \t\t\t
        true\t\t{"c":true}\t1\\n

        """)
  }

  @Test func `may be projected to some of their fields`() async throws {
    var records = PlainRecords("b,a,text")
    records.options.writesJSON = true
    #expect(
      try await records.output(of: Self.text) == """
        {"b":{"c":"x\\ty","d":[]},"a":1.50}
        {"text":"no record"}
        {"a":2}
        {"text":"[3]"}
        {"b":{"c":true}}

        """)
  }

  @Test func `of another text are the column text`() async throws {
    #expect(
      try await PlainRecords("text,a", .ndjson).output(of: "x\ty\\\n{\"a\":1}\n")
        == "text\ta\nx\\ty\\\\\t\n\t1\n")
  }

  @Test func `are no objects where the bytes are no UTF-8`() async throws {
    let bytes = Array("{\"a\":\"".utf8) + [0xFF] + Array("\"}\n".utf8)
    let (output, failure) = try await PlainRecords("--json", .ndjson).outcome(of: bytes)
    #expect(output == "{\"text\":\"{\\\"a\\\":\\\"\u{FFFD}\\\"}\"}\n")
    #expect(failure == "invalid UTF-8 at line 1, byte 7")
  }

  @Test(arguments: [(0, 0), (1, 1), (2, 2), (9, 5)])
  func `end with the limit`(limit: Int, count: Int) async throws {
    let output = try await PlainRecords("--json", limit: limit).output(of: Self.text)
    #expect(output?.split(separator: "\n").count == count)
  }

  @Test(arguments: [(1, 5), (3, 3), (5, 1), (6, 0)])
  func `begin with the one that is wanted`(number: Int, count: Int) async throws {
    var records = PlainRecords("--json")
    let all = try #require(try await records.output(of: Self.text)).split(separator: "\n")
    records.start = .item(number)
    let output = try #require(try await records.output(of: Self.text)).split(separator: "\n")
    #expect(output == all.suffix(count))
  }

  @Test(arguments: [1, 2, 6, 9]) func `may be the last ones`(limit: Int) async throws {
    let all = try #require(try await PlainRecords("--json").output(of: Self.text))
    var records = PlainRecords("--json", limit: limit)
    records.start = .end
    let output = try #require(try await records.output(of: Self.text))
    #expect(output.split(separator: "\n") == all.split(separator: "\n").suffix(limit))
  }

  @Test func `have nothing in them for a terminal to obey`() async throws {
    var records = PlainRecords("--json")
    records.toTerminal = true
    #expect(
      try await records.output(of: "{\"a\":\"\u{9B}2J\u{7F}\"}\n\u{1B}[31m\n{\"a\":1}\n")
        == "{\"a\":\"<U+009B>2J␡\"}\n{\"text\":\"\\u001b[31m\"}\n{\"a\":1}\n")
  }

  @Test func `need columns where some are named`() async throws {
    let failure = await #expect(throws: Failure.self) {
      try await PlainRecords("a").output(of: "some prose\n")
    }
    #expect(failure?.text.hasSuffix("/file has no columns: name its format with --format") == true)
    #expect(try await PlainRecords("a").output(of: "") == nil)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `are the same wherever a block ends`(seed: UInt64) async throws {
    var random = SplitMix64(start: seed)
    let words = ["\"", "\\\\", "é", "😀", " ", "\r", "x", "{\"a\":1}"]
    var (text, expected) = ("{\"a\":0}\n{\"a\":0}\n", "{\"a\":0}\n{\"a\":0}\n")
    while text.utf8.count < 1 << 20 {
      let filling = String(
        repeating: random.pick(["x", "\\\"", "漢"]), count: random.within(0...20_000))
      let isObject = random.occurs(inPercent: 70)
      let value = (isObject ? "" : "x") + "{\"n\":\"\(filling)\"}"
      let rest = isObject ? "" : random.pick(words)
      text += (isObject ? value : value + rest + "!") + random.pick(["\n", "\r\n"])
      let line = (value + rest + "!").replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        .replacing("\r", with: "\\r")
      expected += isObject ? value + "\n" : "{\"text\":\"\(line)\"}\n"
    }
    let output = try await PlainRecords("--json").output(of: text)
    let isRight = output == expected
    #expect(isRight)
  }

  @Test(
    arguments: [
      ("", "\"}\n"), ("\n", "\"}\n"), ("\r\n", "\"}\n"), ("\n{\"a\":1}\n", "\"}\n{\"a\":1}\n"),
      ("é", "é\"}\n"), ("x\n", "x\"}\n"), ("\rx", "\\rx\"}\n"), ("\r", "\\r\"}\n"),
    ], [0, 1, 2])
  func `may be too long to be held`(rest: (String, String), shift: Int) async throws {
    let long = String(repeating: "é", count: 280_000) + String(repeating: "x", count: shift)
    let text = "{}\n" + long + rest.0
    var records = PlainRecords("--json", .ndjson)
    records.most = 100_000
    let output = try await records.output(of: text)
    // A failure only shows the end of the text, because the text is long.
    let isRight = output == "{}\n{\"text\":\"" + long + rest.1
    #expect(isRight, "\(output?.suffix(40) ?? "")")
    records = PlainRecords("a,text", .ndjson, limit: 2)
    records.most = 100_000
    #expect(try await records.output(of: text) == "a\ttext\n\t\n\t\n")
  }

  @Test(arguments: -3...3) func `may be too long where a block ends in their end`(
    shift: Int
  ) async throws {
    let long = String(repeating: "x", count: (256 << 10) - 2 + shift)
    var records = PlainRecords("--json", .ndjson)
    records.most = 1_000
    let isRight = try await records.output(of: long + "\r\n{}\n") == "{\"text\":\"\(long)\"}\n{}\n"
    #expect(isRight)
  }

  @Test func `may come from a pipe, a little at a time`() async throws {
    let pipe = OpenPipe()
    let stream = try StreamStore(reading: pipe.output, name: "pipe")
    pipe.writeFromAThread(Array(String(repeating: "{ \"a\" : [1, 2] }\n", count: 30_000).utf8))
    let output = try PlainRecords("--json").written(of: TextFeed(stream.file, stream))
    #expect(output == Array(String(repeating: "{\"a\":[1,2]}\n", count: 30_000).utf8))
  }

  @Test func `are written as they come where the format is named`() async throws {
    let pipe = OpenPipe()
    let stream = try StreamStore(reading: pipe.output, name: "pipe")
    pipe.write("{\"a\":1}\n{\"a\"")
    var options = ViewerOptions()
    (options.writesJSON, options.format) = (true, .ndjson)
    let form = try #require(
      try RecordPlainForm(
        TextFeed(stream.file, stream), PlainForm(options: options, toTerminal: false)))
    var blocks: [String] = []
    try form.run { block throws(Failure) in
      // The rest is only written after this block has arrived.
      if blocks.isEmpty {
        pipe.write(":2}\n")
        pipe.end()
      }
      if !block.isEmpty { blocks.append(String(decoding: block, as: UTF8.self)) }
      return true
    }
    #expect(blocks == ["{\"a\":1}\n", "{\"a\":2}\n"])
  }

  @Test func `are the same objects through a pager`() async throws {
    let expected = try #require(try await PlainRecords("--json").output(of: Self.text))
    try await TemporaryFolder.run { folder in
      let path = try folder.write(Self.text, to: "file")
      var options = ViewerOptions()
      options.writesJSON = true
      let opened = try ViewerFixture.registry.open(Array(path.utf8), at: nil, options)
      let feed = try #require(opened as? TextFeed)
      let page = try await feed.source.load(
        PageRequest(reason: .append, position: .start, count: 50))
      let form = PlainForm(options: options, toTerminal: false)
      let lines = page.items.filter { !$0.bytes.isEmpty }.flatMap { form.bytes(of: $0, in: feed) }
      #expect(String(decoding: lines, as: UTF8.self) == expected)
    }
  }

  @Test func `end where nobody reads any more`() async throws {
    try await TemporaryFolder.run { folder in
      let path = try folder.write(String(repeating: "{\"a\":1}\n", count: 200_000), to: "file")
      var options = ViewerOptions()
      options.writesJSON = true
      let form = try #require(
        try RecordPlainForm(
          TextFeed(FileStore(path: path), nil), PlainForm(options: options, toTerminal: false)))
      var count = 0
      try form.run { _ throws(Failure) in
        count += 1
        return false
      }
      #expect(count == 1)
    }
  }
}
