import TemporaryFolders
import ByteStores
import FileSources
import Glibc
import Paging
import Testing

@Suite struct `A text file that changes` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func source(_ text: String) throws -> TextFileSource {
    try TextFileSource(path: folder.write(text.utf8))
  }

  private func texts(_ source: TextFileSource, _ position: TextFileSource.Position) async throws
    -> [String]
  {
    try await source.page(position).items.map(\.text)
  }

  @Test func `goes on after its end when it has grown`() async throws {
    let source = try source("one\ntwo\n")
    let page = try await source.page(.start)
    #expect(page.after == .unknown(FileOffset(bytes: 8)))
    #expect(try await source.page(.after(FileOffset(bytes: 8))).items.isEmpty)
    try folder.append("three\n")
    #expect(try await texts(source, .after(FileOffset(bytes: 8))) == ["three"])
  }

  @Test func `gives an unfinished line again when it has grown`() async throws {
    let source = try source("one\ntw")
    #expect(try await source.page(.start).after == .unknown(FileOffset(bytes: 4)))
    #expect(try await source.page(.end).after == .unknown(FileOffset(bytes: 4)))
    try folder.append("o\nthree\n")
    let page = try await source.page(.after(FileOffset(bytes: 4)))
    #expect(page.items.map(\.text) == ["two", "three"])
    #expect(page.items.map(\.id.bytes) == [4, 7 + 1])
  }

  @Test(arguments: ["x", "é", "漢字", "\n", "\r\n", "\r\r\n", "😀\n"])
  func `keeps its pieces while it grows byte by byte`(addition: String) async throws {
    let path = try folder.write("123456789012345".utf8)
    let source = try TextFileSource(path: path, pieceSize: 16, read: ReadLog().read)
    var held = try await source.page(.start).items
    for count in 1...40 {
      let bytes = Array(String(repeating: addition, count: 40).utf8.prefix(count))
      let whole = Array("123456789012345".utf8) + bytes
      let after = try #require(held.last).id
      try folder.writeInPlace(whole)
      held = held.filter { $0.id < after } + (try await source.page(.after(after)).items)
      #expect(held.map { Array($0.raw) } == LineModel(whole, pieceSize: 16).lines)
    }
  }

  @Test @MainActor func `is renewed in place by the pager`() async throws {
    let pager = Pager(source: try source("one\ntw"))
    pager.refresh()
    while pager.isLoading { await Task.yield() }
    try folder.append("o\nthree")
    pager.paginate()
    while pager.isLoading { await Task.yield() }
    #expect((0..<pager.count).map { pager[$0].item?.text } == ["one", "two", "three"])
  }

  @Test func `says that it is another one when it was cut short`() async throws {
    let source = try source("one\ntwo\nthree\n")
    let page = try await source.page(.start, 2)
    try folder.setSize(2)
    for position in [.after(FileOffset(bytes: 8)), .before(FileOffset(bytes: 8))]
      as [TextFileSource.Position]
    {
      let error = await #expect(throws: PagingError.self) { try await source.page(position) }
      #expect(error == FileError.replaced(path: folder.path("file")).pagingError)
      #expect(error?.isRetryable == false)
    }
    #expect(page.after == .more(FileOffset(bytes: 8)))
  }

  @Test func `says so when it is cut short between two calls`() async throws {
    let path = try folder.write("one\ntwo\n".utf8)
    let source = try TextFileSource(path: path, pieceSize: 16) { descriptor, memory, size, offset in
      truncate(path, 3)
      return pread(descriptor, memory, size, offset)
    }
    let error = await #expect(throws: PagingError.self) { try await source.page(.start) }
    #expect(error == FileError.cutShort(path: path).pagingError)
  }

  @Test func `has other lines once it was cut short and started again`() async throws {
    let source = try source("one\ntwo\nthree\n")
    let old = try await source.page(.start, 2)
    try folder.setSize(0)
    try folder.append("new\n")
    let new = try await source.page(.start)
    #expect(new.items.map(\.text) == ["new"])
    #expect(new.items.map(\.id) == [FileOffset(bytes: 0, edition: 1)])
    let error = await #expect(throws: PagingError.self) {
      try await source.page(.after(try #require(old.after.cursor)))
    }
    #expect(error == FileError.replaced(path: folder.path("file")).pagingError)
  }

  @Test func `is read on when it is deleted`() async throws {
    let source = try source("one\ntwo\n")
    try folder.remove()
    #expect(try await texts(source, .start) == ["one", "two"])
    #expect(try await texts(source, .end) == ["one", "two"])
    #expect(try await texts(source, .after(FileOffset(bytes: 4))) == ["two"])
  }

  @Test func `is read on when it is rotated, until its start or end is asked for`() async throws {
    let source = try source("one\ntwo\n")
    try folder.rename("file", to: "file.1")
    try folder.write("new\n".utf8)
    #expect(try await texts(source, .after(FileOffset(bytes: 4))) == ["two"])
    #expect(try await source.file().edition == 0)
    #expect(try await texts(source, .end) == ["new"])
    #expect(try await source.file().edition == 1)
    #expect(try await source.page(.start).after == .unknown(FileOffset(bytes: 4, edition: 1)))
    #expect(try await source.file().edition == 1)
  }

  @Test func `is read on when what takes its place is no plain file`() async throws {
    let source = try source("one\n")
    try folder.remove()
    #expect(mkdir(folder.path("file"), 0o700) == 0)
    #expect(try await texts(source, .start) == ["one"])
  }
}
