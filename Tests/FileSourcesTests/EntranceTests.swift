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
    let entered = try source().opening(at: .place(FileOffset(bytes: 70)))
    let page = try await entered.page(.start, 2)
    #expect(page.items.map(\.text) == ["line 10", "line 11"])
    #expect(page.before == .more(FileOffset(bytes: 70)))
    #expect(page.after == .more(FileOffset(bytes: 86)))
    let above = try await entered.page(.before(FileOffset(bytes: 70)), 1)
    #expect(above.items.map(\.text) == ["line 9"])
  }

  @Test func `begins with the whole line that a place is within`() async throws {
    let entered = try source().opening(at: .place(FileOffset(bytes: 73)))
    #expect(try await entered.page(.start, 1).items.map(\.text) == ["line 10"])
  }

  @Test func `may be entered at its end, and goes on upwards`() async throws {
    let page = try await source().opening(at: .end).page(.start, 2)
    #expect(page.items.map(\.text) == ["line 198", "line 199"])
    let first = try #require(page.items.first).id
    #expect(page.before == .more(first))
  }

  @Test func `ends where any of its sources does`() async throws {
    let entered = try source().opening(at: .place(FileOffset(bytes: 70)))
    #expect(try await entered.page(.end, 1).items.map(\.text) == ["line 199"])
  }

  @Test func `begins at the start of another file that has taken its place`() async throws {
    let entered = try source().opening(at: .place(FileOffset(bytes: 70)))
    try folder.rename("file", to: "file.1")
    try folder.write(text.utf8)
    #expect(try await entered.page(.start, 1).items.map(\.text) == ["line 0"])
  }

  @Test func `begins at the start where it has become shorter`() async throws {
    let entered = try source().opening(at: .place(FileOffset(bytes: 70)))
    try folder.setSize(10)
    #expect(try await entered.page(.start, 1).items.map(\.text) == ["line 0"])
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
    let error = await #expect(throws: PagingError.self) { try await source.page(.item(3)) }
    #expect(error == FileError.uncounted(path: folder.path("file")).pagingError)
  }
}
