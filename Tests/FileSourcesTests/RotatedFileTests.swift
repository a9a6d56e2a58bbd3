import Glibc
import Synchronization
import TemporaryFolders
import ByteStores
import FileSources
import Paging
import Testing

/// Successive files at the same path, read as one.
@Suite struct `A text file that is rotated` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Puts successive files at the path, and returns a source that has seen each of them.
  private func source(_ texts: String...) async throws -> TextFileSource {
    let source = try TextFileSource(path: folder.write(texts[0].utf8))
    source.keepEarlierEditions(true)
    for (index, text) in texts.enumerated().dropFirst() {
      try folder.rename("file", to: "file.\(index)")
      try folder.write(text.utf8)
      _ = try await source.reopenedFile()
    }
    return source
  }

  @Test(arguments: 1...7)
  func `goes on with the next file, from both ends`(count: Int) async throws {
    let source = try await source("1\n2\n3\n", "", "4\n5", "6\n7\n")
    let texts = (1...7).map(String.init)
    #expect(try await source.walk(.start, by: count).map(\.text) == texts)
    #expect(try await source.walk(.end, by: count).map(\.text) == texts)
  }

  @Test(arguments: 1...4)
  func `goes on with one that is empty and grows`(count: Int) async throws {
    let source = try await source("1\n2\n", "")
    #expect(try await source.walk(.end, by: count).map(\.text) == ["1", "2"])
    let page = try await source.page(.end)
    #expect(page.after == .unknown(FileOffset(bytes: 0, edition: 1)))
    try folder.append("3\n")
    let next = try await source.page(.after(try #require(page.after.cursor)))
    #expect(next.items.map(\.text) == ["3"])
    #expect(try await source.walk(.end, by: count).map(\.text) == ["1", "2", "3"])
  }

  @Test func `has what was added to the one before, whose end had been seen`() async throws {
    let source = try await source("1\n2")
    let end = try #require(try await source.page(.end).after.cursor)
    try folder.rename("file", to: "file.1")
    try folder.append("!\n3\n", to: "file.1")
    try folder.write("4\n".utf8)
    _ = try await source.reopenedFile()
    #expect(try await source.page(.after(end)).items.map(\.text) == ["2!", "3", "4"])
    #expect(source.holds(end))
  }

  @Test func `is the next one as soon as that can be read`() async throws {
    let path = try folder.write("1\n".utf8)
    let fails = Mutex(false)
    let source = TextFileSource(
      try FileStore(path: path, edition: 0) { descriptor, buffer, count, offset in
        guard !fails.withLock({ $0 }) else {
          errno = EIO
          return -1
        }
        return pread(descriptor, buffer, count, offset)
      })
    #expect(try await source.page(.end).items.map(\.text) == ["1"])
    try folder.rename("file", to: "file.1")
    try folder.write("2\n".utf8)
    fails.withLock { $0 = true }
    #expect(try await source.reopenedFile().edition == 1)
    await #expect(throws: PagingError.self) { try await source.page(.end) }
    fails.withLock { $0 = false }
    #expect(try await source.page(.end).items.map(\.text) == ["2"])
  }

  @Test func `is not read on where nobody asked for that`() async throws {
    let source = try await source("1\n")
    source.keepEarlierEditions(false)
    try folder.rename("file", to: "file.1")
    try folder.write("2\n".utf8)
    #expect(try await source.page(.end).items.map(\.text) == ["2"])
    #expect(!source.holds(FileOffset(bytes: 0)))
  }

  @Test func `is not read on where it was cut short`() async throws {
    let source = try await source("1\n2\n")
    _ = try await source.page(.end)
    try folder.setSize(0)
    try folder.append("3\n")
    #expect(try await source.page(.end).items.map(\.text) == ["3"])
    #expect(try await source.page(.end).before == .end)
  }

  @Test func `keeps some of the files`() async throws {
    let source = try await source(
      "0\n", "1\n", "2\n", "3\n", "4\n", "5\n", "6\n", "7\n", "8\n", "9\n")
    #expect(try await source.walk(.end, by: 3).map(\.text) == (1...9).map(String.init))
    let error = await #expect(throws: PagingError.self) {
      try await source.page(.after(FileOffset(bytes: 2)))
    }
    #expect(error == FileError.replaced(path: folder.path("file")).pagingError)
  }
}
