import TemporaryFolders
import ByteStores
import FileSources
import Paging
import Testing

@Suite struct `A text file that is entered in the middle` {
  private let folder: TemporaryFolder
  private let text = (0..<200).map { "line \($0)\n" }.joined()

  init() throws { folder = try TemporaryFolder() }

  private func source() throws -> TextFileSource {
    try TextFileSource(path: folder.write(text.utf8))
  }

  @Test func `begins with the line there, and goes on in both directions`() async throws {
    let source = try source()
    let page = try await source.page(.after(FileOffset(bytes: 70)), 2)
    #expect(page.items.map(\.text) == ["line 10", "line 11"])
    #expect(page.before == .more(FileOffset(bytes: 70)))
    #expect(page.after == .more(FileOffset(bytes: 86)))
    let above = try await source.page(.before(FileOffset(bytes: 70)), 1)
    #expect(above.items.map(\.text) == ["line 9"])
  }

  @Test func `begins with the whole line that a place is within`() async throws {
    let page = try await source().page(.after(FileOffset(bytes: 73)), 1)
    #expect(page.items.map(\.text) == ["line 10"])
  }

  @Test func `may be entered at its end, and goes on upwards`() async throws {
    let page = try await source().page(.end, 2)
    #expect(page.items.map(\.text) == ["line 198", "line 199"])
    let first = try #require(page.items.first).id
    #expect(page.before == .more(first))
  }

  @Test func `is opened again when somebody looks, once it is another file`() async throws {
    let source = try source()
    #expect(try await source.reopenedFile().edition == 0)
    try folder.append("more\n")
    #expect(try await source.reopenedFile().edition == 0)
    try folder.rename("file", to: "file.1")
    try folder.write("other\n".utf8)
    #expect(try await source.file().edition == 0)
    #expect(try await source.reopenedFile().edition == 1)
    #expect(try await source.page(.after(FileOffset(bytes: 0, edition: 1))).items.count == 1)
  }

  @Test func `is opened again once it has become shorter`() async throws {
    let source = try source()
    _ = try await source.page(.end)
    try folder.setSize(10)
    #expect(try await source.reopenedFile().edition == 1)
  }

  @Test func `has nothing new for a list until it is another file`() async throws {
    let source = try source()
    let validator = try #require(try await source.page(.start).validator)
    let look = PageRequest<FileOffset>(
      reason: .refresh, position: .start, count: 50, validator: validator)
    #expect(try await source.load(look).isUnchanged)
    try folder.append("more\n")
    #expect(try await source.load(look).isUnchanged)
    try folder.rename("file", to: "file.1")
    try folder.write("other\n".utf8)
    #expect(try await source.load(look).items.map(\.text) == ["other"])
  }

  @Test func `is not entered at the number of a line`() async throws {
    let source = try source()
    let error = await #expect(throws: PagingError.self) { try await source.page(.number(3)) }
    #expect(error == FileError.uncounted(path: folder.path("file")).pagingError)
  }
}
