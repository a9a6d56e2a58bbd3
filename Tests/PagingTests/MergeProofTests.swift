import Paging
import PagingSimulation
import Testing

/// An answer may or may not prove that no item lies between its own items and the held items next
/// to them.
@Suite struct `An answer that has an item which is held` {
  @Test func `is not that an answer ends where one stood that may have moved away`() throws {
    var run = try MachineRun(SimulatedServer(1...30), keep: 5)
    run.send(.refresh)
    run.answer(keyed: [1], after: .more(1))
    run.send(.loadMore(.trailing))
    run.answer(keyed: [9], after: .more(9))
    run.send(.refresh)
    run.answer(keyed: [1, 5, 6, 7], after: .more(7))
    run.send(.loadMore(.trailing))
    run.answer(keyed: [5], after: .more(5))
    #expect(run.list == "1 … 6 7 … 9 5")
    run.show(6..<7)
    #expect(run.list == "6 7 … 9 5")
    run.send(.refresh)
    run.answer(keyed: [1], after: .more(1))
    #expect(run.list == "6 7 … 9 5")
  }

  /// The items that the app has removed may return, on either side of the place where the pages
  /// met.
  @Test func `is not that an answer ends where pages met that the app has changed`() throws {
    var server = SimulatedServer(1...30)
    server.style = .token
    var run = try MachineRun(server)
    run.send(.refresh)
    run.answer([1, 2, 3], after: .more(3))
    run.send(.loadMore(.trailing))
    run.answer([4, 5, 6], after: .more(6))
    for id in [3, 4] { run.send(.edit(.remove(PostID(id)), operation: nil)) }
    #expect(run.list == "1 2 5 6")
    run.send(.refresh)
    run.answer([1, 2, 3], after: .more(3))
    #expect(run.list == "1 2 3 … 5 6")
  }

  /// The last item of the second page was shown elsewhere, so only the start of the third page
  /// shows where the second one ended.
  @Test func `ends where the page below those of its items begins`() throws {
    var server = SimulatedServer(1...12)
    server.style = .token
    var run = try MachineRun(server)
    run.send(.refresh)
    run.answer([1, 2, 3], after: .more(3))
    for ids in [[4, 5, 6], [7, 8, 9], [10, 6, 11]] {
      run.send(.loadMore(.trailing))
      run.answer(ids, after: .more(ids[0] + 2))
    }
    #expect(run.list == "1 2 3 4 5 7 8 9 10 6 11")
    run.send(.refresh)
    run.answer([1, 2, 3, 4, 5, 12], after: .more(6))
    #expect(run.list == "1 2 3 4 5 12 7 8 9 10 6 11")
    #expect(run.mirror.isCopy(of: run.machine))
  }

  @Test func `is not met there where the item has another cursor by now`() throws {
    var run = try MachineRun(SimulatedServer(1...9))
    run.load(pages: 3)
    run.send(.refresh)
    var page = Page(items: [-3, -2, 5].map { Post(id: $0) }, after: Continuation.more(-1))
    page.itemCursors = [-3, -2, -1]
    run.answer(with: page)
    #expect(run.list == "-3 -2 5 … 1 2 3 4 6 7 8 9")
  }

  @Test func `P57: leaves a gap below its last item where that is new`() throws {
    var run = try tens()
    run.send(.refresh)
    run.answer(keyed: [10, 20, 25], after: .more(25))
    #expect(run.list == "10 20 25 … 30 40 50 60")
    #expect(run.mirror.isCopy(of: run.machine))
  }

  @Test func `P57: leaves a gap above its first item where that is new`() throws {
    var run = try tens(goesBack: true)
    run.send(.refresh)
    run.answer(keyed: [1, 2, 3], after: .more(3))
    #expect(run.list == "1 2 3 … 10 20 30 40 50 60")
    let gap = try #require(run.gap)
    run.send(.fill(gap: gap, from: .trailing))
    run.answer(keyed: [-1, 2, 3, 9], before: .more(-1), after: .more(10))
    #expect(run.list == "1 … -1 2 3 9 10 20 30 40 50 60")
    #expect(run.mirror.isCopy(of: run.machine))
    run.forget()
    run.send(.fill(gap: gap, from: .leading))
    #expect(run.asked == ["gap after(1)"])
  }

  @Test func `P57: leaves a gap in its place where the two are a gap apart`() throws {
    var run = try tens(goesBack: true)
    run.send(.refresh)
    run.answer(keyed: [1, 2, 3], after: .more(3))
    run.send(.loadMore(.trailing))
    run.answer(keyed: [70, 2, 80], before: .more(70), after: .more(80))
    #expect(run.list == "1 … 3 … 10 20 30 40 50 60 70 2 80")
    run.forget()
    run.send(.fill(gap: try #require(run.gap), from: .trailing))
    #expect(run.asked == ["gap before(3)"])
    run.send(.cancel)
    run.forget()
    run.show(2..<3)
    run.send(.refreshAround)
    #expect(run.asked == ["refresh after(1)"])
  }

  @Test func `is merged whole, though all of it is one long run`() throws {
    var run = try MachineRun(SimulatedServer(1...9))
    let ids = Array(1...2_000)
    for _ in 0..<2 {
      run.send(.refresh)
      run.answer(ids, after: .more(1))
    }
    #expect(run.machine.count == ids.count)
  }

  /// The first two pages of 10, 20, … 70, each with three posts.
  private func tens(goesBack: Bool = false) throws -> MachineRun {
    var server = SimulatedServer(1...1, goesBack: goesBack)
    server.ids = [10, 20, 30, 40, 50, 60, 70]
    var run = try MachineRun(server)
    run.load(pages: 2)
    #expect(run.list == "10 20 30 40 50 60")
    return run
  }
}
