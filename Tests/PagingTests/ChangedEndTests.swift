import Paging
import PagingSimulation
import Testing

/// Case P88 of docs/paging-cases.md.
///
/// The ends of a list whose pages were cut, moved away or dropped.
@Suite struct `An end of a list that changes` {
  private func run(keep: Int = 1_000) throws -> MachineRun {
    var server = SimulatedServer(1...90, goesBack: true)
    server.style = .token
    return try MachineRun(server, opensAtEnd: true, keep: keep)
  }

  /// A list that has jumped to its end, and whose last page was then loaded again without two of
  /// its items.
  private func runCutAtEnd(keep: Int = 1_000) throws -> MachineRun {
    var run = try run(keep: keep)
    run.send(.jump(.end))
    run.answer([1, 2, 3, 4, 5], before: .more(1), after: .end)
    run.show(0..<5)
    run.send(.refreshAround)
    run.answer([1, 4, 5], before: .more(1), after: .end)
    #expect(run.list == "2 3 … 1 4 5")
    return run
  }

  @Test func `is none any more once what followed it was dropped`() throws {
    var run = try run(keep: 5)
    run.send(.jump(.end))
    run.answer([7, 8, 9], before: .more(7), after: .end)
    run.show(0..<2)
    run.send(.refreshAround)
    run.answer([9], before: .more(9), after: .end)
    #expect(run.list == "7 8 … 9")
    run.show(0..<1)
    run.answer([4, 5, 6], before: .more(4), after: .more(6))
    run.show(0..<1)
    run.answer([1, 2, 3], before: .end, after: .more(3))
    #expect(run.list == "1 2 3 4 5 6")
    #expect(run.state(.append) == .idle)
  }

  @Test func `goes with what is left of a page that nothing leads on from`() throws {
    var run = try runCutAtEnd(keep: 8)
    run.show(0..<1)
    run.answer([10, 11], before: .end, after: .more(11))
    #expect(run.list == "10 11 … 2 3 … 1 4 5")
    run.show(0..<1)
    #expect(run.list == "10 11")
    run.forget()
    run.send(.loadMore(.trailing))
    #expect(run.asked == ["append after(11)"])
  }

  @Test func `is none where its last item may stand elsewhere`() throws {
    var run = try run()
    run.send(.jump(.end))
    run.answer([10], before: .more(10), after: .end)
    run.show(0..<1)
    run.send(.refreshAround)
    run.answer([8, 9], before: .more(8), after: .end)
    #expect(run.list == "10 … 8 9")
    #expect(run.asked.last == "prepend before(10)")
    run.answer([9], before: .more(9), after: .more(9))
    #expect(run.list == "9 10 … 8")
    #expect(run.state(.append) == .idle)
    run.forget()
    run.send(.loadMore(.trailing))
    #expect(run.asked == ["append end"])
  }

  @Test func `or the start is not known where what stood there is shown elsewhere`() throws {
    var run = try run()
    run.send(.refresh)
    run.answer([10, 11, 12], before: .unknown(10), after: .more(12))
    run.send(.refresh)
    run.answer([1, 2, 3], before: .unknown(1), after: .more(3))
    run.send(.loadMore(.trailing))
    run.answer([1, 2, 20], before: .more(1), after: .more(20))
    #expect(run.list == "3 … 10 11 12 1 2 20")
    #expect(!run.machine.reaches(.leading))
    run.forget()
    run.show(0..<1)
    #expect(run.asked == ["prepend start"])
  }

  @Test func `is looked for in one page alone, the last that was there`() throws {
    var run = try runCutAtEnd()
    run.send(.cancel)
    run.forget()
    run.send(.loadMore(.leading))
    #expect(run.asked == ["prepend start"])
  }

  @Test func `begins at what follows the first page, where the app has emptied that`() throws {
    var run = try run()
    run.send(.refresh)
    run.answer([1], after: .more(1))
    run.send(.edit(.remove(1), operation: nil))
    run.send(.loadMore(.trailing))
    run.answer([2, 3], after: .more(3))
    run.show(0..<1)
    run.forget()
    run.send(.refreshAround)
    #expect(run.asked == ["refresh start"])
  }
}

/// Case P89 of docs/paging-cases.md.
///
/// The requests that lead back to pages that were dropped.
@Suite struct `A dropped page` {
  @Test func `is come back to after the one below it was asked for again`() throws {
    var server = SimulatedServer(1...30)
    server.style = .token
    var run = try MachineRun(server, keep: 3)
    run.load(pages: 3)
    run.send(.refresh)
    run.answer([1, 2, 3, 4], after: .more(4))
    #expect(run.list == "1 2 3 4 … 5 6 7 8 9")
    run.show(8..<9)
    #expect(run.list == "5 6 7 8 9")
    run.forget()
    run.show(0..<1)
    run.answer()
    #expect(run.asked.first == "prepend after(3)")
    #expect(run.list == "4 5 6 7 8 9")
    #expect(!run.machine.reaches(.leading))
    run.forget()
    run.show(0..<1)
    #expect(run.asked == ["prepend start"])
  }

  @Test func `that nothing leads to is looked for from the start`() throws {
    var server = SimulatedServer(1...30, goesBack: true)
    server.style = .token
    var run = try MachineRun(server, keep: 8)
    for head in [[1, 2, 3], [-3, -2, -1], [-9, -8, -7]] {
      run.send(.refresh)
      run.answer(head, before: .unknown(head[0]), after: .more(head[2]))
    }
    run.send(.loadMore(.trailing))
    run.answer([4, -2, 5], before: .more(4), after: .more(5))
    #expect(run.list == "-9 -8 -7 … -3 … -1 … 1 2 3 4 -2 5")
    run.show(13..<14)
    #expect(run.list == "-1 … 1 2 3 4 -2 5")
    #expect(!run.machine.reaches(.leading))
    run.forget()
    run.send(.loadMore(.leading))
    #expect(run.asked == ["prepend start"])
  }

  @Test func `goes when the look that kept it is cancelled`() throws {
    var run = try MachineRun(SimulatedServer(1...30), keep: 3)
    run.load(pages: 4)
    run.send(.refresh)
    run.show(11..<12)
    #expect(run.machine.count == 12)
    run.send(.cancel)
    #expect(run.list == "7 8 9 10 11 12")
  }
}

@Suite struct `An edge that brought nothing new` {
  @Test func `waits for a key though its end is known no more`() throws {
    var server = SimulatedServer(1...30)
    server.style = .token
    var run = try MachineRun(server, stallLimit: 1)
    run.send(.jump(.after(5)))
    run.answer([6, 7, 8], after: .more(8))
    run.show(0..<1)
    run.answer([6, 7], after: .more(7))
    #expect(run.list == "6 7 … 8")
    #expect(run.state(.prepend) == .end)
    run.forget()
    run.show(0..<4)
    run.send(.loadMore(.trailing))
    run.answer([6, 9], after: .end)
    #expect(run.list == "7 … 8 6 9")
    #expect(run.asked == ["append after(8)"])
    #expect(run.state(.prepend) == .paused(.pagesWithoutNew(1)))
  }
}
