import Paging
import PagingSimulation
import Testing

@Suite struct `An answer that is not wanted any more` {
  /// A list of one page of three while its second page is loading.
  private func run() throws -> MachineRun {
    var run = try MachineRun(SimulatedServer(1...9))
    run.load(pages: 1)
    run.show(0..<3)
    return run
  }

  @Test func `P24, K3: changes nothing during a refresh`() throws {
    var run = try run()
    run.send(.refresh)
    let late = try #require(run.cancelled.first)
    run.forget()
    run.answer(late)
    #expect(run.changes.isEmpty)
    #expect(run.asked.isEmpty)
    #expect(run.list == "1 2 3")
    #expect(run.state(.append) == .idle)
    #expect(run.state(.refresh) == .loading)
  }

  @Test func `P25, N2: makes no hole after a refresh`() throws {
    var run = try run()
    run.send(.refresh)
    let late = try #require(run.cancelled.first)
    run.server.ids.insert(0, at: 0)
    run.answer()
    run.answer(late)
    run.settle()
    #expect(run.list == "0 1 2 3 4 5 6")
  }

  @Test func `P33, N9: changes nothing after a cancel, nor does its failure`() throws {
    var run = try run()
    run.send(.cancel)
    let late = try #require(run.cancelled.first)
    run.forget()
    run.answer(late)
    run.send(.failed(late, PagingError("stopped", isRetryable: true)))
    #expect(run.changes.isEmpty)
    #expect(run.state(.append) == .cancelled)
    #expect(run.list == "1 2 3")
  }

  @Test func `P35, K8: changes nothing the second time`() throws {
    var run = try run()
    let ticket = try #require(run.waiting.first)
    run.answer()
    run.forget()
    run.answer(ticket)
    #expect(run.changes.isEmpty)
    #expect(run.list == "1 2 3 4 5 6")
  }

  @Test func `changes nothing after a jump`() throws {
    var run = try MachineRun(SimulatedServer(1...20, goesBack: true), opensAtEnd: true)
    run.load(pages: 1)
    run.show(0..<3)
    run.send(.jump(.end))
    let late = try #require(run.cancelled.first)
    run.answer()
    run.answer(late)
    #expect(run.list == "18 19 20")
  }

  @Test func `P33: changes nothing when its edge was dropped`() throws {
    var run = try MachineRun(SimulatedServer(1...20), keep: 6)
    run.load(pages: 4)
    run.send(.loadMore(.trailing))
    run.show(0..<1)
    let late = try #require(run.cancelled.first)
    run.forget()
    run.answer(late)
    #expect(run.list == "1 2 3 4 5 6")
    #expect(run.changes.isEmpty)
    #expect(run.state(.append) == .idle)
  }
}

@Suite struct `A refresh among other loads` {
  @Test func `P26: is made once more after it, however often it is asked for while it runs`() throws
  {
    var run = try MachineRun(SimulatedServer(1...9))
    for _ in 0..<3 { run.send(.refresh) }
    #expect(run.asked == ["refresh start"])
    run.answer()
    #expect(run.asked == ["refresh start", "refresh start"])
    run.answer()
    #expect(run.waiting.isEmpty)
    #expect(run.cancelled.isEmpty)
  }

  @Test func `P28: keeps what the edges want waiting, and is not stopped by it`() throws {
    var run = try MachineRun(SimulatedServer(1...9))
    run.load(pages: 1)
    run.send(.refresh)
    run.show(0..<3)
    run.send(.loadMore(.trailing))
    #expect(run.asked == ["refresh start"])
    run.answer()
    #expect(run.asked == ["refresh start", "append after(3)"])
    #expect(run.cancelled.isEmpty)
  }

  @Test(arguments: [true, false])
  func `P29: stops a load at an edge and lets it be asked for again, even if it fails`(
    fails: Bool
  ) throws {
    var run = try MachineRun(SimulatedServer(1...9))
    run.load(pages: 1)
    run.show(0..<3)
    run.send(.refresh)
    #expect(run.cancelled.map(\.request.reason) == [.append])
    if fails { run.fail() } else { run.answer() }
    #expect(run.asked == ["append after(3)", "refresh start", "append after(3)"])
    run.answer()
    #expect(run.list == "1 2 3 4 5 6")
  }

  @Test func `P30, P42: that fails at the start leaves the edges alone`() throws {
    var run = try MachineRun(SimulatedServer(1...9))
    run.send(.refresh)
    run.fail("no route")
    run.show(0..<9)
    #expect(run.state(.refresh) == .failed(PagingError("no route", isRetryable: true)))
    #expect(!run.machine.hasLoaded)
    #expect(run.asked == ["refresh start"])
    run.send(.loadMore(.trailing))
    #expect(run.asked == ["refresh start", "refresh start"])
  }

  @Test func `P31: clears what waited at an edge when it says that is all`() throws {
    var run = try MachineRun(SimulatedServer(1...2))
    run.send(.refresh)
    run.show(0..<2)
    run.send(.loadMore(.trailing))
    run.answer()
    run.show(0..<2)
    #expect(run.asked == ["refresh start"])
    #expect(run.state(.append) == .end)
  }
}
