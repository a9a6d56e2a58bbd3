import TemporaryFolders
import FileSources
import Paging
import Testing

@Suite struct `A file of many gigabytes` {
  private let folder: TemporaryFolder
  private let log = ReadLog()
  private let size = 6 << 30

  init() throws { folder = try TemporaryFolder() }

  private func text(_ name: String, lines: Int) -> String {
    (0..<lines).map { "\(name) line \($0) of a log as they are\n" }.joined()
  }

  /// A file with text in the middle and at the end, and a hole before each of them.
  private func sparseFile() throws -> TextFileSource {
    try folder.write("\n" + text("middle", lines: 500), at: size / 2 - 1)
    let last = text("last", lines: 500)
    try folder.write("\n" + last, at: size - last.utf8.count - 1)
    return try TextFileSource(path: folder.path("file"), pieceSize: 16 << 10, read: log.read)
  }

  @Test func `opens at its end with one read`() async throws {
    let source = try sparseFile()
    #expect(source.traits.opensAtEnd)
    let page = try await source.page(.end)
    #expect(page.items.map(\.text) == (450..<500).map { "last line \($0) of a log as they are" })
    #expect(page.after == .unknown(FileOffset(bytes: size)))
    #expect((log.count, log.bytes) == (1, 16 << 10))
  }

  @Test func `goes on in both directions with a read for each page`() async throws {
    let source = try sparseFile()
    var page = try await source.page(.end)
    for first in [400, 350] {
      log.clear()
      page = try await source.page(.before(try #require(page.before.cursor)))
      #expect(page.items.first?.text == "last line \(first) of a log as they are")
      #expect((log.count, log.bytes <= 17 << 10) == (1, true))
    }
    log.clear()
    page = try await source.page(.after(try #require(page.after.cursor)))
    #expect(page.items.first?.text == "last line 400 of a log as they are")
    #expect((log.count, log.bytes <= 17 << 10) == (1, true))
  }

  @Test func `opens at a fraction with two small reads`() async throws {
    let source = try sparseFile()
    let cursor = try await source.cursor(at: 0.5)
    #expect(cursor == FileOffset(bytes: size / 2))
    #expect((log.count, log.bytes < 5 << 10) == (1, true))
    let page = try await source.page(.after(cursor))
    #expect(page.items.first?.text == "middle line 0 of a log as they are")
    #expect(page.items.count == 50)
    #expect(log.count == 2)
  }

  @Test(arguments: [(-1, 0), (0, 0), (.nan, 0), (1, 499), (7, 499)] as [(Double, Int)])
  func `takes any fraction`(fraction: Double, line: Int) async throws {
    let lines = (0..<500).map { "\($0)\n" }
    let path = try folder.write(lines.joined().utf8, to: "small")
    let cursor = try await TextFileSource(path: path).cursor(at: fraction)
    #expect(cursor.bytes == lines[..<line].joined().utf8.count)
  }

  @Test func `that is one line is read in pieces`() async throws {
    try folder.write([], to: "hole")
    try folder.setSize(size, of: "hole")
    let source = try TextFileSource(
      path: folder.path("hole"), pieceSize: 16 << 10, read: log.read)
    for position in [.start, .end, .after(try await source.cursor(at: 0.3))]
      as [TextFileSource.Position]
    {
      let page = try await source.page(position)
      #expect(page.items.count == 16)
      #expect(page.items.allSatisfy { $0.raw.count == 16 << 10 })
      #expect(page.items.last?.isContinued == (position != .end))
    }
    #expect(log.bytes < 3 << 20)
  }
}
