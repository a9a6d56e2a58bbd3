import Paging
import SpilledSources
import Testing

@Suite(.timeLimit(.minutes(1))) struct `A full disk` {
  private let folder = Folder()
  private let disk = Disk()
  private let stream = Stream(total: 40)

  /// The page that came is there again by itself, at whatever byte its writing ended.
  @Test(arguments: [0, 1, 7, 20])
  func `loses neither the page that came nor those that were kept`(room: Int) async throws {
    let pages = try makePages()
    let first = try await pages.load(.start)
    let cursor = try #require(first.after.cursor)
    for _ in 0..<3 {
      disk.room = room
      await #expect(throws: full) { try await pages.load(.after(cursor)) }
      #expect(try await pages.load(.start) == first)
    }
    #expect(stream.loadCount == 2)
    disk.room = nil
    var page = try await pages.load(.after(cursor))
    #expect(page.items.map(\.id) == Array(10..<20))
    while let next = page.after.cursor { page = try await pages.load(.after(next)) }
    while let next = page.before.cursor { page = try await pages.load(.before(next)) }
    #expect(page.items == first.items)
    #expect(stream.loadCount == 4)
  }

  @Test func `loses no first page`() async throws {
    let pages = try makePages()
    disk.room = 0
    await #expect(throws: full) { try await pages.load(.start) }
    await #expect(throws: full) { try await pages.load(.start) }
    disk.room = nil
    #expect(try await pages.load(.start).items.map(\.id) == Array(0..<10))
    #expect(stream.loadCount == 1)
  }

  /// What may pass is tried again by a list itself.
  private var full: PagingError {
    PagingError("cannot keep pages in \(folder.path): No space left on device", isRetryable: true)
  }

  private func makePages() throws -> SpilledSource<Stream> {
    let ring = try SpillRing(folder: folder.path, limit: 1 << 20, write: disk.write)
    return SpilledSource(stream, in: ring, coding: .json)
  }
}
