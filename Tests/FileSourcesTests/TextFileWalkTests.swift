import TemporaryFolders
import FileSources
import Paging
import Testing

@Suite struct `Pages of a text file` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func source(_ bytes: [UInt8], pieceSize: Int) throws -> TextFileSource {
    try TextFileSource(path: folder.write(bytes), pieceSize: pieceSize, read: ReadLog().read)
  }

  private func check(_ lines: [TextLine], _ model: LineModel, from first: Int = 0) {
    #expect(lines.map { Array($0.raw) } == Array(model.lines[first...]))
    #expect(lines.map(\.id.bytes) == Array(model.boundaries.dropLast()[first...]))
  }

  private static func are(_ lines: [TextLine], _ model: ArraySlice<[UInt8]>) -> Bool {
    lines.elementsEqual(model) { $0.raw.elementsEqual($1) }
  }

  @Test(arguments: 1...6)
  func `are the same in both directions at every size`(start: UInt64) async throws {
    var text = RandomText(start: start)
    let bytes = text.bytes(400, longestLine: 100)
    let (source, model) = (try source(bytes, pieceSize: 16), LineModel(bytes, pieceSize: 16))
    for size in 1...100 {
      check(try await source.walk(.start, by: size), model)
      check(try await source.walk(.end, by: size), model)
    }
  }

  /// Each case tests a quarter of the offsets, so that the cases can run in parallel.
  @Test(arguments: 0...3)
  func `are the same from any offset at every size`(part: Int) async throws {
    var text = RandomText(start: 11)
    let bytes = text.bytes(240, longestLine: 20)
    let (source, model) = (try source(bytes, pieceSize: 16), LineModel(bytes, pieceSize: 16))
    let lines = model.lines
    for offset in stride(from: part, to: bytes.count, by: 4) {
      let line = model.line(at: offset)
      let beginning = FileOffset(bytes: model.boundaries[line])
      for size in 1...100 {
        let following = try await source.page(.after(FileOffset(bytes: offset)), size)
        #expect(Self.are(following.items, lines[line...].prefix(size)))
        #expect(following.before == (line == 0 ? .end : .more(beginning)))
        let preceding = try await source.page(.before(FileOffset(bytes: offset)), size)
        #expect(Self.are(preceding.items, lines[..<line].suffix(size)))
        #expect(preceding.after == .more(beginning))
      }
    }
  }

  @Test(arguments: 11...16)
  func `are the same from any offset of a longer text`(start: UInt64) async throws {
    var text = RandomText(start: start)
    let bytes = text.bytes(600, longestLine: 150)
    let (source, model) = (try source(bytes, pieceSize: 16), LineModel(bytes, pieceSize: 16))
    for offset in 0..<bytes.count {
      let (line, place) = (model.line(at: offset), FileOffset(bytes: offset))
      let following = try await source.page(.after(place), 3)
      #expect(Self.are(following.items, model.lines[line...].prefix(3)))
      let preceding = try await source.page(.before(place), 3)
      #expect(Self.are(preceding.items, model.lines[..<line].suffix(3)))
    }
  }

  @Test(arguments: [(7, 16), (100, 64), (1_000, 1 << 14), (100_000, 1 << 10)])
  func `are the same over many chunks`(size: Int, pieceSize: Int) async throws {
    var text = RandomText(start: 99)
    let bytes = text.bytes(size < 10 ? 50_000 : 400_000, longestLine: 4 * pieceSize)
    let model = LineModel(bytes, pieceSize: pieceSize)
    let source = try source(bytes, pieceSize: pieceSize)
    check(try await source.walk(.start, by: size), model)
    check(try await source.walk(.end, by: size), model)
    let middle = model.line(at: bytes.count / 2)
    let cursor = try await source.cursor(at: 0.5)
    #expect(cursor == FileOffset(bytes: model.boundaries[middle]))
    check(try await source.walk(.after(cursor), by: size), model, from: middle)
  }

  @Test func `hold no more than 256 KiB`() async throws {
    let line = Array(String(repeating: "x", count: 9_999).utf8) + [10]
    let bytes = Array(repeatElement(line, count: 100).joined())
    let source = try source(bytes, pieceSize: 1 << 14)
    #expect(try await source.page(.start, 1_000).items.count == 27)
    #expect(try await source.page(.end, 1_000).items.count == 27)
    #expect(try await source.walk(.start, by: .max).count == 100)
    #expect(try await source.walk(.end, by: .max).count == 100)
  }

  @Test func `hold a line even where none is asked for`() async throws {
    let source = try source(Array("a\nb\n".utf8), pieceSize: 16)
    #expect(try await source.page(.start, 0).items.map(\.text) == ["a"])
    #expect(try await source.page(.end, -1).items.map(\.text) == ["b"])
  }

  @Test func `keep the bytes of their lines and no more`() async throws {
    let bytes = Array(String(repeating: "a line\n", count: 10_000).utf8)
    let page = try await source(bytes, pieceSize: 1 << 14).page(.after(FileOffset(bytes: 7_000)))
    let first = try #require(page.items.first)
    #expect(first.raw.startIndex == 0)
    let last = try #require(page.items.last)
    #expect(last.raw.endIndex == 50 * 7)
  }
}
