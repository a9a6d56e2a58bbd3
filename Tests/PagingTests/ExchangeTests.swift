import Paging
import PagingSimulation
import Testing

/// Case P82 of docs/paging-cases.md.
@Suite struct `Another source` {
  /// A list of 1...6, whose source is replaced by one of even numbers.
  private func run(
    drawn: Range<Int> = 0..<2, at position: PageRequest<Int>.Position = .start
  ) throws -> MachineRun {
    var run = try MachineRun(SimulatedServer(1...20))
    run.load(pages: 2)
    run.show(drawn)
    run.server = SimulatedServer((1...20).filter { $0.isMultiple(of: 2) })
    run.send(.exchange(.chain, at: position))
    return run
  }

  @Test func `P24: takes the place of the list when its first page comes, and not before`() throws {
    var run = try run(drawn: 4..<6)
    #expect(run.asked == ["append after(6)", "refresh start"])
    #expect(run.cancelled.map(\.request.reason) == [.append])
    #expect(run.list == "1 2 3 4 5 6")
    run.send(.loaded(run.cancelled[0], Page(items: [Post(id: 7)], after: .end)))
    #expect(run.list == "1 2 3 4 5 6")
    run.answer()
    #expect(run.list == "2 4 6")
    #expect(run.changes.last == .exchanged)
    #expect(run.mirror.isCopy(of: run.machine))
  }

  @Test func `that fails leaves the rows, loads nothing, and is tried again by a key`() throws {
    var run = try run()
    run.fail()
    #expect(run.list == "1 2 3 4 5 6")
    #expect(run.state(.refresh) == .failed(PagingError("offline", isRetryable: true)))
    run.forget()
    run.show(5..<6)
    #expect(run.asked.isEmpty)
    run.send(.retry)
    run.answer()
    #expect(run.asked == ["refresh start"])
    #expect(run.list == "2 4 6")
  }

  @Test(arguments: [PagerEvent<Post, Int>.loadMore(.trailing), .seekEnd])
  func `that has failed is asked again, at the same place, by a key that loads more`(
    event: PagerEvent<Post, Int>
  ) throws {
    var run = try run(at: .after(8))
    run.fail()
    run.forget()
    run.send(event)
    #expect(run.asked == ["refresh after(8)"])
    run.answer()
    #expect(run.list == "10 12 14")
  }

  @Test func `is loaded to its end when that is sought before its first page has come`() throws {
    var run = try run()
    run.fail()
    run.send(.seekEnd)
    run.answer()
    run.show(0..<1)
    run.settle()
    #expect(run.list == "2 4 6 8 10 12 14 16 18 20")
    #expect(!run.machine.seeksEnd)
  }

  @Test func `of one page has its end when that page comes`() throws {
    var run = try run()
    run.send(.seekEnd)
    run.server = SimulatedServer([2, 4])
    run.answer()
    #expect(run.list == "2 4")
    #expect(!run.machine.seeksEnd)
  }

  @Test func `that fails is not loaded to its end`() throws {
    var run = try run()
    run.send(.seekEnd)
    #expect(run.machine.seeksEnd)
    run.fail()
    #expect(!run.machine.seeksEnd)
  }

  @Test func `can be entered where the reader is`() throws {
    var run = try run(at: .after(3))
    run.answer()
    #expect(run.list == "4 6 8")
    #expect(run.changes.last == .exchanged)
  }

  @Test func `is not asked before a first load`() throws {
    var run = try MachineRun(SimulatedServer(1...9))
    run.send(.exchange(.chain, at: .start))
    #expect(run.asked.isEmpty)
    run.load(pages: 1)
    #expect(run.list == "1 2 3")
  }

  /// The problem that stops a first load, or none.
  enum Problem: CaseIterable {
    case failure, wait, stop, none
  }

  @Test(arguments: Problem.allCases)
  func `is asked where the first load of the one before brought nothing`(problem: Problem) throws {
    var run = try MachineRun(
      SimulatedServer(1...20), retry: problem == .wait ? .standard : .never)
    run.send(.jump(.after(9)))
    if problem == .stop { run.send(.cancel) } else if problem != .none { run.fail() }
    run.server = SimulatedServer((1...20).filter { $0.isMultiple(of: 2) })
    run.forget()
    run.send(.exchange(.chain, at: .after(4)))
    #expect(run.state(.refresh) == .loading)
    run.settle()
    #expect(run.list == "6 8 10")
    run.pass(.seconds(100))
    #expect(run.asked == ["refresh after(4)"])
  }

