import Paging
import PagingSimulation
import Testing

@Suite struct `The end of a list` {
  @Test func `P13: is one empty page where the items are a multiple of the page size`() throws {
    var run = try MachineRun(SimulatedServer(1...6))
    run.load(pages: 1)
    run.show(0..<3)
    run.answer([4, 5, 6], after: .more(6))
    run.show(3..<6)
    run.answer([], after: .end)
    run.show(3..<6)
    #expect(run.asked == ["append after(3)", "append after(6)"])
    #expect(run.state(.append) == .end)
    #expect(run.list == "1 2 3 4 5 6")
  }

  @Test func `P22: is said of an empty list too`() throws {
    var run = try MachineRun(SimulatedServer([]))
    #expect(run.state(.append) == .idle)
    run.load(pages: 1)
    #expect(run.machine.hasLoaded)
    #expect(run.state(.append) == .end)
    #expect(run.state(.prepend) == .end)
    run.show(0..<0)
    #expect(run.asked.isEmpty)
  }

  @Test func `T2: is not the start again`() throws {
    var run = try MachineRun(SimulatedServer(1...3))
    run.load(pages: 1)
    run.show(0..<3)
    run.send(.loadMore(.trailing))
    #expect(run.asked.isEmpty)
  }

  @Test func `P20: is forgotten when the tail page is dropped`() throws {
    var run = try MachineRun(SimulatedServer(1...9), keep: 6)
    run.load(pages: 3)
    #expect(run.state(.append) == .end)
    run.show(0..<1)
    #expect(run.list == "1 2 3 4 5 6")
    #expect(run.state(.append) == .idle)
    run.show(3..<6)
    run.answer()
    #expect(run.state(.append) == .end)
    #expect(run.list == "1 2 3 4 5 6 7 8 9")
  }

  @Test func `P21: that may have moved is asked for again by a key only`() throws {
    var run = try MachineRun(SimulatedServer(1...9))
    run.send(.refresh)
    run.answer([1, 2, 3], after: .unknown(3))
    run.show(0..<3)
    #expect(run.asked == ["refresh start"])
    #expect(run.state(.append) == .idle)
    run.send(.loadMore(.trailing))
    run.answer([], after: .unknown(3))
    #expect(run.state(.append) == .idle)
    run.send(.loadMore(.trailing))
    run.answer([4], after: .unknown(4))
    run.show(0..<4)
    #expect(run.asked == ["refresh start", "append after(3)", "append after(3)"])
    #expect(run.list == "1 2 3 4")
  }

  @Test func `P21: that may have moved is known to have where a page of it was dropped`() throws {
    var run = try MachineRun(SimulatedServer(1...9), keep: 6)
    run.load(pages: 2)
    run.send(.loadMore(.trailing))
    run.answer([7, 8, 9], after: .unknown(9))
    run.forget()
    run.show(0..<1)
    #expect(run.list == "1 2 3 4 5 6")
    run.show(3..<6)
    #expect(run.asked == ["append after(6)"])
  }

  @Test func `P18: a cursor that leads to itself is an error and the list stays`() throws {
    var run = try MachineRun(SimulatedServer(1...9))
    run.load(pages: 1)
    run.show(0..<3)
    run.answer([4, 5, 6], after: .more(3))
    run.show(0..<3)
    #expect(run.asked == ["append after(3)"])
    let error = PagingError("the source returned the same cursor again", isRetryable: false)
    #expect(run.state(.append) == .failed(error))
    #expect(run.list == "1 2 3")
  }

  @Test func `P18: a leading cursor that leads to itself is an error`() throws {
    var run = try MachineRun(SimulatedServer(1...9, goesBack: true), opensAtEnd: true)
    run.load(pages: 1)
    run.send(.jump(.end))
    run.answer()
    run.show(0..<3)
    run.answer([4, 5, 6], before: .more(7), after: .more(6))
    guard case .failed = run.state(.prepend) else {
      Issue.record("\(run.state(.prepend))")
      return
    }
    #expect(run.list == "7 8 9")
  }
}
