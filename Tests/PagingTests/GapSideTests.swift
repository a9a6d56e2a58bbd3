import Paging
import PagingSimulation
import Testing

@Suite struct `A gap filled from below` {
  /// A list of 1...6 whose source leads back, and above which seven items were added: it holds
  /// three of them, a gap and the old rows.
  private func run(before: Continuation<Int> = .unknown(1)) throws -> MachineRun {
    var run = try MachineRun(SimulatedServer(1...9, goesBack: true))
    run.send(.refresh)
    run.answer([1, 2, 3], before: before, after: .more(3))
    run.send(.loadMore(.trailing))
    run.answer()
    run.server.ids.insert(contentsOf: -6...0, at: 0)
    run.send(.refresh)
    run.answer()
    run.forget()
    return run
  }

  @Test func `P58: asks for what is next above the rows below, and not for the newest`() throws {
    var run = try run()
    run.send(.fill(gap: try #require(run.gap), from: .trailing))
    #expect(run.asked == ["gap before(1)"])
    run.answer()
    #expect(run.list == "-6 -5 -4 … -2 -1 0 1 2 3 4 5 6")
    #expect(run.changes.last == .filled(4..<7, from: .trailing))
  }

  /// The page that led into the gap was shown elsewhere; only the app's own post is left above the
  /// gap.
  @Test func `does not go on by itself above the list, once nothing leads into it any more`() throws
  {
    var server = SimulatedServer(1...9)
    server.style = .pageNumber
    var run = try MachineRun(server, stallLimit: 1)
    run.send(.refresh)
    run.answer([1, 2, 3], after: .more(90))
    run.send(.refresh)
    run.answer([], after: .more(90))
    let gap = try #require(run.gap)
    run.send(.fill(gap: gap, from: .leading))
    run.answer([11, 12, 13], after: .more(91))
    #expect(run.list == "11 12 13 … 1 2 3")
    run.send(.fill(gap: gap, from: .leading))
    run.send(.loadMore(.trailing))
    let filling = try #require(run.waiting.first)
    run.send(.edit(.insert(Post(id: -1), .before(12)), operation: nil))
    let answer = Page(items: [11, 12, 13].map { Post(id: $0) }, after: Continuation.more(92))
    run.send(.loaded(try #require(run.waiting.last), answer))
    #expect(run.list == "-1 … 1 2 3 11 12 13")
    run.forget()
    run.send(.loaded(filling, Page(items: [Post(id: 21)], after: .more(93))))
    #expect(run.asked.isEmpty)
    run.send(.fill(gap: gap, from: .leading))
    #expect(run.asked == ["prepend start"])
  }

  @Test func `goes on above a page without items`() throws {
    var run = try run()
    let gap = try #require(run.gap)
    run.send(.fill(gap: gap, from: .trailing))
    run.answer([], before: .more(-2), after: .more(0))
    #expect(run.list == "-6 -5 -4 … 1 2 3 4 5 6")
    run.send(.fill(gap: gap, from: .trailing))
    #expect(run.asked == ["gap before(1)", "gap before(-2)"])
    run.answer()
    #expect(run.list == "-6 -5 -4 -3 1 2 3 4 5 6")
    #expect(run.machine.index(of: .gap(gap)) == nil)
  }

  @Test func `P57: closes where it meets the rows above`() throws {
    var run = try run()
    let gap = try #require(run.gap)
    run.send(.fill(gap: gap, from: .trailing))
    run.answer()
    run.send(.fill(gap: gap, from: .trailing))
    run.answer()
    #expect(run.asked == ["gap before(1)", "gap before(-2)"])
    #expect(run.list == "-6 -5 -4 -3 -2 -1 0 1 2 3 4 5 6")
    #expect(run.machine.index(of: .gap(gap)) == nil)
  }

  @Test func `P57: can be begun at one side and ended at the other`() throws {
    var run = try run()
    let gap = try #require(run.gap)
    run.send(.fill(gap: gap, from: .trailing))
    run.answer()
    run.send(.fill(gap: gap, from: .leading))
    run.answer()
    #expect(run.asked == ["gap before(1)", "gap after(-4)"])
    #expect(run.list == "-6 -5 -4 -3 -2 -1 0 1 2 3 4 5 6")
  }

  @Test(arguments: [0..<2, 2..<4, 3..<5, 4..<6, 8..<10])
  func `P57: keeps what is drawn`(drawn: Range<Int>) throws {
    var run = try run()
    run.show(drawn)
    let ids = drawn.map { run.machine[$0].id }
    run.send(.fill(gap: try #require(run.gap), from: .trailing))
    run.answer()
    for id in ids { #expect(run.machine.index(of: id) != nil) }
  }

  @Test func `closes where the source has nothing above, and what is held there goes`() throws {
    var run = try run()
    let gap = try #require(run.gap)
    run.send(.fill(gap: gap, from: .trailing))
    run.answer([0], before: .more(0), after: .more(0))
    run.send(.fill(gap: gap, from: .trailing))
    run.answer([-1], before: .end, after: .more(-1))
    #expect(run.list == "-1 0 1 2 3 4 5 6")
  }

  @Test func `is filled from above where the source does not lead back`() throws {
    var run = try run(before: .end)
    run.send(.fill(gap: try #require(run.gap), from: .trailing))
    #expect(run.asked == ["gap after(-4)"])
    run.answer()
    #expect(run.list == "-6 -5 -4 -3 -2 -1 … 1 2 3 4 5 6")
  }

  @Test func `of several, the last asked for is loaded, and each has its own state`() throws {
    var run = try run()
    let lower = try #require(run.gap)
    run.server.ids.insert(contentsOf: -16 ... -7, at: 0)
    run.send(.refresh)
    run.answer()
    let upper = try #require(run.gap)
    run.send(.fill(gap: lower, from: .leading))
    #expect(run.machine.state(ofGap: lower) == .loading)
    #expect(run.machine.state(ofGap: upper) == .idle)
    run.send(.fill(gap: upper, from: .leading))
    #expect(run.machine.state(ofGap: lower) == .idle)
    #expect(run.machine.state(ofGap: upper) == .loading)
    #expect(run.waiting.map(\.request.position) == [.after(-14)])
  }

  @Test func `P57: says about how much is missing where the source counts`() throws {
    var run = try MachineRun(SimulatedServer(1...9, counts: true))
    run.load(pages: 2)
    run.server.ids.insert(contentsOf: -6...0, at: 0)
    run.send(.refresh)
    run.answer()
    let gap = try #require(run.gap)
    #expect(run.machine.missingCount(inGap: gap) == 4)
    run.send(.fill(gap: gap, from: .leading))
    run.answer()
    #expect(run.machine.missingCount(inGap: gap) == 1)
    run.send(.fill(gap: gap, from: .leading))
    run.answer()
    #expect(run.machine.missingCount(inGap: gap) == nil)
  }
}
