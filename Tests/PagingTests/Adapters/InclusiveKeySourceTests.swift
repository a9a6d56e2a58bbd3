import Paging
import PagingSimulation
import Testing

/// Items are requested as from Firebase: starting at a key, including the item with the key.
@Suite struct `An inclusive key source` {
  @Test func `K12: asks for one item more and gives as many as are wanted`() async throws {
    let service = AdapterService(1...9)
    let source = service.inclusive()
    let start = try await source.page(.start, 3)
    let next = try await source.page(after: start, 3)
    #expect(next.ids == [4, 5, 6])
    #expect(await service.asked == ["3 after -", "4 after 3"])
    let back = try await source.page(before: next, 2)
    #expect(back.ids == [2, 3])
    #expect(await service.asked.last == "3 before 4")
  }

  @Test func `K1: a page size of 1 ends after a request for each item and one`() async throws {
    let service = AdapterService(1...3)
    var walk = try AdapterWalk(service.inclusive(), pageSize: 1)
    await walk.send(.refresh)
    await walk.go(to: .trailing)
    #expect(walk.ids == [1, 2, 3])
    #expect(await service.asked == ["1 after -", "2 after 1", "2 after 2", "2 after 3"])
  }

  @Test func `K6: keeps the first item where that of the key was deleted`() async throws {
    let service = AdapterService(1...9)
    let source = service.inclusive()
    let start = try await source.page(.start, 3)
    await service.delete([3])
    #expect(try await source.page(after: start, 3).ids == [4, 5, 6, 7])
    await service.delete([7])
    #expect(try await source.page(.before(7), 2).ids == [4, 5, 6])
  }

  @Test func `K2: leaves out by the key that was asked, in whatever order`() async throws {
    let source = AdapterService(1...9).inclusive()
    let start = try await source.page(.start, 3)
    let late = try await source.page(.after(6), 3)
    let again = try await source.page(.start, 3)
    #expect(late.ids == [7, 8, 9])
    #expect(again == start)
  }

  @Test func `K5: a short page is not the end`() async throws {
    let service = AdapterService(1...9, hidden: [4, 5])
    var walk = try AdapterWalk(service.inclusive(), pageSize: 3)
    await walk.send(.refresh)
    await walk.go(to: .trailing)
    #expect(walk.ids == [1, 2, 3, 6, 7, 8, 9])
  }

  @Test func `K7: a last item without a key is an error and not a loop`() async {
    let source = InclusiveKeySource<Post, Int>(key: { _ in nil }) { _, _ in
      KeyedPage(items: [Post(id: 1)])
    }
    #expect(await thrown(by: source, at: .start)?.isRetryable == false)
  }

  @Test func `K13: answers in the wrong order are an error that says so`() async throws {
    let service = AdapterService(1...9)
    let source = InclusiveKeySource<Post, Int>(key: { $0.id.number }) { key, count in
      // The last `count` items up to a key, oldest first, as Firebase returns them; this closure
      // does not reverse them.
      KeyedPage(items: await service.posts(before: key ?? 99, count, inclusive: true))
    }
    let start = try await source.page(.start, 3)
    let cursor = try #require(start.after.cursor)
    let error = await thrown(by: source, at: .after(cursor))
    #expect(error?.description.contains("wrong order") == true)
  }

  @Test func `takes answers that come newest first as they are`() async throws {
    let source = InclusiveKeySource<Post, Int>(key: { -$0.id.number }) { key, count in
      let newest = -(key ?? -9)
      let ids = (1...9).reversed().filter { $0 <= newest }.prefix(count)
      return KeyedPage(items: ids.map { Post(id: $0) })
    }
    let start = try await source.page(.start, 4)
    #expect(start.ids == [9, 8, 7, 6])
    #expect(try await source.page(after: start, 4).ids == [5, 4, 3, 2])
  }

  @Test func `P51: more items of one key than a page holds are an error and not a loop`() async {
    let source = InclusiveKeySource<Post, Int>(key: { _ in 7 }) { _, count in
      KeyedPage(items: (0..<count).map { Post(id: $0) })
    }
    #expect(await thrown(by: source, at: .after(7)) != nil)
  }
}
