import ByteStores
import Feeds
import FileSources
import Glibc
import Paging
import Pipes
import Records
import TemporaryFolders
import Terminal
import Testing
import Viewers

/// A JSON document that is not a list of records.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `A document as a tree` {
  private static let text = """
    {"name":"endless","tags":["a",true],"deep":{"x":{"y":[{"z":1},{"z":"two"}]},"none":[]}}
    """

  private func show(
    _ text: String, as name: String = "t.json", lines: Int = 16, columns: Int = 100,
    _ body: (ViewerFixture) async throws -> Void
  ) async throws {
    try await TemporaryFolder.run { folder in
      try folder.write(text, to: name)
      try await body(ViewerFixture(folder, name, lines: lines, columns: columns))
    }
  }

  private static let rows = [
    "▌ ▾ {", "      name: endless", "    ▾ tags: [", "        0: a", "        1: true",
    "    ▾ deep: {", "      ▾ x: {", "        ▾ y: [", "          ▾ 0: {", "              z: 1",
    "          ▾ 1: {", "              z: two", "        none: []",
  ]

  @Test func `has a row for each value, and says the path of the selected one`() async throws {
    try await show(Self.text) { viewer in
      await viewer.wait(for: Self.rows)
      viewer.type("8j")
      await viewer.wait("its path") { $0[15].contains(".deep.x.y[0]") }
    }
  }

  @Test func `is folded and unfolded, by one value and by levels`() async throws {
    try await show(Self.text) { viewer in
      await viewer.wait(for: Self.rows)
      viewer.type("2j")
      viewer.type(.enter)
      await viewer.wait(for: "▌   ▸ tags: [\"a\", true]")
      viewer.type("l")
      await viewer.wait(for: "▌   ▾ tags: [")
      viewer.type("l")
      await viewer.wait(for: "▌       0: a")
      viewer.type("hh")
      await viewer.wait(for: "▌   ▸ tags: [\"a\", true]")
      viewer.type("2-")
      await viewer.wait("from the second level on") { rows in
        rows.contains { $0.hasPrefix("      ▸ x: {\"y\": [{\"z\": 1}") }
      }
      viewer.type("-")
      await viewer.wait("the outermost level") {
        $0[1].contains("name") && $0[3].hasPrefix("    ▸ deep")
      }
      viewer.type("+")
      await viewer.wait("all again") { $0[11].hasPrefix("              z: two") }
    }
  }

  @Test func `is searched and filtered, by paths too`() async throws {
    try await show(Self.text) { viewer in
      await viewer.wait(for: Self.rows)
      viewer.type("/two")
      viewer.type(.enter)
      await viewer.wait(for: "▌             z: two")
      viewer.type("&y\\[0\\]")
      viewer.type(.enter)
      await viewer.wait("what is in it") {
        $0[0].contains("0: {") && $0[1].contains("z: 1") && !$0[2].contains("z")
      }
    }
  }

  @Test func `says that it is broken, and where`() async throws {
    try await show("{\"a\":[1,2}") { viewer in
      await viewer.wait("a fault") { $0[15].contains("1 error") }
      viewer.type("=")
      await viewer.wait("where") { $0[15].contains("expected , or ] at line 1, byte 10") }
    }
    try await show(Self.text) { viewer in
      await viewer.wait(for: Self.rows)
      viewer.type("=")
      await viewer.wait("no fault") { $0[15].contains(". · byte 1") && !$0[15].contains("error") }
    }
  }

  @Test func `has what is to be copied: the value, its path, all that is in it`() async throws {
    try await show(Self.text) { viewer in
      await viewer.wait(for: Self.rows)
      viewer.type("5jc")
      await viewer.wait("the path") { $0[15].contains("sent the path, 5 bytes") }
      viewer.type("Y")
      await viewer.wait("the value") { $0[15].contains("sent deep, 43 bytes") }
    }
  }

  @Test func `is what concatenated values and an array of scalars are, and no text in brackets`()
    async throws
  {
    try await show("[1,\n 2,\n [3]]") { viewer in
      await viewer.wait("an array") { $0[0].hasPrefix("▌ ▾ [") && $0[1].contains("0: 1") }
    }
    for text in ["[section]\na=1\n", "[2024-01-01 10:00] hi\n", "{ a brace\n", "[ERROR] no\n"] {
      try await show(text, as: "t") { viewer in
        await viewer.wait("its first line") { $0[0] == String(text.prefix { $0 != "\n" }) }
      }
    }
  }
}