  @Test func `is asked for as many pages as after a command`() throws {
    var run = try MachineRun(SimulatedServer(1...30), maxRequests: 3)
    run.load(pages: 1)
    for end in [3, 6, 9] {
      run.show(0..<end)
      run.settle()
    }
    #expect(run.state(.append) == .paused(.requests(3)))
    run.send(.exchange(.chain, at: .start))
    run.settle()
    for end in [3, 6, 9] {
      run.show(0..<end)
      run.settle()
    }
    #expect(run.list == "1 2 3 4 5 6 7 8 9")
    #expect(run.state(.append) == .paused(.requests(3)))
  }

  @Test func `has no news for the reader of the one before`() throws {
    var run = try run()
    run.answer()
    #expect(run.machine.newCount == 0)
    run.send(.refresh)
    run.answer()
    #expect(run.machine.newCount == 0)
  }

  @Test func `has no news for who was brought to its middle`() throws {
    var run = try MachineRun(SimulatedServer(1...20))
    run.load(pages: 1)
    run.server = SimulatedServer(101...120)
    run.send(.exchange(.chain, at: .after(109)))
    run.answer()
    #expect(run.list == "110 111 112")
    run.send(.refresh)
    run.answer()
    #expect(run.machine.newCount == 0)
  }

  @Test func `is entered where the one before could not be`() throws {
    var run = try MachineRun(SimulatedServer(1...20))
    run.load(pages: 1)
    run.send(.exchange(PagingTraits(opensAtEnd: true), at: .end))
    #expect(run.asked == ["refresh end"])
  }

  @Test func `is entered at its start where it cannot be entered elsewhere`() throws {
    var run = try run(at: .end)
    run.answer()
    #expect(run.list == "2 4 6")
  }

  @Test func `is not given up for a jump that it does not allow`() throws {
    var run = try run()
    run.send(.jump(.end))
    run.answer()
    #expect(run.list == "2 4 6")
  }

  @Test func `is asked for no page before an item, though the one before could go back`() throws {
    var run = try MachineRun(SimulatedServer(1...30, goesBack: true), keep: 6)
    run.load(pages: 2)
    run.server = SimulatedServer(1...30)
    run.send(.exchange(.chain, at: .start))
    run.answer()
    run.send(.loadMore(.trailing))
    run.answer()
    // The page below the refreshed head gets the cursor of its first item, if the source goes back.
    run.send(.refresh)
    run.answer()
    run.send(.loadMore(.trailing))
    run.answer()
    run.show(6..<9)
    #expect(run.list == "4 5 6 7 8 9")
    run.forget()
    run.show(0..<1)
    #expect(run.asked == ["prepend start"])
  }

  @Test func `P46: is asked for the whole head, though the one before knew it by a validator`()
    throws
  {
    var server = SimulatedServer(1...9)
    server.validates = true
    var run = try MachineRun(server)
    run.load(pages: 1)
    run.send(.exchange(.chain, at: .start))
    run.send(.refresh)
    run.settle()
    #expect(run.issued.map(\.request.validator).first == .some(nil))
    #expect(run.list == "1 2 3")
  }

  @MainActor @Test(.timeLimit(.minutes(5)))
  func `is asked by the pager from then on, and the old one no more`() async throws {
    let run = try await PagerRun.loaded()
    run.pager.paginate()
    await run.loads.came(2)
    let other = HandSource()
    run.pager.source = other
    await run.loads.wasCancelled(1)
    await other.loads.came(1)
    #expect(run.list == [1, 2, 3])
    await other.loads.answer(0, [2, 9], after: .more(9))
    await run.observer.until { run.pager.count == 2 }
    #expect(run.list == [2, 9])
    run.pager.paginate()
    await other.loads.came(2)
    await other.loads.answer(1, [10])
    await run.observer.until { run.pager.count == 3 }
    #expect(await run.loads.requests.count == 2)
    await run.loads.fail(1)
  }
}
