import Paging
import PagingSimulation
import Testing

@Suite struct `A load that failed` {
  private let offline = LoadState.failed(PagingError("offline", isRetryable: true))

  /// A list of 9...11 from 1...20 that is loading at both edges: append first, then prepend.
  private func middle() throws -> MachineRun {
    var run = try MachineRun(SimulatedServer(1...20, goesBack: true), opensAtEnd: true)
    run.load(pages: 1)
    run.send(.jump(.end))
    run.answer([9, 10, 11], before: .more(9), after: .more(11))
    run.forget()
    run.show(0..<3)
    return run
  }

  @Test func `P41: stops its edge, keeps the rows, and leaves the other edge alone`() throws {
    var run = try middle()
    run.fail()
    #expect(run.state(.append) == offline)
    run.answer()
    #expect(run.list == "6 7 8 9 10 11")
    run.show(0..<6)
    run.show(3..<6)
    #expect(run.asked == ["append after(11)", "prepend before(9)", "prepend before(6)"])
  }

  @Test func `behind a page that came with it waits for a key, which asks from there`() throws {
    var run = try MachineRun(SimulatedServer(1...20))
    run.load(pages: 1)
    run.show(0..<3)
    run.forget()
    var page = Page(items: [Post(id: 4)], after: Continuation.more(4))
    page.failure = PagingError("offline", isRetryable: false)
    run.answer(with: page)
    #expect(run.list == "1 2 3 4")
    #expect(run.state(.append) == .failed(PagingError("offline", isRetryable: false)))
    #expect(run.waiting.isEmpty)
    run.send(.retry)
    #expect(run.waiting.map(\.request.position) == [.after(4)])
  }

  @Test func `P32: retried three times is one load`() throws {
    var run = try middle()
    run.fail()
    run.forget()
    for _ in 0..<3 { run.send(.retry) }
    #expect(run.asked == ["append after(11)"])
    #expect(run.cancelled.isEmpty)
  }

  @Test func `P11: is retried though its edge is far from the viewport`() throws {
    var run = try MachineRun(SimulatedServer(1...20))
    run.load(pages: 2)
    run.send(.loadMore(.trailing))
    run.fail()
    run.show(0..<1)
    run.send(.retry)
    #expect(run.asked == ["append after(6)", "append after(6)"])
  }

  @Test func `retried with nothing failed is nothing`() throws {
    var run = try MachineRun(SimulatedServer(1...20))
    run.send(.retry)
    run.load(pages: 1)
    run.send(.retry)
    #expect(run.asked.isEmpty)
    #expect(run.changes.isEmpty)
  }

  @Test func `P42: is the first one, and is tried again as the first one`() throws {
    var run = try MachineRun(SimulatedServer(1...20))
    run.send(.refresh)
    run.fail()
    #expect(run.state(.refresh) == offline)
    run.send(.retry)
    run.answer()
    #expect(run.asked == ["refresh start", "refresh start"])
    #expect(run.list == "1 2 3")
  }

  @Test func `P47: by a cursor that has expired is never made good by the first page`() throws {
    var run = try MachineRun(SimulatedServer(1...20))
    run.load(pages: 2)
    run.show(3..<6)
    let expired = PagingError("the cursor has expired", isRetryable: false)
    for key in [PagerEvent<Post, Int>.retry, .loadMore(.trailing), .refresh] {
      run.send(.failed(try #require(run.waiting.first), expired))
      #expect(run.state(.append) == .failed(expired))
      run.show(3..<6)
      #expect(run.waiting.isEmpty)
      run.send(key)
    }
    run.answer()
    #expect(run.list == "1 2 3 4 5 6")
    // After the refresh, the list requests the failed page again, because the first page does not
    // replace it.
    let append = "append after(6)"
    #expect(run.asked == [append, append, append, "refresh start", append])
  }

  @Test func `at both edges is tried again at both`() throws {
    var run = try middle()
    run.fail()
    run.fail()
    run.forget()
    run.send(.retry)
    run.settle()
    #expect(run.asked == ["prepend before(9)", "append after(11)"])
    #expect(run.list == "6 7 8 9 10 11 12 13 14")
  }

  @Test func `is forgotten when a key asks for more there`() throws {
    var run = try middle()
    run.fail()
    run.send(.loadMore(.trailing))
    #expect(run.state(.append) == .loading)
  }

  @Test func `was a jump and is tried again as a jump`() throws {
    var run = try MachineRun(SimulatedServer(1...20, goesBack: true), opensAtEnd: true)
    run.load(pages: 1)
    run.send(.jump(.end))
    run.fail()
    #expect(run.list == "1 2 3")
    run.send(.retry)
    run.answer()
    #expect(run.list == "18 19 20")
    #expect(run.asked == ["refresh end", "refresh end"])
  }
}

@Suite struct `A load that the reader stopped` {
  @Test func `goes on by no viewport, only by a key`() throws {
    var run = try MachineRun(SimulatedServer(1...20))
    run.load(pages: 1)
    run.show(0..<3)
    run.send(.cancel)
    run.show(0..<2)
    run.show(0..<3)
    #expect(run.state(.append) == .cancelled)
    #expect(run.asked == ["append after(3)"])
    run.send(.retry)
    run.answer()
    #expect(run.list == "1 2 3 4 5 6")
  }

  @Test func `was the first one`() throws {
    var run = try MachineRun(SimulatedServer(1...20))
    run.send(.refresh)
    run.send(.cancel)
    #expect(run.state(.refresh) == .cancelled)
    run.show(0..<0)
    #expect(run.waiting.isEmpty)
    run.send(.refresh)
    run.answer()
    #expect(run.list == "1 2 3")
  }

  @Test func `was a refresh, and what waited for it does not go out instead`() throws {
    var run = try MachineRun(SimulatedServer(1...20))
    run.load(pages: 1)
    run.show(0..<3)
    run.send(.refresh)
    run.send(.cancel)
    run.show(0..<3)
    #expect(run.waiting.isEmpty)
    #expect(run.state(.refresh) == .cancelled)
    #expect(run.state(.append) == .cancelled)
    run.send(.retry)
    run.settle()
    #expect(run.list == "1 2 3 4 5 6")
  }

  @Test func `was a refresh, and an edge that waited for nothing is free`() throws {
    var run = try MachineRun(SimulatedServer(1...20))
    run.load(pages: 1)
    run.show(0..<1)
    run.send(.refresh)
    run.send(.cancel)
    run.show(0..<3)
    #expect(run.waiting.map(\.request.reason) == [.append])
  }

  @Test func `is nothing where nothing is loaded`() throws {
    var run = try MachineRun(SimulatedServer(1...20))
    run.load(pages: 1)
    run.send(.cancel)
    #expect(run.changes.isEmpty)
    #expect(run.state(.append) == .idle)
  }
}
