import Paging
import PagingSimulation
import Testing

/// Case P87 of docs/paging-cases.md.
@Suite struct `Two answers that were on their way at once` {
  /// A list of 10...12 that has started loads at both ends; the load above it has been answered,
  /// and the load below it has not.
  private func run() throws -> MachineRun {
    var run = try MachineRun(SimulatedServer(1...30, goesBack: true))
    run.send(.jump(.after(9)))
    run.answer()
    run.forget()
    run.show(0..<3)
    #expect(run.asked == ["append after(12)", "prepend before(10)"])
    run.answer(run.waiting.last)
    #expect(run.list == "7 8 9 10 11 12")
    run.forget()
    return run
  }

  /// A list with a gap that is being filled from above, while a page at the end is being loaded.
  private func filling() throws -> MachineRun {
    var run = try MachineRun(SimulatedServer(1...30))
    run.load(pages: 2)
    run.server.ids.insert(contentsOf: -6...0, at: 0)
    run.send(.refresh)
    run.answer()
    #expect(run.list == "-6 -5 -4 … 1 2 3 4 5 6")
    run.send(.loadMore(.trailing))
    run.send(.fill(gap: try #require(run.gap), from: .leading))
    return run
  }

  private func ticket(_ reason: LoadReason, in run: MachineRun) throws -> MachineRun.Load {
    try #require(run.waiting.first { $0.request.reason == reason })
  }

  @Test func `counts where what came meanwhile is elsewhere`() throws {
    var run = try filling()
    let fill = try ticket(.gap, in: run)
    run.answer(try ticket(.append, in: run))
    run.forget()
    let items = (-3...2).map { Post(id: $0) }
    run.send(.loaded(fill, Page(items: items, after: .more(2))))
    #expect(run.asked.isEmpty)
    #expect(run.list.hasPrefix("-6 -5 -4 -3 -2 -1 0 1 2"))
  }

  @Test func `is not put at an end that is elsewhere by now`() throws {
    var run = try filling()
    let append = try ticket(.append, in: run)
    let end = Page<Post, Int>(items: [Post(id: -3), Post(id: -2)], after: .end)
    run.send(.loaded(try ticket(.gap, in: run), end))
    #expect(run.list == "-6 -5 -4 -3 -2")
    run.answer(append)
    #expect(run.list == "-6 -5 -4 -3 -2")
  }

  @Test func `are both taken where they speak of different items`() throws {
    var run = try run()
    run.answer()
    #expect(run.list == "7 8 9 10 11 12 13 14 15")
    #expect(run.asked.isEmpty)
  }

  @Test func `are not, where they speak of the same: the later one is asked for again`() throws {
    var run = try run()
    run.answer(keyed: [13, 8, 14], after: .more(14))
    #expect(run.list == "7 8 9 10 11 12")
    #expect(run.asked == ["append after(12)"])
    #expect(run.state(.append) == .loading)
    run.answer(keyed: [13, 8, 14], after: .more(14))
    #expect(run.list == "7 9 10 11 12 13 8 14")
    #expect(run.mirror.isCopy(of: run.machine))
  }
  @Test func `are asked for again though nothing is drawn that needs them`() throws {
    var run = try MachineRun(SimulatedServer(1...30, goesBack: true))
    run.send(.jump(.after(9)))
    run.answer()
    run.send(.loadMore(.trailing))
    run.send(.loadMore(.leading))
    run.answer(run.waiting.last)
    run.forget()
    run.answer(keyed: [13, 8, 14], after: .more(14))
    #expect(run.asked == ["append after(12)"])
  }
}
