import Paging
import PagingSimulation
import Testing

/// A list without items is only a position; an item that is put there must not inherit the cursors
/// of that position.
@Suite struct `A page whose items the app has taken out` {
  private static let places: [PageRequest<Int>.Position] = [.end, .before(110), .after(50)]

  /// A list of 100 and 110; the app has removed both while their page was being loaded again.
  private func run(_ place: PageRequest<Int>.Position, operation: Int? = nil) throws -> MachineRun {
    var run = try MachineRun(
      SimulatedServer([], goesBack: true), opensAtEnd: true, pageSize: 2)
    run.send(.jump(place))
    run.answer([100, 110], before: .more(100), after: .more(110))
    run.show(0..<1)
    run.send(.refreshAround)
    for id in [100, 110] { run.send(.edit(.remove(PostID(id)), operation: operation)) }
    #expect(run.list == "")
    run.forget()
    return run
  }

  @Test(arguments: places)
  func `leads on from the answer that takes its place`(place: PageRequest<Int>.Position) throws {
    var run = try run(place)
    run.answer([60, 70, 80, 90], before: .more(60), after: .more(90))
    #expect(run.list == "60 70 80 90")
    run.send(.loadMore(.leading))
    run.send(.loadMore(.trailing))
    #expect(Set(run.asked) == ["prepend before(60)", "append after(90)"])
    run.answer([40, 50], before: .more(40), after: .more(60))
    #expect(run.list == "40 50 60 70 80 90")
  }

  @Test(arguments: places)
  func `comes back with an answer that has its items`(place: PageRequest<Int>.Position) throws {
    var run = try run(place)
    run.answer([90, 100, 105, 110], before: .more(90), after: .end)
    #expect(run.list == "90 100 105 110")
    #expect(run.state(.append) == .end)
    run.send(.loadMore(.leading))
    #expect(run.asked == ["prepend before(90)"])
  }

  @Test(arguments: places)
  func `is given back into the answer that took its place`(place: PageRequest<Int>.Position) throws
  {
    var run = try run(place, operation: 1)
    run.answer([80, 90, 100, 110], before: .more(80), after: .more(110))
    #expect(run.list == "80 90")
    run.send(.takeBack(operation: 1))
    #expect(run.list == "80 90 100 110")
    run.send(.loadMore(.leading))
    #expect(run.asked == ["prepend before(80)"])
  }

  @Test func `leads on by its own cursors until an answer comes`() throws {
    var run = try run(.after(50))
    run.answer([], before: .more(100), after: .more(110))
    run.send(.loadMore(.leading))
    run.answer([70, 80], before: .more(70), after: .more(100))
    run.send(.loadMore(.trailing))
    run.answer([120], before: .more(120), after: .more(120 + 1))
    #expect(run.list == "70 80 120")
    #expect(run.asked.prefix(2) == ["prepend before(100)", "append after(110)"])
  }

  @Test func `is no place that what was dropped above it is proved to meet`() throws {
    var run = try MachineRun(SimulatedServer(1...30), pageSize: 3, keep: 6)
    run.load(pages: 3)
    run.show(8..<9)
    run.settle()
    #expect(run.list == "7 8 9 10 11 12")
    for id in 7...12 { run.send(.edit(.remove(PostID(id)), operation: nil)) }
    run.server.ids.removeAll { (4...5).contains($0) }
    run.send(.loadMore(.leading))
    run.settle()
    run.send(.loadMore(.trailing))
    run.settle()
    #expect(run.list.hasPrefix("6 7 8") || run.list.hasPrefix("1 2 3 6"))
  }

  @Test func `proves nothing by where it began or ended`() throws {
    var server = SimulatedServer(1...20)
    server.style = .token
    var run = try MachineRun(server)
    run.load(pages: 3)
    // The second page is 4 5 6. The app removes 4, the first answer shows 4 again, and the second
    // answer does not.
    run.send(.edit(.remove(4), operation: nil))
    run.show(0..<3)
    run.send(.refreshAround)
    run.answer([1, 2, 3, 4], after: .more(4))
    #expect(run.list == "1 2 3 4 … 5 6 7 8 9")
    run.send(.refreshAround)
    run.answer([1, 2, 3], after: .more(3))
    #expect(run.list.hasPrefix("1 2 3 …"))
  }

  /// After the removal, the page below also covers the place of the item that may be restored.
  @Test func `is told of by no answer from its end, while it may be given back`() throws {
    var run = try MachineRun(SimulatedServer([1, 5], goesBack: true), pageSize: 1)
    run.load(pages: 2)
    run.show(1..<2)
    run.send(.refreshAround)
    run.send(.edit(.remove(1), operation: 1))
    run.server.ids = [1, 3, 5]
    #expect(run.asked == ["refresh after(1)"])
    run.answer()
    #expect(run.list == "5")
    run.forget()
    run.send(.refreshAround)
    #expect(run.asked == ["refresh start"])
    run.settle()
    run.send(.takeBack(operation: 1))
    run.send(.refreshAround)
    run.settle()
    #expect(run.list.hasPrefix("1 3"))
  }

  @Test func `leaves the start of the list where it was`() throws {
    var run = try MachineRun(SimulatedServer(1...9, goesBack: true))
    run.load(pages: 2)
    for id in 1...3 { run.send(.edit(.remove(PostID(id)), operation: nil)) }
    #expect(run.list == "4 5 6")
    #expect(run.state(.prepend) == .end)
  }

  @Test func `is not asked for by the place at its end where it had come from there`() throws {
    var run = try MachineRun(SimulatedServer([1, 3, 5], goesBack: true), pageSize: 1)
    run.send(.jump(.after(3)))
    run.answer()
    run.send(.loadMore(.leading))
    run.answer()
    #expect(run.list == "3 5")
    run.send(.edit(.remove(3), operation: 1))
    run.show(0..<1)
    run.forget()
    run.send(.refreshAround)
    #expect(run.asked == ["refresh start"])
  }
}
