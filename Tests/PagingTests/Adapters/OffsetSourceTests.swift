import Paging
import PagingSimulation
import Testing

@Suite struct `An offset source` {
  @Test func `O5: goes on by what came, not by what was asked for`() async throws {
    let service = AdapterService(1...9, most: 2)
    let source = service.offset()
    let start = try await source.page(.start, 5)
    #expect(start.after == .more(OffsetCursor(offset: 2, neighbour: 2)))
    let next = try await source.page(after: start, 5)
    #expect(next.ids == [3])
    #expect(await service.asked == ["5 from 0", "5 from 1"])
  }

  @Test(arguments: [1, 100])
  func `O5: begins at the offset it is told`(first: Int) async throws {
    let service = AdapterService(1...9)
    let source = OffsetSource<Post>(start: first) { offset, limit in
      OffsetPage(items: await service.posts(offset: offset - first, limit: limit), totalCount: 9)
    }
    var walk = try AdapterWalk(source, pageSize: 4)
    await walk.send(.refresh)
    await walk.go(to: .trailing)
    #expect(walk.ids == Array(1...9))
    #expect(await service.asked == ["4 from 0", "4 from 3", "4 from 6"])
  }

  @Test func `P14: passes over an empty stretch where there is said to be more`() async throws {
    let source = OffsetSource<Post> { _, _ in OffsetPage(items: [], totalCount: 9) }
    let start = try await source.page(.start, 3)
    #expect(start.after == .more(OffsetCursor(offset: 3)))
    let next = try await source.page(after: start, 3)
    #expect(next.after == .more(OffsetCursor(offset: 6)))
    #expect(try await source.page(after: next, 3).after.cursor?.offset == 9)
  }

  @Test func `O2: nothing at an offset is the end where the service says nothing`() async throws {
    let service = AdapterService(1...3)
    let source = service.offset()
    let start = try await source.page(.start, 3)
    #expect(start.after != .end)
    #expect(try await source.page(after: start, 3).after == .end)
    #expect(await service.asked == ["3 from 0", "3 from 2", "3 from 3"])
  }

  @Test func `P13: a total ends a list without an empty page`() async throws {
    let service = AdapterService(1...6)
    let start = try await service.offset(.total).page(.start, 6)
    #expect(start.after == .end)
  }

  @Test func `takes a short page for the end only if told to`() async throws {
    let source = OffsetSource<Post>(shortPageEnds: true) { offset, _ in
      OffsetPage(items: [Post(id: offset)])
    }
    #expect(try await source.page(.start, 3).after == .end)
    #expect(try await source.page(.start, 1).after != .end)
  }

  /// The service returns at most `limit` items, and refuses requests for more.
  @Test(arguments: [2, 3, 100], [1, 4])
  func `never asks for more than the limit, and loses nothing by that`(limit: Int, pages: Int)
    async throws
  {
    let source = OffsetSource<Post> { offset, count throws(PagingError) in
      guard count <= limit else { throw PagingError("too many", isRetryable: false) }
      return OffsetPage(items: (0..<250).dropFirst(offset).prefix(count).map { Post(id: $0) })
    }
    var page = try await source.page(.start, limit)
    var ids = page.ids
    while case .more(let cursor) = page.after {
      page = try await source.load(
        PageRequest(reason: .append, position: .after(cursor), count: limit, pages: pages))
      ids += page.ids
    }
    #expect(ids == Array(0..<250))
    page = try await source.page(.before(OffsetCursor(offset: 200, neighbour: 200)), limit)
    ids = page.ids
    while case .more(let cursor) = page.before {
      page = try await source.page(.before(cursor), limit)
      ids = page.ids + ids
    }
    #expect(ids == Array(0..<200))
  }

  @Test func `shows an estimate, and does not end by it`() async throws {
    let source = OffsetSource<Post> { offset, limit in
      var page = OffsetPage(
        items: (0..<9).dropFirst(offset).prefix(limit).map { Post(id: $0) }, totalCount: 6)
      page.isEstimate = true
      return page
    }
    let start = try await source.page(.start, 6)
    #expect(start.extent == PageExtent(start: 0, total: 6))
    let next = try await source.page(after: start, 6)
    #expect(next.extent == PageExtent(start: 6, total: 9))
    let last = try await source.page(after: next, 6)
    #expect(last.after == .end)
    #expect(last.extent?.total == 9)
  }

  @Test(arguments: [Int.max, 7, 0, -4])
  func `opens at the end of any total`(total: Int) async throws {
    let source = OffsetSource<Post> { offset, limit in
      OffsetPage(items: (0..<min(limit, max(0, total))).map { Post(id: $0) }, totalCount: total)
    }
    let page = try await source.page(.end, 3)
    #expect(page.items.count == min(max(0, total), 3))
  }

  @Test func `cannot open at its end without a total`() async {
    #expect(await thrown(by: AdapterService(1...9).offset(), at: .end)?.isRetryable == false)
  }

  @Test(arguments: [Int.min, 0, 1, Int.max])
  func `K12: asks for any count by at least an item`(count: Int) async throws {
    let source = AdapterService(1...9).offset()
    let start = try await source.page(.start, count)
    #expect(start.ids == Array(1...(count == .max ? 9 : 1)))
    let next = try await source.page(.after(OffsetCursor(offset: 5, neighbour: 5)), count)
    #expect(next.ids == Array(6...(count == .max ? 9 : 6)))
  }

  @Test func `P44: passes on when it may be asked again`() async {
    let limit = PagingError("too many requests", isRetryable: true, retryAfter: .seconds(60))
    let source = OffsetSource<Post> { _, _ throws(PagingError) in throw limit }
    #expect(await thrown(by: source, at: .start) == limit)
  }
}
