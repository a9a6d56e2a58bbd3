import Paging
import PagingSimulation
import Testing

@Suite struct `An item that was dropped` {
  /// A list whose first pages were dropped: 1...6 are missing at the leading edge.
  private func run(stallLimit: Int = 10) throws -> MachineRun {
    var run = try MachineRun(SimulatedServer(1...30), keep: 6, stallLimit: stallLimit)
    run.load(pages: 4)
    run.show(10..<11)
    run.show(run.machine.count - 2..<run.machine.count - 1)
    #expect(run.list == "7 8 9 10 11 12")
    run.forget()
    return run
  }

  @Test func `is shown where an answer has it, also at the other edge`() throws {
    var run = try run()
    run.show(5..<6)
    run.answer([2, 40, 3], after: .more(40))
    #expect(run.list.hasSuffix("2 40 3"))
    #expect(run.changes.contains(.extended(.trailing, count: 3)))
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
    for round in 0..<9 {
      run.show(run.machine.count - 1..<run.machine.count)
      run.answer([1, 2, 3], after: .more(100 + round))
    }
    #expect(run.issued.count == 4)
    #expect(run.state(.append) == .paused(.pagesWithoutNew(3)))
  }

  @Test func `is new when the head brings it`() throws {
    var run = try MachineRun(SimulatedServer(1...30, goesBack: true), keep: 6)
    run.load(pages: 4)
    run.show(0..<1)
    run.settle()
    #expect(run.machine.index(of: .item(12)) == nil)
    run.send(.refresh)
    run.answer(keyed: [12, 1, 2], after: .more(2))
    #expect(run.list.hasPrefix("12 1 2 3"))
  }

  @Test func `is new at the other edge once the end is held, because it is not where it went`()
    throws
  {
    var run = try MachineRun(SimulatedServer(1...30, goesBack: true), opensAtEnd: true, keep: 6)
    run.load(pages: 1)
    run.send(.jump(.end))
    run.answer([10, 11, 12], before: .more(10), after: .more(12))
    for page in [[13, 14, 15], [16, 17, 18]] {
      run.send(.loadMore(.trailing))
      run.answer(page, before: .more(page[0]), after: .more(page[2]))
    }
    run.show(1..<2)
    #expect(run.list == "10 11 12 13 14 15")
    run.show(5..<6)
    run.answer([16], before: .more(16), after: .end)
    #expect(run.list == "13 14 15 16")
    run.show(0..<1)
    run.answer([17, 11, 12], before: .more(11), after: .more(12))
    #expect(run.list == "17 11 12 13 14 15")
  }

  @Test func `is new at the other edge once a gap stands for what went with it`() throws {
    var run = try MachineRun(SimulatedServer(1...30), keep: 6)
    run.load(pages: 5)
    run.show(13..<14)
    run.show(0..<1)
    run.answer([7], after: .more(7))
    #expect(run.list == "7 … 10 11 12")
    run.show(4..<5)
    run.answer([13, 8, 14], after: .more(14))
    #expect(run.list == "10 11 12 13 8 14")
  }

  @Test func `P67: comes back at the other edge, where it went after it had come back`() throws {
    var run = try MachineRun(SimulatedServer(1...30), keep: 6)
    run.load(pages: 6)
    run.show(16..<17)
    #expect(run.list == "13 14 15 16 17 18")
    for _ in 0..<3 {
      run.show(0..<1)
      run.answer()
    }
    #expect(run.list == "4 5 6 7 8 9")
    run.show(5..<6)
    run.answer()
    #expect(run.list == "7 8 9 10 11 12")
  }
}
