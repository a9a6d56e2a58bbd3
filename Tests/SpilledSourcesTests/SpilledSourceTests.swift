import Foundation
import Paging
import SpilledSources
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A source that only goes forward` {
  @Test @MainActor
  func `is scrolled over a million items and back, in bounded memory, and read once`()
    async throws
  {
    let folder = Folder()
    let stream = Stream(total: 1_000_000)
    let pages = try SpilledSource(stream, folder: folder.path)
    let configuration = try PagerConfiguration(
      pageSize: 1_000, prefetchDistance: 10, keep: 5_000, retry: .never)
    let pager = Pager(source: pages, configuration: configuration)
    var most = 0
    let watch = pager.observe { _ in most = max(most, pager.count) }
    pager.refresh()
    await until { pager.hasLoaded }
    while pager.state(of: .append) != .end {
      pager.show(pager.count - 1..<pager.count)
      await until { pager.state(of: .append) != .loading }
    }
    #expect(pager[pager.count - 1].item?.id == 999_999)
    while pager.state(of: .prepend) != .end {
      pager.show(0..<1)
      await until { pager.state(of: .prepend) != .loading }
      if case .failed(let error) = pager.state(of: .prepend) {
        Issue.record("\(error)")
        break
      }
    }
    #expect(pager[0].item?.id == 0)
    #expect(stream.loadCount == 1_000)
    withExtendedLifetime(watch) {}
    #expect(most <= 8_000)
  }

  @Test func `gives each page as it came, in both directions`() async throws {
    let folder = Folder()
    let pages = try SpilledSource(Stream(total: 35), folder: folder.path)
    var page = try await load(pages, .start)
    var all = [page]
    while let cursor = page.after.cursor {
      page = try await load(pages, .after(cursor))
      all.append(page)
    }
    #expect(all.map(\.items.count) == [10, 10, 10, 5])
    #expect(all.map { $0.before == .end } == [true, false, false, false])
    for index in [2, 1, 0] {
      page = try await load(pages, .before(try #require(page.before.cursor)))
      #expect(page.items == all[index].items)
      #expect(page.before == all[index].before)
    }
    for index in 1...3 {
      page = try await load(pages, .after(try #require(page.after.cursor)))
      #expect(page == all[index])
    }
  }

  @Test func `says of a page that later ones have its place, and keeps to its bound`() async throws
  {
    let folder = Folder()
    let pages = try SpilledSource(Stream(total: 10_000), folder: folder.path, limit: 4_096)
    var page = try await load(pages, .start)
    for _ in 0..<200 { page = try await load(pages, .after(try #require(page.after.cursor))) }
    var back = 0
    let error = await #expect(throws: PagingError.self) {
      while let cursor = page.before.cursor {
        let first = page.items[0].id
        page = try await load(pages, .before(cursor))
        #expect(page.items.last?.id == first - 1)
        back += 1
      }
    }
    #expect(error?.hasExpired == true)
    #expect(back > 10)
  }

  @Test func `leaves nothing behind in its folder`() async throws {
    let folder = Folder()
    let pages = try SpilledSource(Stream(total: 100), folder: folder.path)
    _ = try await load(pages, .start)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test func `says why no page can be kept`() {
    #expect(throws: SpillError.failed(folder: "/dev/null/no", code: ENOTDIR)) {
      _ = try SpilledSource(Stream(total: 1), folder: "/dev/null/no")
    }
  }

  private func load(
    _ pages: SpilledSource<Stream>, _ position: PageRequest<SpillCursor>.Position
  ) async throws(PagingError) -> Page<Stream.Number, SpillCursor> {
    try await pages.load(PageRequest(reason: .append, position: position, count: 10))
  }

  @MainActor private func until(_ holds: () -> Bool) async {
    while !holds(), !Task.isCancelled { await Task.yield() }
  }
}
