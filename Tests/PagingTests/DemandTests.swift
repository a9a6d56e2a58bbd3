import Paging
import PagingSimulation
import Testing

@Suite struct `A list's demand` {
  @Test func `loads nothing before it is told to`() throws {
    var run = try MachineRun(SimulatedServer(1...9))
    run.show(0..<5)
    #expect(run.asked.isEmpty)
    #expect(run.changes.isEmpty)
    #expect(!run.machine.hasLoaded)
  }

  @Test func `loads nothing after the first page until that is drawn`() throws {
    var run = try MachineRun(SimulatedServer(1...9))
    run.send(.refresh)
    run.show(0..<0)
    run.answer()
    #expect(run.asked == ["refresh start"])
    #expect(run.changes == [.states, .replaced(.leading)])
    #expect(run.list == "1 2 3")
  }

  @Test(arguments: [(0..<0, false), (0..<1, false), (0..<2, false), (0..<3, true), (2..<3, true)])
  func `T3: with prefetch 0 loads when the last row is drawn and only then`(
    drawn: Range<Int>, loads: Bool
  ) throws {
    var run = try MachineRun(SimulatedServer(1...9))
    run.load(pages: 1)
    run.show(drawn)
    #expect(run.asked == (loads ? ["append after(3)"] : []))
  }

  @Test(arguments: [(0..<3, false), (0..<4, true), (1..<5, true)])
  func `T3: with prefetch 2 loads when fewer than two items are left`(
    drawn: Range<Int>, loads: Bool
  ) throws {
    var run = try MachineRun(SimulatedServer(1...20), pageSize: 5, prefetch: 2)
    run.load(pages: 1)
    run.show(drawn)
    #expect(run.asked == (loads ? ["append after(5)"] : []))
  }

  @Test func `P1: loads page after page from one viewport and stays loading between`() throws {
    var run = try MachineRun(SimulatedServer(1...9), pageSize: 1, prefetch: 2)
    run.load(pages: 1)
    run.show(0..<1)
    run.answer()
    #expect(run.state(.append) == .loading)
    run.answer()
    #expect(run.state(.append) == .idle)
    #expect(run.asked == ["append after(1)", "append after(2)"])
    #expect(run.list == "1 2 3")
  }

  @Test func `P2: serves what was drawn while a page was on its way`() throws {
    var run = try MachineRun(SimulatedServer(1...20), prefetch: 2)
    run.load(pages: 2)
    run.show(0..<5)
    run.show(5..<6)
    run.answer()
    run.show(7..<9)
    #expect(run.asked == ["append after(6)", "append after(9)"])
  }

  @Test func `P3: goes on after a fling to the tail with no further move`() throws {
    var run = try MachineRun(SimulatedServer(1...20), prefetch: 7, keep: 20)
    run.load(pages: 3)
    run.show(0..<3)
    run.show(6..<9)
    run.settle()
    #expect(run.asked == ["append after(9)", "append after(12)", "append after(15)"])
  }

  @Test(arguments: [(1, 0..<1), (5, 0..<1), (5, 3..<5), (5, 4..<5)])
  func `T3: is met by a page shorter than the distance, and by a row that was jumped to`(
    pageSize: Int, drawn: Range<Int>
  ) throws {
    var run = try MachineRun(SimulatedServer(1...40), pageSize: pageSize, prefetch: 7)
    run.load(pages: 1)
    run.show(drawn)
    run.settle()
    #expect(run.machine.count >= drawn.upperBound + 7)
    #expect(run.state(.append) == .idle)
  }

  @Test func `P4: fills the screen after a short first page`() throws {
    var run = try MachineRun(SimulatedServer(1...9))
    run.send(.refresh)
    run.answer([1], after: .more(1))
    run.show(0..<1)
    #expect(run.waiting.map(\.request.position) == [.after(1)])
  }

  @Test func `P5: loads when the terminal grows`() throws {
    var run = try MachineRun(SimulatedServer(1...9))
    run.load(pages: 1)
    run.show(0..<2)
    run.show(0..<3)
    #expect(run.asked == ["append after(3)"])
  }

