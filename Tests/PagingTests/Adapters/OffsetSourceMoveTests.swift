import Paging
import PagingSimulation
import Randomness
import Testing

/// The source requests one item again, and learns from it whether items have moved.
///
/// The list is 101, 102, … and its third page follows 106.
@Suite struct `An offset source over data that moves` {
  private let third = OffsetCursor<PostID>(offset: 6, neighbour: 106)

  private func service(
    deleting gone: [Int] = [], inserting new: [Int] = []
  ) async -> AdapterService {
    let service = AdapterService(101...120)
    await service.delete(gone)
    await service.insert(new)
    return service
  }

  @Test func `P50: begins with the held item and leaves it out where nothing moved`() async throws {
    let service = await service()
    let page = try await service.offset().page(.after(third), 4)
    #expect(page.ids == [107, 108, 109])
    #expect(page.before == .more(OffsetCursor(offset: 6, neighbour: 107)))
    #expect(page.after == .more(OffsetCursor(offset: 9, neighbour: 109)))
    #expect(await service.asked == ["4 from 5"])
  }

  @Test(arguments: 1...3)
  func `P50: gives nothing twice after insertions above`(count: Int) async throws {
    let service = await service(inserting: Array(1...count))
    let page = try await service.offset().page(.after(third), 4)
    #expect(page.ids == Array([107, 108, 109].dropLast(count)))
    #expect(page.after.cursor == OffsetCursor(offset: 9, neighbour: PostID(109 - count)))
  }

  @Test(arguments: 1...3)
  func `P50: skips nothing after deletions above, for one request more`(count: Int) async throws {
    let service = await service(deleting: Array(101..<101 + count))
    let page = try await service.offset().page(.after(third), 4)
    #expect(page.ids == Array(107..<107 + count))
    #expect(await service.asked == ["4 from 5", "4 from 2"])
    #expect(try await service.offset().page(after: page, 4).ids.first == 107 + count)
  }

  @Test func `P48: skips nothing where the item above is itself deleted`() async throws {
    let service = await service(deleting: [106])
    let page = try await service.offset().page(.after(third), 4)
    #expect(page.ids == [103, 104, 105, 107])
    #expect(page.after == .more(OffsetCursor(offset: 6, neighbour: 107)))
  }

  @Test func `P50: sees the new end after deletions at the tail`() async throws {
    let service = await service(deleting: Array(105...120))
    for says in AdapterService.Says.allCases {
      let source = service.offset(says)
      var page = try await source.page(.after(third), 3)
      for _ in 0..<5 where page.after != .end { page = try await source.page(after: page, 3) }
      #expect(page.after == .end)
    }
  }

  @Test func `goes back to what is left where more than a page was deleted`() async throws {
    let service = await service(deleting: Array(101...112))
    let cursor = OffsetCursor<PostID>(offset: 15, neighbour: 115)
    var page = try await service.offset().page(.after(cursor), 4)
    #expect(page.items.isEmpty)
    #expect(page.after == .more(OffsetCursor(offset: 11, neighbour: 115)))
    page = try await service.offset().page(after: page, 4)
    #expect(page.ids == [120])
  }

  @Test func `goes on through more insertions than a page holds`() async throws {
    let service = AdapterService(101...120)
    var walk = try AdapterWalk(service.offset(), pageSize: 3)
    await walk.send(.refresh)
    await walk.send(.loadMore(.trailing))
    await service.insert(1...10)
    for _ in 0..<9 {
      await walk.send(.loadMore(.trailing))
      await walk.go(to: .trailing)
    }
    #expect(Array(walk.ids.suffix(20)) == Array(101...120))
    #expect(Set(walk.ids).count == walk.ids.count)
    #expect(walk.state(.append) == .end)
  }

  @Test func `O6: finds every item of a service that hides some of a page`() async throws {
    for size in 1...5 {
      for says in AdapterService.Says.allCases where says != .hasMore {
        let service = AdapterService(1...30, hidden: [2, 3, 8, 9, 10, 11, 20, 29, 30])
        var walk = try AdapterWalk(service.offset(says), pageSize: size)
        await walk.send(.refresh)
        for _ in 0..<40 { await walk.send(.loadMore(.trailing)) }
        if says == .total || size > 4 {
          #expect(walk.ids == [1, 4, 5, 6, 7] + Array(12...19) + Array(21...28), "\(size) \(says)")
        }
        #expect(walk.state(.append) == .end, "\(size) \(says)")
      }
    }
  }

  @Test func `P50: goes back to what precedes the item below after deletions`() async throws {
    let service = await service(deleting: [101, 102])
    let page = try await service.offset().page(.before(OffsetCursor(offset: 9, neighbour: 110)), 4)
    #expect(page.ids == [109])
    #expect(page.before == .more(OffsetCursor(offset: 6, neighbour: 109)))
    #expect(page.after == .more(OffsetCursor(offset: 7, neighbour: 109)))
  }

  @Test func `P50: goes back without a hole after insertions above`() async throws {
    let service = await service(inserting: [1, 2])
    let page = try await service.offset().page(.before(OffsetCursor(offset: 9, neighbour: 110)), 4)
    #expect(page.ids.suffix(3) == [107, 108, 109])
    #expect(await service.asked == ["4 from 6", "4 from 10"])
  }

  @Test func `goes back to the start and no further`() async throws {
    let service = await service()
    let page = try await service.offset().page(.before(OffsetCursor(offset: 2, neighbour: 103)), 3)
    #expect(page.ids == [101, 102])
    #expect(page.before == .end)
    #expect(await service.asked == ["3 from 0"])
    let none = try await service.offset().page(.before(OffsetCursor(offset: 0)), 3)
    #expect(none.items.isEmpty)
    #expect(none.before == .end)
  }

  @Test(arguments: 0..<40)
  func `P50: skips nothing while up to a page comes and goes at random`(start: Int) async throws {
    var random = SplitMix64(start: UInt64(start))
    let size = Int.random(in: 1...5, using: &random)
    let service = AdapterService(1001...1100)
    var walk = try AdapterWalk(service.offset(), pageSize: size)
    await walk.send(.refresh)
    var gone: Set<Int> = []
    for round in 0..<200 where walk.state(.append) != .end {
      let ids = await service.ids
      if Bool.random(using: &random) {
        let many = ids.shuffled(using: &random).prefix(Int.random(in: 0...size, using: &random))
        gone.formUnion(many)
        await service.delete(many)
      } else if round < 60 {
        await service.insert([round, 100 + round].prefix(size))
      }
      await walk.send(.loadMore(.trailing))
    }
    let missed = await Set(service.ids).filter { $0 > 1000 }.subtracting(walk.ids)
    #expect(missed.isEmpty)
    #expect(walk.state(.append) == .end)
  }
}
