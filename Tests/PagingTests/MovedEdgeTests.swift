import Paging
import PagingSimulation
import Testing

/// The cursors that lead on from the old place of an item stay there when the item moves, and so do
/// the cursors of its neighbors.
@Suite struct `An item that an answer shows elsewhere` {
  @Test func `lets the list go on from the item above it`() throws {
    var run = try MachineRun(SimulatedServer(1...9))
    run.load(pages: 2)
    run.refresh(afterMovingToTop: 6)
    #expect(run.list == "6 1 2 3 4 5")
    run.forget()
    run.send(.loadMore(.trailing))
    #expect(run.asked == ["append after(5)"])
  }

  @Test func `lets the list go back from the item below it`() throws {
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

  @Test func `leaves each of the others its cursor`() throws {
    var run = try MachineRun(SimulatedServer(1...9))
    run.load(pages: 2)
    run.refresh(afterMovingToTop: 5)
    #expect(run.list == "5 1 2 3 4 6")
    run.send(.refresh)
    run.answer(keyed: [0, 6], after: .more(7))
    #expect(run.list == "0 6")
  }

  @Test func `leaves a gap that is entered by the page above where no item has a cursor`() throws {
    var server = SimulatedServer(1...30)
    server.style = .token
    var run = try MachineRun(server, pageSize: 5)
    run.load(pages: 2)
    run.refresh(afterMovingToTop: 9)
    #expect(run.list == "9 1 2 3 4 … 5 6 7 8 … 10")
    guard case .gap(let gap) = run.machine[10] else { return #expect(run.gap == nil) }
    run.forget()
    run.send(.fill(gap: gap, from: .leading))
    #expect(run.asked == ["gap after(5)"])
  }
}

extension MachineRun {
  /// Lets the server put an item at its top, and refreshes the head.
  fileprivate mutating func refresh(afterMovingToTop id: Int) {
    let hasRoom = server.put(id, at: 0)
    #expect(hasRoom)
    send(.refresh)
    answer()
  }
}