  @Test func `P6, P14, P23: goes on over empty pages, also over an empty first one`() throws {
    var run = try MachineRun(SimulatedServer(1...9))
    run.send(.refresh)
    run.answer([], after: .more(0))
    #expect(run.machine.hasLoaded)
    #expect(run.state(.append) == .idle)
    run.show(0..<0)
    run.answer([], after: .more(5))
    run.answer([6], after: .more(6))
    #expect(run.asked == ["refresh start", "append after(0)", "append after(5)"])
    #expect(run.list == "6")
  }

  @Test func `P15, P16: does not take a short page for the end`() throws {
    var run = try MachineRun(SimulatedServer(1...9), pageSize: 5)
    run.load(pages: 1)
    run.show(0..<5)
    run.answer([6], after: .more(6))
    #expect(run.state(.append) == .idle)
    run.show(0..<6)
    #expect(run.asked == ["append after(5)", "append after(6)"])
  }

  @Test func `P27, P34: is one load however often the last row is drawn`() throws {
    var run = try MachineRun(SimulatedServer(1...9))
    run.load(pages: 1)
    for _ in 0..<3 { run.show(0..<3) }
    run.send(.loadMore(.trailing))
    #expect(run.asked == ["append after(3)"])
    #expect(run.cancelled.isEmpty)
  }

  @Test func `P37: keeps its place through refreshes that are stopped, fail or find nothing`()
    throws
  {
    var run = try MachineRun(SimulatedServer(1...9))
    run.load(pages: 2)
    run.show(5..<6)
    run.send(.refresh)
    run.send(.cancel)
    run.send(.retry)
    run.fail()
    run.send(.refresh)
    run.send(.refresh)
    run.answer([], after: .more(-7))
    run.server.ids.insert(contentsOf: [-1, 0], at: 0)
    run.send(.refresh)
    run.answer()
    // The viewport was not reported again, but it still includes the last row.
    run.settle()
    #expect(run.list == "-1 0 1 2 3 4 5 6 7 8 9")
  }

  @Test func `P38: counts from where the drawn rows stand by now, after a page came above`()
    throws
  {
    var run = try MachineRun(SimulatedServer(1...20, goesBack: true), opensAtEnd: true)
    run.load(pages: 1)
    run.send(.jump(.end))
    run.answer([9, 10, 11], before: .more(9), after: .more(11))
    run.forget()
    run.show(0..<1)
    run.settle()
    #expect(run.list == "6 7 8 9 10 11")
    #expect(run.asked == ["prepend before(9)"])
  }

  @Test func `P38: counts from where the drawn rows stand by now, after a page went above`()
    throws
  {
    var run = try MachineRun(SimulatedServer(1...20), keep: 6)
    run.load(pages: 2)
    run.show(5..<6)
    run.settle()
    #expect(run.list == "4 5 6 7 8 9")
    #expect(run.asked == ["append after(6)"])
  }

  @Test func `loads at either edge of a page in the middle, one load each`() throws {
    var run = try MachineRun(SimulatedServer(1...20, goesBack: true), opensAtEnd: true)
    run.load(pages: 1)
    run.send(.jump(.end))
    run.answer([9, 10, 11], before: .more(9), after: .more(11))
    run.forget()
    run.show(0..<3)
    run.show(0..<3)
    #expect(run.asked == ["append after(11)", "prepend before(9)"])
    run.settle()
    #expect(run.list == "6 7 8 9 10 11 12 13 14")
  }

  @Test func `asks for more on a key, whatever is drawn`() throws {
    var run = try MachineRun(SimulatedServer(1...9))
    run.send(.loadMore(.trailing))
    #expect(run.asked == ["refresh start"])
    run.answer()
    run.send(.loadMore(.trailing))
    run.send(.loadMore(.leading))
    #expect(run.asked == ["refresh start", "append after(3)"])
  }
}
