import Paging
import PagingSimulation
import Testing

/// The place that a list goes on from is not where its outermost item is now.
@Suite struct `An outermost item that an answer shows elsewhere` {
  @Test func `leaves the list to go on from the item above it`() throws {
    var run = try MachineRun(SimulatedServer(1...9))
    run.load(pages: 2)
    let hasRoom = run.server.put(6, at: 0)
    #expect(hasRoom)
    run.send(.refresh)
    run.answer()
    #expect(run.list == "6 1 2 3 4 5")
    run.forget()
    run.send(.loadMore(.trailing))
    #expect(run.asked == ["append after(5)"])
  }

  @Test func `leaves the list to go back from the item below it`() throws {
    var run = try MachineRun(SimulatedServer(1...30, goesBack: true))
    run.send(.jump(.after(9)))
    run.answer()
    run.send(.loadMore(.trailing))
    run.answer(keyed: [13, 10, 14], before: .more(13), after: .more(14))
    #expect(run.list == "11 12 13 10 14")
    run.forget()
    run.send(.loadMore(.leading))
    #expect(run.asked == ["prepend before(11)"])
  }
}
