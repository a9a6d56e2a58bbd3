import Bytes
import ByteStores
import FileSources
import Paging
import Randomness
import Records
import TemporaryFolders
import Testing

/// The rows of a document's tree, compared with a plain walk over the same values.
@Suite struct `Pages of a document` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A generated JSON value.
  private indirect enum Made {
    case scalar(String)
    case array([Made])
    case object([(String, Made)])
  }

  private struct Maker {
    var random: SplitMix64

    mutating func value(_ depth: Int) -> Made {
      switch random.within(0...(depth < 5 ? 5 : 2)) {
      case 0: .scalar(random.pick(["1", "-2.5e3", "true", "null"]))
      case 1, 2:
        .scalar(
          "\"\(String(repeating: random.pick(["x", "ü", "a\\\\", "[{", "\\\""]), count: random.pick([0, 1, 9, 3_000])))\""
        )
      case 3: .array((0..<random.within(0...4)).map { _ in value(depth + 1) })
      default:
        .object(
          (0..<random.within(0...4)).map {
            ("n\($0)\(random.pick(["", ".x", " y"]))", value(depth + 1))
          })
      }
    }

    mutating func text(_ value: Made) -> String {
      func blank(_ random: inout SplitMix64) -> String { random.pick(["", "", " ", "\n  "]) }
      switch value {
      case .scalar(let text): return text
      case .array(let values):
        let inner = values.map { blank(&random) + text($0) + blank(&random) }
        return "[\(inner.joined(separator: ","))\(blank(&random))]"
      case .object(let members):
        let inner = members.map { name, value in
          "\(blank(&random))\"\(name)\"\(blank(&random)):\(blank(&random))\(text(value))"
        }
        return "{\(inner.joined(separator: ","))\(blank(&random))}"
      }
    }
  }

  /// The depths and names of the rows in the order of the file.
  ///
  /// Values at depth `level` and deeper are folded, so their content has no rows.
  private static func rows(
    _ value: Made, _ name: String, _ depth: Int, _ level: Int?
  ) -> [String] {
    let row = "\(depth) \(name)"
    if let level, depth >= level { return [row] }
    return switch value {
    case .scalar: [row]
    case .array(let values):
      [row] + values.enumerated().flatMap { rows($1, "\($0)", depth + 1, level) }
    case .object(let members): [row] + members.flatMap { rows($1, $0, depth + 1, level) }
    }
  }

  private static func names(_ rows: [DocumentRow]) -> [String] {
    rows.map { "\($0.depth) \($0.name)" }
  }

  private func all(
    _ source: DocumentSource, from start: PageRequest<FileOffset>.Position, by size: Int
  ) async throws -> [DocumentRow] {
    var (rows, next): ([DocumentRow], PageRequest<FileOffset>.Position?) = ([], start)
    let goesUp = if case .end = start { true } else { false }
    while let position = next {
      let page = try await source.load(
        PageRequest(reason: .append, position: position, count: size))
      rows = goesUp ? page.items + rows : rows + page.items
      let side = goesUp ? page.before : page.after
      next =
        if case .more(let cursor) = side { goesUp ? .before(cursor) : .after(cursor) } else { nil }
    }
    return rows
  }

  @Test(arguments: 1...40)
  func `are its values in their order, from both ends, however they are folded`(
    start: UInt64
  ) async throws {
    var maker = Maker(random: SplitMix64(start: start))
    let made = Made.object((0..<maker.random.within(1...12)).map { ("m\($0)", maker.value(1)) })
    let source = DocumentSource(
      try FileStore(path: folder.write(Array(maker.text(made).utf8))))
    for level in [nil, 1, 2, 3, nil] {
      source.change { $0 = DocumentFolds(level: level) }
      let expected = Self.rows(made, "0", 0, level)
      for size in [1, 7, 100] {
        #expect(Self.names(try await all(source, from: .start, by: size)) == expected)
        #expect(Self.names(try await all(source, from: .end, by: size)) == expected)
      }
    }
  }

  @Test(arguments: 1...20)
  func `fold and unfold one by one`(start: UInt64) async throws {
    var maker = Maker(random: SplitMix64(start: start))
    let made = Made.array((0..<maker.random.within(2...9)).map { _ in maker.value(1) })
    let source = DocumentSource(
      try FileStore(path: folder.write(Array(maker.text(made).utf8))))
    let whole = try await all(source, from: .start, by: 50)
    let foldable = whole.filter(\.isFoldable)
    guard !foldable.isEmpty else { return }
    let row = maker.random.pick(foldable)
    source.change { $0.toggle(row) }
    let folded = try await all(source, from: .start, by: 3)
    let path = row.path == "." ? "" : row.path
    let inside = whole.filter {
      $0.path != row.path && ($0.path.hasPrefix(path + ".") || $0.path.hasPrefix(path + "["))
    }
    #expect(
      folded.map(\.path)
        == whole.map(\.path).filter { path in !inside.contains { $0.path == path } })
    #expect(Self.names(try await all(source, from: .end, by: 4)) == Self.names(folded))
    source.change { $0.toggle(row) }
    #expect(Self.names(try await all(source, from: .start, by: 5)) == Self.names(whole))
  }

  /// The paths of the arrays in a value, as names.
  private static func arrays(_ value: Made, _ names: [String] = []) -> [[String]] {
    switch value {
    case .scalar: []
    case .array(let values):
      [names] + values.enumerated().flatMap { arrays($1, names + ["\($0)"]) }
    case .object(let members): members.flatMap { arrays($1, names + [$0]) }
    }
  }

  @Test(arguments: 1...12) func `have arrays that are found by their names`(start: UInt64) throws {
    var maker = Maker(random: SplitMix64(start: start))
    for number in 0..<6 {
      let value = Made.object([("a", maker.value(0)), ("b", maker.value(0)), ("c", maker.value(0))])
      let text = maker.text(value)
      let file = try FileStore(path: folder.write(Array(text.utf8), to: "list\(number)"))
      for names in Self.arrays(value) {
        let list = try #require(try DocumentList(in: file, named: names))
        let bytes = Array(text.utf8)
        // The document is read as an element of an array. An offset in the text of that array is
        // therefore the offset in the file plus one.
        var wanted = try #require(
          JSONReader.elements(ofPart: [.openBracket] + bytes + [.closeBracket])?.first)
        for name in names {
          wanted = try #require(
            wanted.kind == .object
              ? wanted.record?.first { $0.name == name }?.value
              : Int(name).flatMap { wanted.elements?[$0] })
        }
        let elements = try #require(wanted.elements)
        let first = elements.first?.raw.startIndex ?? wanted.raw.endIndex - 1
        #expect(list.start == first - 1)
        #expect(list.end == (elements.isEmpty ? list.start : wanted.raw.endIndex - 1))
        #expect(try DocumentList(in: file, named: names + ["nosuch"]) == nil)
      }
      #expect(try DocumentList(in: file, named: ["d"]) == nil)
    }
  }

  @Test func `have paths as jq has them, and the value whole on demand`() async throws {
    let text = "{\"a\":[{\"b c\":\"x\\ny\"}],\"d.e\":{\"f\":1}}"
    let source = DocumentSource(try FileStore(path: folder.write(Array(text.utf8))))
    let rows = try await all(source, from: .start, by: 50)
    #expect(
      rows.map(\.path) == [".", ".a", ".a[0]", ".a[0][\"b c\"]", ".[\"d.e\"]", ".[\"d.e\"].f"])
    #expect(String(decoding: rows[3].text, as: UTF8.self) == "x\ny")
    #expect(
      String(decoding: try source.bytes(of: rows[1], atMost: 100), as: UTF8.self)
        == "[{\"b c\":\"x\\ny\"}]")
    #expect(String(decoding: try source.bytes(of: rows[5], atMost: 100), as: UTF8.self) == "1")
    let list = DocumentSource(try FileStore(path: folder.write(Array("[[1]]".utf8), to: "list")))
    #expect(try await all(list, from: .start, by: 50).map(\.path) == [".", ".[0]", ".[0][0]"])
  }

  @Test(arguments: [
    "{\"a\":", "{\"a\":1", "[1,2", "{\"a\":\"x", "{]}", "{\"a\" \"b\"}", "[}",
    "{\"a\":1}}}{\"b\":2}", "{:}",
  ])
  func `come of broken text, too`(text: String) async throws {
    let source = DocumentSource(try FileStore(path: folder.write(Array(text.utf8))))
    let rows = try await all(source, from: .start, by: 2)
    #expect(!rows.isEmpty)
    #expect(Self.names(try await all(source, from: .end, by: 2)) == Self.names(rows))
  }

  @Test func `read a bounded part of a long document`() async throws {
    let item = "{\"id\":1,\"name\":\"\(String(repeating: "x", count: 80))\"},"
    let text = Array("{\"list\":[\(String(repeating: item, count: 60_000))0],\"last\":true}".utf8)
    let log = ReadLog()
    let source = DocumentSource(try FileStore(path: folder.write(text), edition: 0, read: log.read))
    let first = try await source.load(PageRequest(reason: .append, position: .start, count: 100))
    #expect(first.items.count == 100 && log.bytes < 200 << 10)
    let last = try await source.load(PageRequest(reason: .append, position: .end, count: 50))
    #expect(last.items.last?.path == ".last")
    log.clear()
    // Once a part has been read, it is found again from a nearby place.
    let place: FileOffset? = last.before.cursor
    let before = try #require(place)
    _ = try await source.load(PageRequest(reason: .prepend, position: .before(before), count: 50))
    #expect(log.bytes < 400 << 10)
  }
}
