import ByteStores
import FileSources
import Paging
import Testing

/// What lines hand on to the next one: here the last capital letter.
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
