import Paging
import SpilledJSON
import SpilledSources
import Testing

@Suite(.timeLimit(.minutes(5))) @MainActor struct `A list of what can be read once` {
  private let folder = Folder()

  @Test
  func
    `of a hundred thousand items is walked, jumped, refreshed and walked again from the file`()
    async throws
  {
    let stream = Stream(total: 100_000)
    let pages = try SpilledSource(stream, folder: folder.path)
    let walk = try await Walk(pages, pageSize: 1_000, keep: 5_000)
    var most = 0
    let watch = walk.pager.observe { [pager = walk.pager] _ in most = max(most, pager.count) }
    #expect(await walk.go(to: .trailing) == .end)
    #expect(walk.ends.last == 99_999)
    #expect(await walk.refresh() == .idle)
    #expect(walk.ends.last == 99_999)
    #expect(await walk.jump() == .idle)
    #expect(walk.ends == [0, 999])
    #expect(await walk.refresh() == .idle)
    #expect(walk.ends == [0, 999])
    #expect(await walk.go(to: .trailing) == .end)
    #expect(walk.ends.last == 99_999)
    #expect(await walk.go(to: .leading) == .end)
    #expect(walk.ends.first == 0)
    #expect(walk.pager.newCount == 0)
    #expect(stream.loadCount == 100)
    withExtendedLifetime(watch) {}
    #expect(most <= 8_000)
  }

  @Test func `begins at the oldest page that is kept, and says above it what is gone`() async throws
  {
    let stream = Stream(total: 10_000)
    let pages = try SpilledSource(stream, folder: folder.path, limit: 4_096)
    let walk = try await Walk(pages, pageSize: 50, keep: 200)
    #expect(await walk.go(to: .trailing) == .end)
    #expect(await walk.refresh() == .idle)
    #expect(walk.pager.newCount == 0)
    #expect(await walk.jump() == .idle)
    let first = try #require(walk.pager[0].item?.id)
    #expect(first > 0)
    let gone = PagingError("the oldest \(first) items were dropped", isRetryable: false)
    #expect(await walk.go(to: .leading) == .failed(gone))
    #expect(await walk.refresh() == .idle)
    #expect(walk.pager.newCount == 0)
    #expect(walk.pager[0].item?.id == first)
    #expect(await walk.go(to: .trailing) == .end)
    #expect(await walk.go(to: .leading) == .failed(gone))
    #expect(walk.pager[0].item?.id == first)
    #expect(stream.loadCount == 200)
  }

  @Test func `goes on after a full disk where it stood`() async throws {
    let (stream, disk) = (Stream(total: 1_000), Disk())
    disk.room = 1_000
    let ring = try SpillRing(folder: folder.path, limit: 1 << 20, write: disk.write)
    let walk = try await Walk(
      SpilledSource(stream, in: ring, coding: .json), pageSize: 50, keep: 200)
    let full = PagingError(
      "cannot store pages in \(folder.path): No space left on device", isRetryable: true)
    #expect(await walk.go(to: .trailing) == .failed(full))
    let loads = stream.loadCount
    #expect(await walk.go(to: .leading) == .end)
    #expect(walk.ends.first == 0)
    #expect(await walk.go(to: .trailing) == .failed(full))
    #expect(stream.loadCount == loads)
    disk.room = nil
    walk.pager.retry()
    #expect(await walk.go(to: .trailing) == .end)
    #expect(walk.ends.last == 999)
    #expect(await walk.go(to: .leading) == .end)
    #expect(walk.ends.first == 0)
    #expect(stream.loadCount == 20)
  }

  @Test func `goes on where a load was cancelled`() async throws {
    let held = HeldSource(source: Stream(total: 100))
    let pager = Pager(source: try SpilledSource(held, folder: folder.path))
    pager.refresh()
    while !held.gate.isTaken, !Task.isCancelled { await Task.yield() }
    pager.cancel()
    pager.retry()
    held.gate.open()
    while !pager.hasLoaded, !Task.isCancelled { await Task.yield() }
    #expect(pager.count == 50)
    #expect(held.source.loadCount == 1)
  }
}
