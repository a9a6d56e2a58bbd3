import Paging
import PagingSimulation
import Testing

@Suite struct `A page that shares items with what is held` {
  @Test func `P53: is merged by where it ends, though an item comes twice in it`() throws {
    var run = try MachineRun(SimulatedServer(1...30))
    run.load(pages: 2)
    run.send(.refresh)
    run.answer(keyed: [-1, 0, 1, -1], after: .more(1))
    #expect(run.list == "-1 0 1 2 3 4 5 6")
  }

  @Test func `P67: leaves none out when its own way back begins too high`() throws {
    var run = try MachineRun(SimulatedServer(1...60, goesBack: true), keep: 7)
    run.load(pages: 2)
    run.send(.loadMore(.trailing))
    // The source repeats 6, so that its page leads back to the items before 6.
    run.answer([6, 7, 8, 9], before: .more(6), after: .more(9))
    run.show(8..<9)
    run.settle()
    #expect(run.list.hasPrefix("6 7 8 9 10"))
    run.show(0..<1)
    run.settle()
    #expect(run.list.hasPrefix("3 4 5 6 7 8 9"))
  }

  @Test func `P67: is a part of the end where only that can be asked for`() throws {
    var run = try MachineRun(SimulatedServer(1...9, goesBack: true), opensAtEnd: true, keep: 4)
    run.load(pages: 1)
    run.send(.jump(.end))
    run.answer([7, 8, 9], before: .more(7), after: .unknown(9))
    run.send(.loadMore(.trailing))
    run.answer([9, 10, 11], before: .more(9), after: .unknown(11))
    #expect(run.list == "7 8 9 10 11")
    run.send(.loadMore(.trailing))
    run.answer([12, 13], before: .more(12), after: .unknown(13))
    run.send(.loadMore(.trailing))
    run.answer([14, 15], before: .more(14), after: .unknown(15))
    run.show(8..<9)
    #expect(run.list == "12 13 14 15")
    run.server.ids = Array(1...15)
    run.show(0..<1)
    run.settle()
    #expect(run.list.hasPrefix("9 10 11 12 13"))
  }

  @Test func `P52: is shown whole and in its order, as far as it reaches`() throws {
    var run = try longAgo()
    // The server has deleted 5, so the page reaches into the held items, and a new post follows 7.
    run.answer(keyed: [4, 6, 7, 70, 8], before: .more(4), after: .more(8))
    #expect(run.list.hasPrefix("4 6 7 70 8 9"))
  }

  /// A list whose first two pages were dropped; the second page is being loaded again.
  private func longAgo() throws -> MachineRun {
    var run = try MachineRun(SimulatedServer(1...60, goesBack: true), keep: 6)
    run.load(pages: 4)
    run.show(10..<11)
    run.show(0..<1)
    #expect(run.list == "7 8 9 10 11 12")
    #expect(run.waiting.last?.request.position == .before(7))
    return run
  }
}
