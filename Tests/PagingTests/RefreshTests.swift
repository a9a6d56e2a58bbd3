import Paging
import PagingSimulation
import Testing

@Suite struct `A refresh` {
  @Test func `puts what is new on top and says how much, once`() throws {
    var run = try MachineRun(SimulatedServer(1...9))
    run.load(pages: 2)
    run.server.ids.insert(contentsOf: [-1, 0], at: 0)
    run.send(.refresh)
    run.answer()
    #expect(run.changes == [.states, .refreshed(new: 2)])
    #expect(run.list == "-1 0 1 2 3 4 5 6")
    #expect(run.machine.newCount == 2)
    run.forget()
    run.send(.refresh)
    run.answer()
    #expect(run.changes == [.states, .refreshed(new: 0)])
    #expect(run.machine.newCount == 2)
  }

  @Test func `P54, N10: renews what is known where it stands`() throws {
    var run = try MachineRun(SimulatedServer(1...9))
    run.load(pages: 2)
    run.server.version = 1
    run.send(.refresh)
    run.answer()
    #expect(run.list == "1 2 3 4 5 6")
    #expect((0..<6).map { run.machine[$0].item?.version } == [1, 1, 1, 0, 0, 0])
  }

  @Test func `P55: keeps the oldest item that is held`() throws {
    var run = try MachineRun(SimulatedServer(1...6))
    run.load(pages: 2)
    run.server.ids.insert(0, at: 0)
    run.send(.refresh)
    run.answer()
    #expect(run.list == "0 1 2 3 4 5 6")
    #expect(run.state(.append) == .end)
  }

  @Test func `goes on at the trailing edge where the list ended`() throws {
    var run = try MachineRun(SimulatedServer(1...9))
    run.load(pages: 2)
    run.server.ids.insert(0, at: 0)
    run.send(.refresh)
    run.answer()
    run.show(0..<7)
    run.answer()
    #expect(run.list == "0 1 2 3 4 5 6 7 8 9")
  }

  @Test func `takes away what the server has deleted`() throws {
    var run = try MachineRun(SimulatedServer(1...9))
    run.load(pages: 1)
    run.server.ids = []
    run.send(.refresh)
    run.answer()
    #expect(run.list == "")
    #expect(run.changes.last == .refreshed(new: 0))
  }

  @Test func `finds what is new below an item pinned to the top`() throws {
    var run = try MachineRun(SimulatedServer(1...9), pageSize: 4)
    run.load(pages: 1)
    run.send(.refresh)
    run.answer(keyed: [1, -1, 0, 2], after: .more(2))
    #expect(run.list == "1 -1 0 2 3 4")
    #expect(run.changes.last == .refreshed(new: 2))
  }

  @Test func `P57: leaves a gap where what is new fills the page, but for a pinned item`() throws {
    var run = try MachineRun(SimulatedServer(1...9))
    run.load(pages: 2)
    run.send(.refresh)
    run.answer([1, -6, -5], after: .more(-5))
    #expect(run.list == "1 -6 -5 … 2 3 4 5 6")
  }

  @Test func `goes on from a head that reaches beyond all that is held, which is not new`() throws {
    var run = try MachineRun(SimulatedServer(1...9))
    run.load(pages: 2)
    run.send(.refresh)
    run.answer([0, 1, 2, 3, 4, 5, 6, 7, 8], after: .more(8))
    #expect(run.list == "0 1 2 3 4 5 6 7 8")
    #expect(run.changes.last == .refreshed(new: 1))
    run.send(.loadMore(.trailing))
    #expect(run.waiting.map(\.request.position) == [.after(8)])
  }

  @Test func `takes what lies deeper than the known head for old`() throws {
    var run = try MachineRun(SimulatedServer(1...9))
    run.load(pages: 1)
    run.server.ids.remove(at: 1)
    run.send(.refresh)
    run.answer()
    #expect(run.list == "1 3 4")
    #expect(run.changes.last == .refreshed(new: 0))
  }

  @Test func `fills an empty list`() throws {
    var run = try MachineRun(SimulatedServer([]))
    run.load(pages: 1)
    run.server.ids = [1, 2]
    run.send(.refresh)
    run.answer()
    #expect(run.list == "1 2")
    #expect(run.changes.last == .replaced(.leading))
  }

  @Test func `N7, K10: that fails loses nothing`() throws {
    var run = try MachineRun(SimulatedServer(1...9))
    run.load(pages: 2)
    run.send(.refresh)
    run.fail()
    #expect(run.list == "1 2 3 4 5 6")
    #expect(run.changes == [.states, .states])
    run.send(.loadMore(.trailing))
    run.answer()
    #expect(run.list == "1 2 3 4 5 6 7 8 9")
  }

  @Test func `passes over pages of nothing, and shows what is behind them`() throws {
    var run = try MachineRun(SimulatedServer(1...9))
    run.load(pages: 1)
    run.send(.refresh)
    run.answer([], after: .more(-7))
    run.answer([], after: .more(-5))
    #expect(run.list == "1 2 3")
    run.answer(keyed: [-4, 2], after: .more(2))
    #expect(run.list == "-4 2 3")
    #expect(run.asked == ["refresh start", "refresh after(-7)", "refresh after(-5)"])
    run.send(.refresh)
    #expect(run.waiting.map(\.request.position) == [.start])
  }

