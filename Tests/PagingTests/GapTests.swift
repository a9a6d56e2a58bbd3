import Paging
import PagingSimulation
import Testing

@Suite struct `A gap` {
  /// A list of 1...6 above which seven items were added: it holds three of them, a gap and the old
  /// rows.
  private func run(
    goesBack: Bool = false, keep: Int = 1_000, maxRequests: Int? = nil
  ) throws -> MachineRun {
    var run = try MachineRun(
      SimulatedServer(1...9, goesBack: goesBack), keep: keep, maxRequests: maxRequests)
    run.load(pages: 2)
    run.server.ids.insert(contentsOf: -6...0, at: 0)
    run.send(.refresh)
    run.answer()
    run.forget()
    return run
  }

  @Test func `P57: stands where the new head and the old rows do not meet`() throws {
    let run = try run()
    #expect(run.list == "-6 -5 -4 … 1 2 3 4 5 6")
    #expect(run.machine.newCount == 3)
    let gap = try #require(run.gap)
    #expect(run.machine.index(of: .gap(gap)) == 3)
    #expect(run.state(.gap) == .idle)
  }

  @Test func `P57: is filled from above until it closes`() throws {
    var run = try run()
    let gap = try #require(run.gap)
    run.send(.fill(gap: gap, from: .leading))
    run.send(.fill(gap: gap, from: .leading))
    #expect(run.state(.gap) == .loading)
    run.answer()
    #expect(run.list == "-6 -5 -4 -3 -2 -1 … 1 2 3 4 5 6")
    run.send(.fill(gap: gap, from: .leading))
    run.answer()
    #expect(run.list == "-6 -5 -4 -3 -2 -1 0 1 2 3 4 5 6")
    #expect(run.asked == ["gap after(-4)", "gap after(-1)"])
    #expect(
      run.changes.filter { $0 != .states } == [
        .filled(3..<6, from: .leading), .filled(6..<7, from: .leading),
      ])
    #expect(run.machine.index(of: .gap(gap)) == nil)
  }

  @Test(arguments: [0..<2, 1..<3, 2..<4, 3..<5, 5..<6, 7..<9, 9..<10])
  func `P57: being filled drops nothing that is drawn`(drawn: Range<Int>) throws {
    var run = try run(keep: 10)
    let gap = try #require(run.gap)
    run.show(drawn)
    let ids = drawn.map { run.machine[$0].id }
    run.send(.fill(gap: gap, from: .leading))
    let filling = try #require(run.waiting.first { $0.request.reason == .gap })
    run.answer(filling)
    for id in ids { #expect(run.machine.index(of: id) != nil) }
    #expect(run.machine.count < 13)
  }

  @Test func `closes where the page below it is next, though no item says so`() throws {
    var run = try run()
    let gap = try #require(run.gap)
    run.server.ids.removeAll { (-3...0).contains($0) }
    run.send(.fill(gap: gap, from: .leading))
    run.answer()
    #expect(run.list == "-6 -5 -4 1 2 3 4 5 6")
  }

  @Test func `closes at the end of the data, and what is held below that goes`() throws {
    var run = try run()
    run.send(.fill(gap: try #require(run.gap), from: .leading))
    run.answer([0], after: .end)
    #expect(run.list == "-6 -5 -4 0")
  }

  @Test func `P50: is not closed by items above it, as when offsets have moved`() throws {
    var run = try run()
    run.send(.fill(gap: try #require(run.gap), from: .leading))
    run.answer([-5, -4, -3], after: .more(-3))
    #expect(run.list == "-6 -5 -4 -3 … 1 2 3 4 5 6")
  }

  @Test func `that fails to fill stays, and is tried again by a key`() throws {
    var run = try run()
    let gap = try #require(run.gap)
    run.send(.fill(gap: gap, from: .leading))
    run.fail()
    run.show(0..<3)
    #expect(run.state(.gap) == .failed(PagingError("offline", isRetryable: true)))
    run.send(.retry)
    #expect(run.asked == ["gap after(-4)", "gap after(-4)"])
    run.answer()
    #expect(run.list == "-6 -5 -4 -3 -2 -1 … 1 2 3 4 5 6")
  }

  @Test func `P28: is not filled while the head is looked at, but goes on after it`() throws {
    var run = try run()
    let gap = try #require(run.gap)
    run.send(.fill(gap: gap, from: .leading))
    run.send(.refresh)
    run.send(.fill(gap: gap, from: .leading))
    #expect(run.cancelled.map(\.request.reason) == [.gap])
    #expect(run.waiting.map(\.request.reason) == [.refresh])
    run.answer()
    #expect(run.list == "-6 -5 -4 … 1 2 3 4 5 6")
    #expect(run.state(.gap) == .loading)
    run.answer()
    #expect(run.list == "-6 -5 -4 -3 -2 -1 … 1 2 3 4 5 6")
  }

  @Test func `goes on after a look at the head only if more requests are allowed`() throws {
    var run = try run(maxRequests: 1)
    run.send(.fill(gap: try #require(run.gap), from: .leading))
    run.send(.refresh)
    run.answer()
    #expect(run.waiting.isEmpty)
    #expect(run.state(.gap) == .paused(.requests(1)))
    run.send(.retry)
    run.answer()
    #expect(run.list == "-6 -5 -4 -3 -2 -1 … 1 2 3 4 5 6")
  }

  @Test func `stands above another one, each filled by itself`() throws {
    var run = try run()
    let lower = try #require(run.gap)
    run.server.ids.insert(contentsOf: -13 ... -7, at: 0)
    run.send(.refresh)
    run.answer()
    #expect(run.list == "-13 -12 -11 … -6 -5 -4 … 1 2 3 4 5 6")
    run.send(.fill(gap: lower, from: .leading))
    run.answer()
    #expect(run.list == "-13 -12 -11 … -6 -5 -4 -3 -2 -1 … 1 2 3 4 5 6")
  }

  @Test func `P57: is not followed by another one, with nothing between them`() throws {
    var run = try MachineRun(SimulatedServer(1...9), stallLimit: 1)
    run.load(pages: 1)
    run.send(.refresh)
    run.answer([], after: .more(-20))
    #expect(run.list == "… 1 2 3")
    run.send(.refresh)
    run.answer(keyed: [-30, -29, -28], after: .more(-28))
    #expect(run.list == "-30 -29 -28 … 1 2 3")
  }

  /// A list of 1 to 5, a gap, and 30, which later answers leave out; more is being loaded below.
  private func runAboveGone(drawn: Range<Int>) throws -> MachineRun {
    var server = SimulatedServer([30, 40])
    server.style = .token
    var run = try MachineRun(server, pageSize: 1)
    run.load(pages: 1)
    run.send(.refresh)
    run.answer([1, 2, 3], after: .more(3))
    run.show(drawn)
    run.send(.fill(gap: try #require(run.gap), from: .leading))
    run.answer([4, 5], after: .more(5))
    #expect(run.list == "1 2 3 4 5 … 30")
    run.send(.loadMore(.trailing))
    return run
  }

  @Test func `is not undone by what follows a row below it that has gone`() throws {
    var run = try runAboveGone(drawn: 3..<4)
    run.answer([4, 5, 6], after: .more(6))
    #expect(run.list == "1 2 3 4 5")
    run.send(.loadMore(.trailing))
    #expect(run.waiting.map(\.request.position) == [.after(5)])
    run.answer([6, 7], after: .end)
    #expect(run.list == "1 2 3 4 5 6 7")
  }

  @Test func `keeps what is below it where that is drawn`() throws {
    var run = try runAboveGone(drawn: 3..<5)
    run.show(5..<7)
    run.answer([4, 5, 6], after: .more(6))
    #expect(run.list == "1 2 3 … 30 4 5 6")
  }

  @Test func `that is not held is nothing to fill`() throws {
    var run = try run()
    run.send(.fill(gap: 99, from: .leading))
    #expect(run.asked.isEmpty)
  }

  @Test func `goes with the rows below it, and what it lacked is loaded in its place`() throws {
    var run = try run(keep: 4)
    run.show(0..<2)
    #expect(run.list == "-6 -5 -4 … 1 2 3")
    run.send(.loadMore(.trailing))
    run.answer()
    #expect(run.list == "-6 -5 -4 … 1 2 3")
  }

  @Test func `goes when nothing but an empty page is left below it`() throws {
    var run = try MachineRun(SimulatedServer(1...9), keep: 3)
    run.send(.refresh)
    run.answer([], after: .more(0))
    run.send(.loadMore(.trailing))
    run.answer()
    run.server.ids.insert(contentsOf: -6...0, at: 0)
    run.send(.refresh)
    run.answer()
    #expect(run.list == "-6 -5 -4 … 1 2 3")
    run.server.ids.insert(contentsOf: -20 ... -7, at: 0)
    run.send(.refresh)
    run.answer()
    run.show(0..<1)
    #expect(run.list == "-20 -19 -18 … -6 -5 -4")
    run.show(4..<7)
    run.answer()
    #expect(run.list.hasSuffix("-6 -5 -4 -3 -2 -1"))
  }

  @Test func `dropped while it is being filled stops that load`() throws {
    var run = try run(keep: 4)
    let gap = try #require(run.gap)
    run.send(.fill(gap: gap, from: .leading))
    run.show(8..<9)
    #expect(run.list == "1 2 3 4 5 6")
    #expect(run.cancelled.map(\.request.reason) == [.gap])
    #expect(run.state(.gap) == .idle)
  }
}
