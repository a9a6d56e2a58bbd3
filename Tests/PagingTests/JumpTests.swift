import Paging
import PagingSimulation
import Testing

@Suite struct `A jump` {
  private func run(opensAtEnd: Bool = true, pages: Int = 1) throws -> MachineRun {
    var run = try MachineRun(
      SimulatedServer(1...20, goesBack: opensAtEnd), opensAtEnd: opensAtEnd)
    run.load(pages: pages)
    return run
  }

  @Test func `P68: to the true end is one load`() throws {
    var run = try run()
    run.send(.jump(.end))
    #expect(run.list == "1 2 3")
    run.answer()
    #expect(run.asked == ["refresh end"])
    #expect(run.list == "18 19 20")
    #expect(run.changes.last == .replaced(.trailing))
    #expect(run.state(.append) == .end)
    #expect(run.state(.prepend) == .idle)
  }

  @Test func `P8: to a list of the same size loads at its edges once that is drawn`() throws {
    var run = try run()
    run.show(0..<3)
    run.send(.jump(.end))
    run.answer()
    #expect(run.waiting.isEmpty)
    run.show(0..<3)
    #expect(run.waiting.map(\.request.position) == [.before(18)])
  }

  @Test func `to the end does nothing where the source cannot be entered there`() throws {
    var run = try run(opensAtEnd: false)
    run.send(.jump(.end))
    #expect(run.asked.isEmpty)
    #expect(run.changes.isEmpty)
  }

  @Test func `before a first page has come begins the list there`() throws {
    var run = try MachineRun(SimulatedServer(1...20), opensAtEnd: true)
    run.send(.jump(.end))
    run.answer()
    #expect(run.asked == ["refresh end"])
    #expect(run.list == "18 19 20")
  }

  @Test func `does nothing where that end is held`() throws {
    var run = try run(pages: 7)
    run.send(.jump(.end))
    run.send(.jump(.start))
    #expect(run.asked.isEmpty)
  }

  @Test func `to the true start is one load, also where the source only goes forward`() throws {
    var run = try MachineRun(SimulatedServer(1...20), keep: 6)
    run.load(pages: 4)
    run.show(10..<11)
    run.send(.jump(.start))
    run.answer()
    #expect(run.asked == ["refresh start"])
    #expect(run.list == "1 2 3")
    #expect(run.state(.prepend) == .end)
  }

  @Test func `P27: is not begun again while it runs`() throws {
    var run = try run()
    for _ in 0..<3 { run.send(.jump(.end)) }
    #expect(run.asked == ["refresh end"])
  }

  @Test func `gives way to a later one to the other end`() throws {
    var run = try run()
    run.send(.jump(.end))
    run.send(.jump(.start))
    let late = try #require(run.cancelled.first)
    run.answer(late)
    #expect(run.list == "1 2 3")
    #expect(run.waiting.isEmpty)
    #expect(run.state(.refresh) == .idle)
  }

  @Test func `outranks a refresh`() throws {
    var run = try run()
    run.send(.refresh)
    run.send(.jump(.end))
    #expect(run.cancelled.map(\.request.position) == [.start])
    run.answer()
    #expect(run.list == "18 19 20")
  }

  @Test func `to an end that may have moved asks there once more`() throws {
    var run = try MachineRun(SimulatedServer(1...20), opensAtEnd: true)
    run.send(.refresh)
    run.answer([1, 2, 3], after: .unknown(3))
    run.send(.jump(.end))
    run.answer([4], after: .unknown(4))
    #expect(run.asked == ["refresh start", "append after(3)"])
    #expect(run.list == "1 2 3 4")
  }
  @Test func `leaves what failed in the list that it replaces`() throws {
    var run = try MachineRun(SimulatedServer(1...30))
    run.load(pages: 1)
    run.send(.loadMore(.trailing))
    run.fail()
    #expect(run.state(.append) == .failed(PagingError("offline", isRetryable: true)))
    run.send(.jump(.after(9)))
    run.answer()
    #expect(run.list == "10 11 12")
    #expect(run.state(.append) == .idle)
  }
}

@Suite struct `A list that is opened in the middle` {
  private func run() throws -> MachineRun {
    var run = try MachineRun(SimulatedServer(1...30, goesBack: true))
    run.send(.jump(.after(9)))
    return run
  }

  @Test func `begins there with one load, and leads on in both directions`() throws {
    var run = try run()
    #expect(run.asked == ["refresh after(9)"])
    run.answer()
    #expect(run.changes.last == .replaced(.leading))
    run.show(0..<3)
    run.settle()
    #expect(run.list == "7 8 9 10 11 12 13 14 15")
  }

  @Test func `is one jump away from the head`() throws {
    var run = try run()
    run.answer()
    run.forget()
    run.send(.jump(.start))
    run.answer()
    #expect(run.asked == ["refresh start"])
    #expect(run.list == "1 2 3")
  }

  @Test func `takes its first look at the head for no news, and a later one for what it is`() throws
  {
    var run = try run()
    run.answer()
    run.forget()
    run.send(.refresh)
    run.answer()
    #expect(run.machine.newCount == 0)
    #expect(run.changes.last == .refreshed(new: 0))
    run.server.ids.insert(0, at: 0)
    run.send(.refresh)
    run.answer()
    #expect(run.machine.newCount == 1)
    #expect(run.list == "10 11 12")
  }

  @Test func `is opened at the last of several places, and is tried again there`() throws {
    var run = try run()
    run.send(.jump(.after(3)))
    run.send(.jump(.after(3)))
    run.fail()
    run.send(.retry)
    #expect(run.asked == ["refresh after(9)", "refresh after(3)", "refresh after(3)"])
    #expect(run.cancelled.map(\.request.position) == [.after(9)])
    run.answer()
    #expect(run.list == "4 5 6")
    #expect(run.waiting.isEmpty)
  }
}
