import Paging
import PagingSimulation
import Testing

@Suite struct `The answer to a refresh` {
  @Test func `P46: that finds nothing changed leaves all as it is, and says so`() throws {
    var run = try MachineRun(SimulatedServer(1...9))
    run.send(.refresh)
    var head = run.server.page(for: try #require(run.waiting.first).request)
    head.validator = "v1"
    run.answer(with: head)
    run.forget()
    run.send(.refresh)
    #expect(run.issued.map(\.request.validator) == ["v1"])
    run.answer(with: .unchanged)
    #expect(run.changes.last == .refreshed(new: 0))
    #expect(run.list == "1 2 3")
    #expect(run.state(.append) == .idle)
    run.send(.refresh)
    #expect(run.issued.map(\.request.validator) == ["v1", "v1"])
  }

  @Test func `P46: knows the head by what the last look at it said, and only asks so for news`()
    throws
  {
    var run = try MachineRun(SimulatedServer(1...9), opensAtEnd: true)
    run.send(.refresh)
    var head = run.server.page(for: try #require(run.waiting.first).request)
    head.validator = "v1"
    run.answer(with: head)
    run.send(.refresh)
    run.answer()
    run.forget()
    run.send(.refresh)
    run.answer()
    run.send(.loadMore(.trailing))
    run.answer()
    run.send(.jump(.end))
    #expect(run.issued.map(\.request.validator) == [nil, nil, nil])
  }

  @Test func `P46: speaks of no other page that the list begins with by now`() throws {
    var server = SimulatedServer([10, 20, 30, 40, 50, 60, 70, 80, 90])
    server.validates = true
    var run = try MachineRun(server, keep: 6)
    run.load(pages: 4)
    run.show(8..<9)
    #expect(!run.list.hasPrefix("10"))
    run.send(.loadMore(.leading))
    run.show(0..<1)
    run.answer(with: Page(items: [10, 20, 30, 40, 50].map { Post(id: $0) }, after: .more(50)))
    run.server.ids.insert(35, at: 3)
    run.forget()
    run.send(.refreshAround)
    #expect(run.issued.map(\.request.validator) == [nil])
    run.settle()
    #expect(run.list.hasPrefix("10 20 30"))
    run.send(.refreshAround)
    #expect(run.issued.last?.request.validator != nil)
  }

  @Test func `that replaces keeps the list until its answer is there, and tells what is new`()
    throws
  {
    var run = try MachineRun(SimulatedServer(1...9), refresh: .replace)
    run.load(pages: 3)
    run.server.ids = [-1, 0] + Array(1...9)
    run.send(.refresh)
    #expect(run.list == "1 2 3 4 5 6 7 8 9")
    run.answer()
    #expect(run.list == "-1 0 1")
    #expect(run.gap == nil)
    #expect(run.machine.newCount == 2)
    #expect(run.changes.last == .refreshed(new: 2))
  }

  @Test func `that replaces and fails loses nothing`() throws {
    var run = try MachineRun(SimulatedServer(1...9), refresh: .replace)
    run.load(pages: 2)
    run.send(.refresh)
    run.fail()
    #expect(run.list == "1 2 3 4 5 6")
  }

  @Test func `P24: that replaces ends a load of what was held before`() throws {
    var run = try MachineRun(SimulatedServer(1...9), refresh: .replace)
    run.load(pages: 2)
    run.send(.loadMore(.trailing))
    let late = try #require(run.waiting.first)
    run.send(.refresh)
    run.answer()
    run.answer(late)
    #expect(run.list == "1 2 3")
  }

  @Test func `P32, P47: by a key starts again where a cursor has expired, gluing nothing on`()
    throws
  {
    var run = try MachineRun(SimulatedServer(1...9))
    run.load(pages: 2)
    run.show(4..<6)
    let error = PagingError("the cursor has expired", isRetryable: true, hasExpired: true)
    run.fail(with: error)
    #expect(run.state(.append) == .failed(error))
    #expect(!error.isRetryable)
    run.forget()
    for _ in 0..<3 { run.send(.retry) }
    #expect(run.asked == ["refresh start"])
    #expect(run.list == "1 2 3 4 5 6")
    run.answer()
    #expect(run.list == "1 2 3")
    #expect(run.changes.last == .replaced(.leading))
  }

  @Test func `P22: counts what a filter has left out since the list began`() throws {
    var run = try MachineRun(SimulatedServer(1...6))
    run.send(.refresh)
    let page = Page<Post, Int>(items: [Post(id: 1), Post(id: 2)], after: .more(2))
    run.answer(with: page.replacingItems([Post]()))
    run.show(0..<0)
    run.answer([2, 3], after: .end)
    #expect(run.machine.leftOutCount == 2)
    #expect(run.list == "2 3")
  }

  @Test func `P28: lets a call for more wait behind it`() throws {
    var run = try MachineRun(SimulatedServer(1...9))
    run.load(pages: 1)
    run.show(0..<1)
    run.send(.refresh)
    run.send(.loadMore(.trailing))
    run.answer()
    #expect(run.asked == ["refresh start", "append after(3)"])
  }

  @Test(arguments: [true, false])
  func `P29: asks again for a load that it stopped, failed or not`(fails: Bool) throws {
    var run = try MachineRun(SimulatedServer(1...9))
    run.load(pages: 1)
    run.show(0..<1)
    run.send(.loadMore(.trailing))
    run.send(.refresh)
    if fails { run.fail() } else { run.answer() }
    #expect(run.asked == ["append after(3)", "refresh start", "append after(3)"])
  }

  @Test func `P31: that says that is all clears what waited at the edge`() throws {
    var run = try MachineRun(SimulatedServer(1...9))
    run.load(pages: 1)
    run.show(0..<3)
    run.send(.refresh)
    run.answer([1, 2, 3], after: .end)
    #expect(run.state(.append) == .end)
    #expect(run.asked == ["append after(3)", "refresh start"])
  }

  @Test func `P47: that reaches the last entry leads on where its cursor had expired`() throws {
    var run = try MachineRun(SimulatedServer(1...9))
    run.load(pages: 1)
    run.show(0..<3)
    run.fail(with: PagingError("the cursor has expired", isRetryable: false, hasExpired: true))
    run.send(.refresh)
    run.answer([1, 2, 3], after: .more(203))
    run.send(.loadMore(.trailing))
    #expect(run.waiting.map(\.request.position) == [.after(203)])
  }

  @Test
  func `P67: stands above a gap where all that is held went on the server`() throws {
    var run = try MachineRun(SimulatedServer(1...30), keep: 6)
    run.load(pages: 4)
    run.show(0..<1)
    #expect(run.list == "1 2 3 4 5 6")
    run.server.ids.removeAll { $0 < 8 }
    run.send(.refresh)
    run.answer()
    #expect(run.list == "8 9 10 … 1 2 3")
    #expect(run.machine.newCount == 3)
  }

  @Test func `lets what it stopped go on no further than the bound of requests`() throws {
    var run = try MachineRun(SimulatedServer(1...30), maxRequests: 1)
    run.load(pages: 1)
    run.send(.loadMore(.trailing))
    run.send(.refresh)
    run.answer()
    #expect(run.waiting.isEmpty)
    #expect(run.state(.append) == .paused(.requests(1)))
  }
}
