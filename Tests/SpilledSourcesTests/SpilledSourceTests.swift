import Foundation
import Paging
import SpilledJSON
import SpilledSources
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A source that only goes forward` {
  private let folder = Folder()

  @Test func `gives each page as it came, in both directions`() async throws {
    let pages = try SpilledSource(Stream(total: 35), folder: folder.path)
    let all = try await walk(pages)
    #expect(all.map(\.items.count) == [10, 10, 10, 5])
    #expect(all.map { $0.before == .end } == [true, false, false, false])
    var page = all[3]
    for index in [2, 1, 0] {
      page = try await pages.load(.before(try #require(page.before.cursor)))
      #expect(page.items == all[index].items)
      #expect(page.before == all[index].before)
    }
    for index in 1...3 {
      page = try await pages.load(.after(try #require(page.after.cursor)))
      #expect(page == all[index])
    }
  }

  @Test func `gives its first page again and again, and is read once`() async throws {
    let stream = Stream(total: 35)
    let pages = try SpilledSource(stream, folder: folder.path)
    let first = try await walk(pages)[0]
    for _ in 0..<3 { #expect(try await pages.load(.start) == first) }
    #expect(stream.loadCount == 4)
  }

  @Test func `has an unchanged head for a list that has seen it`() async throws {
    let pages = try SpilledSource(Stream(total: 35), folder: folder.path)
    let validator = try await pages.load(.start).validator
    let again = try await pages.load(
      PageRequest(reason: .refresh, position: .start, count: 10, validator: validator))
    #expect(again.isUnchanged)
    let other = try await pages.load(
      PageRequest(reason: .refresh, position: .start, count: 10, validator: "of another source"))
    #expect(other.items.map(\.id) == Array(0..<10))
  }

  @Test func `is asked again at an end where more may come`() async throws {
    let stream = Stream(total: 15, mayGoOn: true)
    let pages = try SpilledSource(stream, folder: folder.path)
    _ = try await pages.load(.start)
    let last = try await pages.load(.after(try #require(pages.load(.start).after.cursor)))
    let cursor = try #require(last.after.cursor)
    #expect(last.after == .unknown(cursor))
    _ = try await pages.load(.after(cursor))
    #expect(stream.loadCount == 3)
  }

  @Test func `tells how much is gone where later pages have its place`() async throws {
    let pages = try SpilledSource(Stream(total: 10_000), folder: folder.path, limit: 4_096)
    var page = try await pages.load(.start)
    for _ in 0..<200 { page = try await pages.load(.after(try #require(page.after.cursor))) }
    var back = 0
    let error = await #expect(throws: PagingError.self) {
      while let cursor = page.before.cursor {
        let first = page.items[0].id
        page = try await pages.load(.before(cursor))
        #expect(page.items.last?.id == first - 1)
        back += 1
      }
    }
    #expect(back > 10)
    let gone = page.items[0].id
    #expect(error?.description == "the oldest \(gone) items were dropped")
    // Restarting the list would not bring back older items.
    #expect(error?.hasExpired == false)
    #expect(error?.isRetryable == false)
    #expect(try await pages.load(.start).items == page.items)
  }

  @Test func `expires where the way down is overwritten`() async throws {
    let pages = try SpilledSource(Stream(total: 10_000), folder: folder.path, limit: 4_096)
    let first = try await pages.load(.start)
    var page = first
    for _ in 0..<200 { page = try await pages.load(.after(try #require(page.after.cursor))) }
    let error = await #expect(throws: PagingError.self) {
      try await pages.load(.after(try #require(first.after.cursor)))
    }
    #expect(error?.hasExpired == true)
  }

  @Test func `keeps a page that is larger than the bound`() async throws {
    let pages = try SpilledSource(Stream(total: 35), folder: folder.path, limit: 4)
    let all = try await walk(pages)
    #expect(try await pages.load(.start).items == all[3].items)
  }

  @Test func `leaves nothing behind in its folder`() async throws {
    let inner = folder.path + "/in/another"
    let pages = try SpilledSource(Stream(total: 100), folder: inner)
    _ = try await pages.load(.start)
    #expect(try FileManager.default.contentsOfDirectory(atPath: inner) == [])
  }

  @Test func `says why no page can be kept`() {
    #expect(throws: SpillError.failed(folder: "/dev/null/no", code: ENOTDIR)) {
      _ = try SpilledSource(Stream(total: 1), folder: "/dev/null/no")
    }
  }

  private func walk(
    _ pages: SpilledSource<Stream>
  ) async throws -> [Page<Stream.Number, SpillCursor>] {
    var all = [try await pages.load(.start)]
    while let cursor = all.last?.after.cursor { all.append(try await pages.load(.after(cursor))) }
    return all
  }
}
