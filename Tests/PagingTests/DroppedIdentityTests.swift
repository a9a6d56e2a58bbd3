import Paging
import PagingSimulation
import Testing

@Suite struct `An item that was dropped` {
  /// A list of which the first pages are dropped: 1...6 have gone at the leading edge.
  private func run(remembered: Int = 1_000, stallLimit: Int = 10) throws -> MachineRun {
    var run = try MachineRun(
      SimulatedServer(1...30), keep: 6, stallLimit: stallLimit, remembered: remembered)
    run.load(pages: 4)
    run.show(10..<11)
    run.show(run.machine.count - 2..<run.machine.count - 1)
    #expect(run.list == "7 8 9 10 11 12")
    run.forget()
    return run
  }

  @Test func `is known when it comes again at the other edge`() throws {
    var run = try run()
    run.send(.loadMore(.trailing))
    run.answer([2, 40, 3], after: .more(40))
    #expect(run.list.hasSuffix("40"))
    #expect(!run.list.split(separator: " ").contains("2"))
  }

  @Test func `is forgotten beyond the bound, the first that went first`() throws {
    var run = try run(remembered: 2)
    run.send(.loadMore(.trailing))
    run.answer([5, 40, 2], after: .more(40))
    #expect(run.list.hasSuffix("12 40 2"))
  }

  @Test func `comes back at the edge where it went`() throws {
    var run = try run()
    for _ in 0..<9 where run.state(.prepend) != .end {
      run.show(0..<1)
      run.settle()
    }
    #expect(run.list.hasPrefix("1 2 3"))
  }

  @Test func `P19: that comes round and round stops the list`() throws {
    var run = try run(stallLimit: 3)
    run.show(5..<6)
    for round in 0..<9 where !run.waiting.isEmpty {
      run.answer([1, 2, 3], after: .more(100 + round))
    }
    #expect(run.state(.append) == .paused(.pagesWithoutNew(3)))
  }

  @Test func `is new when the head brings it`() throws {
    var run = try MachineRun(SimulatedServer(1...30, goesBack: true), keep: 6)
    run.load(pages: 4)
    run.show(0..<1)
    run.settle()
    #expect(run.machine.index(of: .item(12)) == nil)
    run.send(.refresh)
    run.answer([12, 1, 2], after: .more(2))
    #expect(run.list.hasPrefix("12 1 2 3"))
  }
}
