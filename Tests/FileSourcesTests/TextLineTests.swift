import ByteStores
import FileSources
import Paging
import TemporaryFolders
import Testing

@Suite struct `A line of a text file` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func lines(_ bytes: some Sequence<UInt8>) async throws -> [TextLine] {
    let path = try folder.write(bytes)
    let source = try TextFileSource(path: path, pieceSize: 16, read: ReadLog().read)
    return try await source.walk(.start, by: 50)
  }

  @Test func `has the end that it has in the file`() async throws {
    let lines = try await lines("unix\nwindows\r\n\n\r\nold\rmac\r\r\nlast".utf8)
    #expect(lines.map(\.text) == ["unix", "windows", "", "", "old\rmac\r", "last"])
    let crlf = LineEnd.carriageReturnLineFeed
    #expect(lines.map(\.end) == [.lineFeed, crlf, .lineFeed, crlf, crlf, .none])
    #expect(lines.map(\.end.count) == [1, 2, 1, 2, 2, 0])
    #expect(lines.map(\.isUnfinished) == [false, false, false, false, false, true])
    #expect(lines.allSatisfy { !$0.isContinued && !$0.isContinuation })
  }

  @Test func `keeps what is no text`() async throws {
    let bytes: [UInt8] = [0, 0xFF, 0x1B, 0x5B, 10, 0xC3, 0x28, 0xE2, 10]
    let lines = try await lines(bytes)
    #expect(lines.map { Array($0.bytes) } == [[0, 0xFF, 0x1B, 0x5B], [0xC3, 0x28, 0xE2]])
  }

  @Test func `is there for each line feed`() async throws {
    #expect(try await lines("\n\n\n".utf8).map(\.id.bytes) == [0, 1, 2])
  }

  @Test func `is not there in an empty file`() async throws {
    #expect(try await lines([]) == [])
    let source = try TextFileSource(path: folder.path("file"))
    var page = Page<TextLine, FileOffset>(items: [], after: .unknown(FileOffset(bytes: 0)))
    page.validator = "edition 0"
    #expect(try await source.page(.start) == page)
    #expect(try await source.page(.end) == page)
    #expect(try await source.page(.after(FileOffset(bytes: 0))) == page)
    #expect(try await source.page(.before(FileOffset(bytes: 0))) == page)
    #expect(try await source.cursor(at: 0.5) == FileOffset(bytes: 0))
  }

  @Test func `comes in pieces if it is long`() async throws {
    let lines = try await lines("short\n0123456789abcdefghijklmnopqrstuvwxyz\nend\n".utf8)
    let pieces = ["short", "0123456789abcdefghijklmnop", "qrstuvwxyz", "end"]
    #expect(lines.map(\.text) == pieces)
    #expect(lines.map(\.isContinued) == [false, true, false, false])
    #expect(lines.map(\.isContinuation) == [false, false, true, false])
    #expect(lines.map(\.end) == [.lineFeed, .none, .lineFeed, .lineFeed])
  }

  @Test(arguments: [
    ("12345678901234é5678\n", ["12345678901234é", "5678"]),
    ("123456789012345é678\n", ["123456789012345", "é678"]),
    ("12345678901234漢678\n", ["12345678901234", "漢678"]),
    ("1234567890123😀78\n", ["1234567890123", "😀78"]),
    ("123456789012😀78\n", ["123456789012😀", "78"]),
  ])
  func `is cut between two scalars`(line: String, pieces: [String]) async throws {
    #expect(try await lines(line.utf8).map(\.text) == pieces)
  }

  @Test func `is cut anywhere in what is no scalar`() async throws {
    let bytes = Array(repeating: UInt8(0x80), count: 40)
    #expect(try await lines(bytes).map(\.raw.count) == [16, 16, 8])
    let parts = Array(repeating: UInt8(0xC3), count: 40)
    #expect(try await lines(parts).map(\.raw.count) == [16, 16, 8])
  }

  @Test(arguments: [
    ("1234567890123456\nnext\n", [17, 5]), ("1234567890123456\r\nnext\n", [18, 5]),
    ("123456789012345\r\nnext\n", [17, 5]), ("1234567890123456\rnext\n", [16, 6]),
    ("1234567890123456", [16]), ("1234567890123456\r", [17]), ("1234567890123456\n", [17]),
  ])
  func `is not cut before its end`(text: String, sizes: [Int]) async throws {
    #expect(try await lines(text.utf8).map(\.raw.count) == sizes)
  }
}

/// The value that a line passes on to the next one: here the last capital letter.
@Suite struct `What lines hand on` {
  private static let lastCapital = LineCarry { value, bytes in
    bytes.last { (0x41...0x5A).contains($0) }.map(UInt64.init) ?? value
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func page(
    _ text: String, _ position: TextFileSource.Position, count: Int = 3
  ) async throws -> [String] {
    let file = try FileStore(path: folder.write(text.utf8))
    let source = TextFileSource(file, carry: Self.lastCapital)
    let request = PageRequest<FileOffset>(reason: .append, position: position, count: count)
    let loaded = try await source.load(request).items.map(Self.sign)
    #expect(source.cachedPage(for: request)?.items.map(Self.sign) == loaded)
    return loaded
  }

  private static func sign(_ line: TextLine) -> String {
    line.carriedStyle == 0 ? "." : String(UnicodeScalar(UInt8(line.carriedStyle)))
  }

  @Test func `is what the lines before have left`() async throws {
    let text = "a\nB c D\ne\nF\n"
    #expect(try await page(text, .start, count: 9) == [".", ".", "D", "D"])
    #expect(try await page(text, .end, count: 2) == ["D", "D"])
    #expect(try await page(text, .end, count: 1) == ["D"])
    let third = FileOffset(bytes: 8, edition: 0)
    #expect(try await page(text, .after(third)) == ["D", "D"])
    #expect(try await page(text, .before(third)) == [".", "."])
  }

  @Test(arguments: [(16_000, "A"), (17_000, ".")])
  func `is looked for a bounded way back`(distance: Int, found: String) async throws {
    let text = "A" + String(repeating: "a\n", count: distance / 2) + "end\n"
    #expect(try await page(text, .end, count: 1) == [found])
  }
}
