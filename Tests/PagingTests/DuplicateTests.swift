import Paging
import PagingSimulation
import Testing

@Suite struct `A duplicate` {
  /// The versions held, in order.
  private func versions(_ run: MachineRun) -> [Int] {
    (0..<run.machine.count).compactMap { run.machine[$0].item?.version }
  }

  private func page(_ posts: [Post], after: Continuation<Int>) -> Page<Post, Int> {
    Page(items: posts, after: after)
  }

  @Test func `P53: inside a page is one row, the newer in its place`() throws {
    var run = try MachineRun(SimulatedServer(1...9))
    run.send(.refresh)
    let ticket = try #require(run.waiting.first)
    let posts = [Post(id: 1), Post(id: 2), Post(id: 1, version: 7)]
    run.send(.loaded(ticket, page(posts, after: .more(2))))
    #expect(run.list == "1 2")
    #expect(versions(run) == [7, 0])
  }

  @Test func `P53: inside a page leaves each item its own cursor`() {
    var page = page([0, 0, 1, 0].map { Post(id: $0) }, after: .more(1))
    page.itemCursors = [10, 10, 11, 10]
    #expect(page.withoutRepeats.items.map(\.id) == [0, 1])
    #expect(page.withoutRepeats.itemCursors == [10, 11])
  }

  @Test func `P50, P54: across pages is one row, the newer in its place`() throws {
    var run = try MachineRun(SimulatedServer(1...9))
    run.load(pages: 1)
    run.show(0..<3)
    let ticket = try #require(run.waiting.first)
    let posts = [Post(id: 3, version: 7), Post(id: 4), Post(id: 5)]
    run.send(.loaded(ticket, page(posts, after: .more(5))))
    #expect(run.list == "1 2 3 4 5")
    #expect(versions(run) == [0, 0, 7, 0, 0])
    #expect(run.changes.last == .extended(.trailing, count: 2))
  }

  @Test func `P52: in a page of another order is one row, where that page has it`() throws {
    var run = try MachineRun(SimulatedServer(1...9))
    run.send(.refresh)
    run.answer([3, 1, 2], after: .more(3))
    run.show(0..<3)
    run.answer([2, 4, 1, 5, 3], after: .end)
    #expect(run.list == "2 4 1 5 3")
    // Five items arrived, of which two were new; the change counts only the new ones.
    #expect(run.changes.last == .extended(.trailing, count: 2))
  }

  @Test func `N4, N8: page is no end and no stall`() throws {
    var run = try MachineRun(SimulatedServer(1...9))
    run.load(pages: 1)
    run.show(0..<3)
    run.answer([2, 3], after: .more(30))
    run.answer()
    #expect(run.asked == ["append after(3)", "append after(30)"])
    #expect(run.state(.append) == .end)
  }

  @Test func `at the leading edge is one row`() throws {
    var run = try MachineRun(SimulatedServer(1...9, goesBack: true), opensAtEnd: true)
    run.load(pages: 1)
    run.send(.jump(.end))
    run.answer()
    run.show(0..<1)
    run.answer([5, 6, 7], before: .more(5), after: .more(7))
    #expect(run.list == "5 6 7 8 9")
  }

  @Test func `page at the leading edge only moves that edge`() throws {
    var run = try MachineRun(SimulatedServer(1...9, goesBack: true), opensAtEnd: true)
    run.load(pages: 1)
    run.send(.jump(.end))
    run.answer()
    run.show(0..<1)
    run.answer([7, 8], before: .more(4), after: .more(8))
    run.answer()
    #expect(run.list == "1 2 3 7 8 9")
    #expect(run.state(.prepend) == .end)
  }

  @Test func `given by the owner renews its row, an unknown one none`() throws {
    var run = try MachineRun(SimulatedServer(1...9))
    run.load(pages: 1)
    run.send(.replace(Post(id: 2, version: 7)))
    run.send(.replace(Post(id: 42)))
    #expect(versions(run) == [0, 7, 0])
    #expect(run.changes == [.replacedItem])
  }
}
