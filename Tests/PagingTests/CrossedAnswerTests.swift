import Paging
import PagingSimulation
import Testing

/// P87.
@Suite struct `Two answers that were on their way at once` {
  /// A list of 10...12 of which both sides are loaded, and the side above has answered.
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
