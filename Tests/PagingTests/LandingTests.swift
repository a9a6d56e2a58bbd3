import Paging
import PagingSimulation
import Testing

/// Case P83 of docs/paging-cases.md.
@Suite struct `A jump to a place` {
  private func run(counts: Bool = false, maxRequests: Int? = nil) throws -> MachineRun {
    var run = try MachineRun(
      SimulatedServer(1...30, goesBack: true, counts: counts), opensAtEnd: true, pageSize: 5,
      maxRequests: maxRequests)
    run.load(pages: 1)
    return run
  }

  @Test(arguments: [
    (PageRequest<Int>.Position.after(10), "11 12 13 14 15", PagerChange.replaced(.leading)),
    (.before(20), "15 16 17 18 19", .replaced(.trailing)),
    (.end, "26 27 28 29 30", .replaced(.trailing)),
  ])
  func `is one load, whose page takes the place of the list`(
    position: PageRequest<Int>.Position, list: String, change: PagerChange
  ) throws {
    var run = try run()
    run.send(.jump(position))
    #expect(run.list == "1 2 3 4 5")
    #expect(run.issued.map(\.request.position) == [position])
    run.answer()
    #expect(run.list == list)
    #expect(run.changes.last == change)
    #expect(run.waiting.isEmpty)
    #expect(run.mirror.isCopy(of: run.machine))
  }

  @Test func `goes to an item by its number where the source can`() throws {
    var run = try run(counts: true)
    run.send(.jump(.number(20)))
    run.answer()
    #expect(run.list == "21 22 23 24 25")
    #expect(run.machine.place(ofEntry: 0) == 20)
    var chain = try self.run()
    chain.send(.jump(.number(20)))
    #expect(chain.asked.isEmpty)
  }

  @Test func `near the end shows what precedes as well, both at once`() throws {
    var run = try run()
    run.send(.jump(.after(28)))
    run.answer()
    #expect(run.list == "1 2 3 4 5")
    #expect(run.asked == ["refresh after(28)", "refresh before(29)"])
    run.answer()
    #expect(run.list == "24 25 26 27 28 29 30")
    #expect(run.changes.last == .landed(5))
    #expect(run.state(.append) == .end)
    #expect(run.state(.prepend) == .idle)
  }

  @Test func `beside which is nothing shows its own page, and goes on from the end of nothing`()
    throws
  {
    var run = try run()
    run.send(.jump(.before(4)))
    run.answer([2, 3], before: .end, after: .more(3))
    run.answer([], before: .more(4), after: .more(9))
    #expect(run.list == "2 3")
    run.send(.loadMore(.trailing))
    #expect(run.waiting.map(\.request.position) == [.after(9)])
  }

  @Test func `near the start shows what follows as well`() throws {
    var run = try run()
    run.send(.jump(.end))
    run.answer()
    run.forget()
    run.send(.jump(.before(3)))
    run.answer()
    #expect(run.asked == ["refresh before(3)", "refresh after(2)"])
    run.answer()
    #expect(run.list == "1 2 3 4 5 6 7")
    #expect(run.state(.prepend) == .end)
  }

  @Test(arguments: [true, false])
  func `shows what it has where what is beside that fails or is cancelled`(fails: Bool) throws {
    var run = try run()
    run.send(.jump(.after(28)))
    run.answer()
    if fails { run.fail() } else { run.send(.cancel) }
    #expect(run.list == "29 30")
    #expect(run.changes.contains(.replaced(.leading)))
    #expect(run.waiting.isEmpty)
  }

  @Test(arguments: [true, false])
  func `knows where it is though what is beside that fails or is cancelled`(fails: Bool) throws {
    var run = try MachineRun(
      SimulatedServer(1...30, counts: true), opensAtEnd: true, pageSize: 5)
    run.send(.jump(.after(28)))
    run.answer()
    #expect(run.asked == ["refresh after(28)", "refresh before(29)"])
    if fails { run.fail() } else { run.send(.cancel) }
    #expect(run.list == "29 30")
    #expect(run.machine.totalCount == 30)
    #expect(run.machine.leadingPlaceholders == 28)
  }

  @Test func `shows what it has where no more requests are allowed`() throws {
    var run = try run(maxRequests: 1)
    run.send(.jump(.after(28)))
    run.answer()
    #expect(run.list == "29 30")
    #expect(run.asked == ["refresh after(28)"])
  }

  @Test func `gives way to another one while it waits for what is beside it`() throws {
    var run = try run()
    run.send(.jump(.after(28)))
    run.answer()
    let late = try #require(run.waiting.first)
    run.send(.jump(.after(10)))
    run.answer()
    run.answer(late)
    #expect(run.list == "11 12 13 14 15")
  }

  @Test func `that is asked for twice is made once, also while it waits`() throws {
    var run = try run()
    for _ in 0..<2 { run.send(.jump(.after(28))) }
    run.answer()
    run.send(.jump(.after(28)))
    #expect(run.asked == ["refresh after(28)", "refresh before(29)"])
  }
  @Test func `brings nothing any more once the list is started again`() throws {
    var run = try run()
    run.send(.jump(.before(3)))
    run.answer()
    run.forget()
    run.send(.exchange(run.machine.traits, at: .start))
    #expect(run.asked == ["refresh start"])
    run.send(.cancel)
    #expect(run.list == "1 2 3 4 5")
  }
}
