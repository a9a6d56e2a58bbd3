import TemporaryFolders
import ByteStores
import FileSources
import Glibc
import Paging
import Testing

/// The parts of a file that the system has in memory are read without another thread.
@Suite struct `A page of a file that is in memory` {
  private let folder: TemporaryFolder
  private let path: String
  private let text = (0..<500).map { "line \($0)\n" }.joined()
  private let other = ReadLog()

  init() throws {
    folder = try TemporaryFolder()
    path = try folder.write(text.utf8)
  }

  private func source(cached: FileStore.Read?) throws -> TextFileSource {
    try TextFileSource(path: path, pieceSize: 64, read: other.read, cached: cached)
  }

  private func page(
    _ source: TextFileSource, _ position: TextFileSource.Position, validator: String? = nil
  ) -> Page<TextLine, FileOffset>? {
    let request = PageRequest(
      reason: .refresh, position: position, count: 20, validator: validator)
    return source.cachedPage(for: request)
  }

  @Test(arguments: [
    TextFileSource.Position.start, .end, .after(FileOffset(bytes: 90)),
    .before(FileOffset(bytes: 900)),
  ])
  func `is the one that would be loaded`(position: TextFileSource.Position) async throws {
    let source = try source(cached: ReadLog().read)
    other.clear()
    let found = try #require(self.page(source, position))
    #expect(other.count == 0)
    let loaded = try await source.page(position, 20)
    #expect(found.items == loaded.items)
    #expect(found.after == loaded.after)
    #expect(found.before == loaded.before)
    #expect(found.validator == loaded.validator)
  }

  @Test func `knows a place in the middle`() async throws {
    let source = try source(cached: ReadLog().read)
    let place = try #require(source.cursorAtOnce(at: 0.5))
    #expect(try await source.cursor(at: 0.5) == place)
  }

  @Test func `is none where another file has taken the place`() async throws {
    let source = try source(cached: ReadLog().read)
    #expect(page(source, .start, validator: "edition 0")?.isUnchanged == true)
    let new = try folder.write("another\n".utf8, to: "new")
    #expect(rename(new, path) == 0)
    // Opening the new file may take a while.
    #expect(page(source, .start, validator: "edition 0") == nil)
    #expect(try await source.page(.start, 20).items.map(\.bytes) == [Array("another".utf8)[...]])
  }

  @Test func `is none where it would have to be waited for, or nobody can say`() throws {
    #expect(try page(source(cached: nil), .start) == nil)
    let busy = try source(cached: { _, _, _, _ in
      errno = EAGAIN
      return -1
    })
    #expect(page(busy, .start) == nil)
    #expect(busy.cursorAtOnce(at: 0.5) == nil)
    // Only the first byte is in memory.
    let part = try source(cached: { descriptor, memory, size, offset in
      if size == 1 { return pread(descriptor, memory, size, offset) }
      errno = EAGAIN
      return -1
    })
    #expect(page(part, .start) == nil)
  }

  @Test func `is none where the place is in a file that is gone`() throws {
    let source = try source(cached: ReadLog().read)
    #expect(page(source, .after(FileOffset(bytes: 0, edition: 3))) == nil)
  }
}