/// A document that is written while it is read.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `A document from a pipe` {
  private func load(
    _ source: DocumentSource, _ position: PageRequest<FileOffset>.Position, _ count: Int = 50
  ) async throws -> Page<DocumentRow, FileOffset> {
    try await source.load(PageRequest(reason: .append, position: position, count: count))
  }

  @Test func `has the rows that have come whole, and the others when they have`() async throws {
    let pipe = OpenPipe()
    let stream = try StreamStore(reading: pipe.output, name: "a pipe")
    let source = DocumentSource(stream.file, stream)
    pipe.write("{\"a\":[1,2],\"b\":\"be")
    let first = try await load(source, .start)
    #expect(first.items.map(\.path) == [".", ".a", ".a[0]", ".a[1]"])
    let place = try #require(first.after.cursor)
    let next = Task { try await load(source, .after(place)) }
    pipe.write("gun\",\"c\":{")
    #expect(
      try await next.value.items.map { String(decoding: $0.text, as: UTF8.self) } == ["begun"])
    let last = try #require(try await next.value.after.cursor)
    pipe.write("\"d\":12")
    pipe.write("3}}")
    pipe.end()
    var (rows, cursor): ([DocumentRow], FileOffset?) = ([], last)
    while let place = cursor {
      let page = try await load(source, .after(place))
      rows += page.items
      cursor = if case .more(let cursor) = page.after { cursor } else { nil }
    }
    #expect(rows.map(\.path) == [".c", ".c.d"])
    #expect(rows.last.map { String(decoding: $0.written, as: UTF8.self) } == "123")
    #expect(try await load(source, .end).items.count == 7)
  }

  @Test func `waits without a thread, and ends when it is given up`() async throws {
    let pipe = OpenPipe()
    let stream = try StreamStore(reading: pipe.output, name: "a pipe")
    let source = DocumentSource(stream.file, stream)
    let page = Task { try await load(source, .start) }
    page.cancel()
    await #expect(throws: PagingError.self) { try await page.value }
    pipe.end()
  }

  /// The text is longer than the part that is read ahead of the requests.
  @Test func `is written and shown to its end, however long it is`() async throws {
    let items = (1...6_000).map { "{\"i\":\($0),\"t\":\"\(String(repeating: "x", count: 80))\"}" }
    let text = "{\"a\":[\(items.joined(separator: ", "))],\"last\":true}"
    try await TemporaryFolder.run { folder in
      let path = try folder.write(text, to: "t.json")
      func stream() throws -> StreamStore {
        try StreamStore(reading: open(path, O_RDONLY | O_CLOEXEC), name: "a stream")
      }
      let written = try stream()
      var (output, options) = ([UInt8](), ViewerOptions())
      options.writesJSON = true
      try DocumentPlainForm(
        TextFeed(written.file, written), PlainForm(options: options, toTerminal: false)
      ).run {
        output += $0
        return true
      }
      #expect(output.count == text.utf8.count - 5_999 + 1)
      let shown = try stream()
      let source = DocumentSource(shown.file, shown)
      #expect(try await load(source, .end, 3).items.last?.path == ".last")
    }
  }
}