  @Test func `that found some pages of nothing in a row leaves what is held, below a gap`() throws {
    var run = try MachineRun(SimulatedServer(1...9), stallLimit: 2)
    run.load(pages: 1)
    run.send(.refresh)
    run.answer([], after: .more(-9))
    run.answer([], after: .more(-7))
    #expect(run.list == "… 1 2 3")
    run.send(.fill(gap: try #require(run.gap), from: .leading))
    #expect(run.waiting.map(\.request.position) == [.after(-7)])
  }

  @Test func `that fails behind a page of nothing goes on from there`() throws {
    var run = try MachineRun(SimulatedServer(1...9), retry: .standard)
    run.load(pages: 1)
    run.send(.refresh)
    run.answer([], after: .more(-7))
    run.fail()
    run.tick(at: .seconds(60))
    #expect(run.waiting.map(\.request.position) == [.after(-7)])
    run.answer(keyed: [3], after: .more(3))
    #expect(run.list == "3")
    #expect(run.state(.prepend) == .end)
  }

  @Test func `that fails behind a page of nothing begins again where an answer came since`() throws
  {
    var run = try MachineRun(SimulatedServer(1...9))
    run.load(pages: 1)
    run.send(.refresh)
    run.answer([], after: .more(-7))
    run.send(.cancel)
    run.send(.loadMore(.trailing))
    run.answer()
    run.send(.retry)
    #expect(run.waiting.map(\.request.position) == [.start])
    run.answer()
    #expect(run.list == "1 2 3 4 5 6")
  }

  @Test func `that a source has asked for ends where the source wants to be left alone`() throws {
    var run = try MachineRun(SimulatedServer(1...9))
    run.load(pages: 1)
    run.send(.sourceChanged)
    let ticket = try #require(run.waiting.first)
    run.send(.loaded(ticket, Page(items: [], after: .more(-7), pause: .seconds(9))))
    #expect(run.waiting.isEmpty)
  }

  @Test func `P60: loads nothing for a reader at the start, whose place it moved down`() throws {
    var run = try MachineRun(SimulatedServer(1...9), prefetch: 1)
    run.load(pages: 1)
    run.show(0..<1)
    run.server.ids.insert(contentsOf: [-1, 0], at: 0)
    run.send(.refresh)
    run.answer()
    #expect(run.asked == ["refresh start"])
    #expect(run.machine.index(of: .item(1)) == 2)
  }
}

@Suite struct `The number of new items` {
  @Test func `adds up until the first entry is drawn`() throws {
    var run = try MachineRun(SimulatedServer(1...9))
    run.load(pages: 1)
    run.show(0..<2)
    for new in [0, -1] {
      run.server.ids.insert(new, at: 0)
      run.send(.refresh)
      run.answer()
    }
    #expect(run.machine.newCount == 2)
    run.show(1..<3)
    #expect(run.machine.newCount == 2)
    run.forget()
    run.show(0..<2)
    #expect(run.machine.newCount == 0)
    #expect(run.changes == [.states])
  }

  @Test func `stays while nothing is drawn`() throws {
    var run = try MachineRun(SimulatedServer(1...9))
    run.load(pages: 1)
    run.server.ids.insert(0, at: 0)
    run.send(.refresh)
    run.answer()
    run.show(0..<0)
    #expect(run.machine.newCount == 1)
  }

  @Test func `counts an item once, though it comes twice in a page`() throws {
    var run = try MachineRun(SimulatedServer(1...9))
    run.load(pages: 1)
    run.send(.refresh)
    run.answer(keyed: [0, 0, 1], after: .more(1))
    #expect(run.machine.newCount == 1)
    #expect(run.list == "0 1 2 3")
  }

  @Test func `counts what came while the start was not held, each item once`() throws {
    var run = try MachineRun(SimulatedServer(1...20, goesBack: true), opensAtEnd: true)
    run.load(pages: 1)
    run.send(.jump(.end))
    run.answer()
    for new in [0, -1] {
      run.server.ids.insert(new, at: 0)
      run.send(.refresh)
      run.answer()
    }
    #expect(run.list == "18 19 20")
    #expect(run.machine.newCount == 2)
    run.show(0..<1)
    #expect(run.machine.newCount == 2)
    run.send(.jump(.start))
    run.answer()
    #expect(run.list == "-1 0 1")
    #expect(run.machine.newCount == 0)
  }

  @Test func `is kept where a source may have more before its first page`() throws {
    var run = try MachineRun(SimulatedServer(1...9))
    run.send(.refresh)
    run.answer(keyed: [1, 2, 3], before: .unknown(1), after: .more(3))
    run.show(0..<1)
    run.send(.refresh)
    run.answer(keyed: [0, 1, 2], before: .unknown(0), after: .more(2))
    #expect(run.list == "0 1 2 3")
    #expect(run.machine.newCount == 1)
    run.show(0..<1)
    #expect(run.machine.newCount == 0)
    run.send(.loadMore(.leading))
    #expect(run.waiting.map(\.request.position) == [.before(0)])
  }
}