/// A list in a document, and several objects in sequence.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `The list of a document` {
  private func show(
    _ text: String, as name: String = "t.json", _ body: (ViewerFixture) async throws -> Void
  ) async throws {
    try await TemporaryFolder.run { folder in
      try folder.write(text, to: name)
      try await body(ViewerFixture(folder, name, lines: 8, columns: 60))
    }
  }

  @Test(arguments: [
    "{\"Records\":[{\"a\":1,\"b\":2},{\"a\":3,\"b\":4}],\"next\":null}",
    "{\"meta\":{\"n\":2},\"data\":{\"items\":[{\"a\":1,\"b\":2},\n {\"a\":3,\"b\":4}]}}\n",
    "{\n  \"a\": 1,\n  \"b\": 2\n}\n{\n  \"a\": 3,\n  \"b\": 4\n}\n",
  ])
  func `stands in columns, and nothing else of the document`(text: String) async throws {
    for name in ["t.json", "t"] {
      try await show(text, as: name) { viewer in
        await viewer.wait("both records") {
          $0[0] == "  a  b" && $0[1] == "▌ 1  2" && $0[2] == "  3  4" && $0[3].isEmpty
            && $0[7].contains("record 1 of 2 · end")
        }
        viewer.type("G")
        await viewer.wait("no fault") { !$0[7].contains("error") }
      }
    }
  }

  @Test func `of many megabytes is one, too`() async throws {
    let rows = (0..<9_000).map { #"{"a":\#($0),"b":"\#(String(repeating: "x", count: 1_000))"}"# }
    let text = #"{"meta":{"n":1},"data":{"rows":["# + rows.joined(separator: ",\n") + "]},\"x\":1}"
    try await show(text) { viewer in
      await viewer.wait("the first record") {
        $0[0].hasPrefix("  a  b") && $0[1].hasPrefix("▌ 0  x")
      }
      viewer.type("G")
      await viewer.wait("the last record") { $0[6].hasPrefix("  8999") && !$0[7].contains("error") }
    }
  }

  @Test func `is the array that --items names`() async throws {
    let text = #"{"people":[{"a":1,"b":2}],"x/y":{"list":[{"a":3,"b":4},{"a":5,"b":6}]},"n":[1,2]}"#
    func check(_ pointer: String, _ rows: [String]) async throws {
      try await TemporaryFolder.run { folder in
        try folder.write(text, to: "t.json")
        var options = ViewerOptions()
        options.sourceValues["--items"] = pointer
        let viewer = try ViewerFixture(
          folder, "t.json", lines: 6, columns: 60, options: options)
        await viewer.wait(for: rows)
      }
    }
    try await check("/people", ["  a  b", "▌ 1  2", ""])
    try await check("/x~1y/list", ["  a  b", "▌ 3  4", "  5  6", ""])
    try await check("/n", ["", "▌ 1", "  2", ""])
    await #expect(
      throws: Failure.source("t.json: no array at '/x': name one with --items, such as /data/items")
    ) { try await check("/x", []) }
  }

  @Test func `is none where a document has an array of another name, or of scalars`() async throws {
    for text in ["{\"contributors\":[{\"name\":\"x\"}]}", "{\"items\":[1,2]}"] {
      try await show(text) { viewer in
        await viewer.wait("a tree") { $0[0].hasPrefix("▌ ▾ {") }
      }
    }
  }
}

/// The output for a document with `--json`.
@Suite struct `The lines of a document` {
  @Test(arguments: [
    ("{\"a\": 1}", "{\"a\":1}\n", nil), ("[1, [2]]\n", "{\"text\":\"[1,[2]]\"}\n", nil),
    ("{}\n[\"x\"]", "{}\n{\"text\":\"[\\\"x\\\"]\"}\n", nil),
    ("{\n\"a\":1}\n{\n\"a\":2}\n", "{\"a\":1}\n{\"a\":2}\n", nil),
    ("{\"a\":1,\"b\":[1,2", "{\"text\":\"{\\\"a\\\":1,\\\"b\\\":[1,2\"}\n", "line 1, byte 16"),
    ("{\"a\":1}\n{", "{\"a\":1}\n{\"text\":\"{\"}\n", "line 2, byte 10"),
  ])
  @MainActor func `are its values, and what is broken is said`(
    text: String, lines: String, fault: String?
  ) async throws {
    let (output, failure) = try await PlainRecords("--json").documentOutcome(of: text)
    #expect(output == lines)
    #expect(failure.map { "\($0)" }?.contains(fault ?? "") ?? (fault == nil))
  }
}
