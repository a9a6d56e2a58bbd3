import Paging
import PagingSimulation
import Testing

/// The reasons why automatic loading stops: no progress, too many requests, or a source that asks
/// for a pause or does not answer.
@Suite struct `Loading by itself` {
  @Test func `P19: stops after pages without anything new, and a key goes on`() throws {
    var run = try MachineRun(SimulatedServer([Int]()), stallLimit: 3)
    run.send(.refresh)
    run.answer([1], after: .more(1))
    run.show(0..<1)
    for cursor in 2...4 { run.answer([], after: .more(cursor)) }
    #expect(run.waiting.isEmpty)
    #expect(run.machine.state(of: .append) == .paused(.pagesWithoutNew(3)))
    run.show(0..<1)
    #expect(run.waiting.isEmpty)
    run.send(.loadMore(.trailing))
    run.answer([2], after: .end)
    #expect(run.machine.state(of: .append) == .end)
    #expect(run.machine.count == 2)
  }

  @Test func `P19: stops where pages lead round in a circle`() throws {
    var run = try MachineRun(SimulatedServer([Int]()), stallLimit: 4)
    run.send(.refresh)
    run.answer([1, 2], after: .more(1))
    run.show(0..<2)
    for turn in 0..<20 where !run.waiting.isEmpty {
      run.answer([1, 2], after: .more(turn.isMultiple(of: 2) ? 2 : 1))
    }
    #expect(run.machine.state(of: .append) == .paused(.pagesWithoutNew(4)))
  }

  @Test func `counts pages without anything new in a row only`() throws {
    var run = try MachineRun(SimulatedServer([Int]()), stallLimit: 2)
    run.send(.refresh)
    run.answer([1], after: .more(1))
    run.show(0..<1)
    run.answer([], after: .more(2))
    run.answer([2], after: .more(3))
    run.show(0..<2)
    run.answer([], after: .more(4))
    #expect(run.waiting.count == 1)
  }

  @Test func `stops after the requests that are allowed, and a key allows as many again`() throws {
    var run = try MachineRun(SimulatedServer(1...90), maxRequests: 3)
    run.load(pages: 1)
    for end in [3, 6, 9] {
      run.show(0..<end)
      run.settle()
    }
    #expect(run.machine.count == 9)
    #expect(run.machine.state(of: .append) == .paused(.requests(3)))
    run.send(.loadMore(.trailing))
    run.settle()
    #expect(run.machine.count == 12)
  }

  @Test func `refuses to be allowed no request`() {
    #expect(throws: PagerConfigurationError.maxRequests(0)) {
      try PagerConfiguration(maxRequests: 0)
    }
  }

  @Test func `P45: rests as long as a page asks, but a key may ask before`() throws {
    var run = try MachineRun(SimulatedServer([Int]()))
    run.send(.refresh)
    let first = try #require(run.waiting.first)
    run.send(
      .loaded(
        first, Page(items: [Post(id: 1)], after: .more(1), pause: .seconds(10))))
    run.show(0..<1)
    #expect(run.waiting.isEmpty)
    #expect(run.machine.state(of: .append) == .waiting(until: .seconds(10), after: nil))
    var other = run
    other.send(.loadMore(.trailing))
    #expect(other.waiting.count == 1)
    run.pass(.seconds(9))
    #expect(run.waiting.isEmpty)
    run.pass(.seconds(1))
    #expect(run.waiting.count == 1)
  }

  @Test func `P45: does not go on after such a pause where the reader has stopped it`() throws {
    var run = try MachineRun(SimulatedServer([Int]()))
    run.send(.refresh)
    run.answer(with: Page(items: [Post(id: 1)], after: .more(1), pause: .seconds(10)))
    run.show(0..<1)
    run.forget()
    run.send(.cancel)
    #expect(run.state(.append) == .cancelled)
    #expect(run.changes.contains(.states))
    run.pass(.seconds(20))
    run.show(0..<1)
    #expect(run.waiting.isEmpty)
    run.send(.retry)
    #expect(run.asked == ["append after(1)"])
  }

  @Test func `P45: does not load placeholders after such a pause where the reader has stopped it`()
    throws
  {
    var run = try MachineRun(SimulatedServer(0..<1_000, counts: true), pageSize: 10)
    run.send(.refresh)
    run.answer(
      with: Page(
        items: (0..<10).map { Post(id: $0) }, after: .more(9), pause: .seconds(10),
        extent: PageExtent(start: 0, total: 1_000)))
    run.show(500..<505)
    run.forget()
    run.send(.cancel)
    #expect(run.state(.refresh) == .cancelled)
    run.pass(.seconds(20))
    run.show(500..<505)
    #expect(run.waiting.isEmpty)
    run.send(.retry)
    #expect(run.asked == ["refresh number(499)"])
  }

  @Test func `P45: overrules such a pause where the reader tries again, and says so`() throws {
    var run = try MachineRun(SimulatedServer([Int]()), retry: .standard)
    run.send(.refresh)
    run.answer(with: Page(items: [Post(id: 1)], after: .more(1), pause: .seconds(10)))
    run.show(0..<1)
    run.send(.retry)
    #expect(run.asked == ["refresh start", "append after(1)"])
    #expect(run.issued.map(\.request.overrulesWait) == [false, true])
    let error = PagingError("not yet", isRetryable: true, retryAfter: .seconds(10))
    run.fail(with: error)
    run.send(.retry)
    run.fail(with: error)
    // Loads that continue automatically, and loads by other commands, do not overrule the wait.
    run.pass(.seconds(20))
    run.answer([2], after: .more(2))
    for event in [PagerEvent<Post, Int>.loadMore(.trailing), .refresh, .jump(.start)] {
      run.send(event)
      run.settle()
    }
    #expect(run.issued.map(\.request.overrulesWait).filter { $0 }.count == 2)
    #expect(run.issued.count > 5)
  }

  @Test(arguments: [false, true])
  func `P45: keeps back what a refresh has stopped, but not what a key asks for`(
    asks: Bool
  ) throws {
    var run = try MachineRun(SimulatedServer(1...9))
    run.load(pages: 1)
    run.show(2..<3)
    run.send(.refresh)
    if asks { run.send(.loadMore(.trailing)) }
    run.forget()
    try answerWithPause(&run)
    #expect(run.asked == (asks ? ["append after(3)"] : []))
    run.pass(.seconds(9))
    #expect(run.asked == (asks ? ["append after(3)"] : []))
    run.pass(.seconds(1))
    #expect(run.asked == ["append after(3)"])
  }

  @Test func `P45: keeps back the looks that the source asks for, and then looks once`() throws {
    var run = try MachineRun(SimulatedServer(1...9))
    run.send(.refresh)
    try answerWithPause(&run)
    run.show(0..<1)
    run.forget()
    for _ in 0..<2 { run.send(.sourceChanged) }
    run.pass(.seconds(9))
    #expect(run.asked.isEmpty)
    run.pass(.seconds(1))
    #expect(run.asked == ["refresh start"])
    #expect(run.issued.map(\.request.isUpdate) == [true])
    run.settle()
    #expect(run.issued.count == 1)
  }

  @Test(arguments: [PagerEvent<Post, Int>.sourceChanged, .refreshAround])
  func `P45: keeps back the rest of a look that the source asks for, but not of a reader's`(
    look: PagerEvent<Post, Int>
  ) throws {
    let isReader = if case .refreshAround = look { true } else { false }
    var run = try MachineRun(SimulatedServer(1...9))
    run.load(pages: 2)
    run.show(2..<4)
    run.send(look)
    try answerWithPause(&run)
    let all = ["refresh start", "refresh after(3)"]
    #expect(run.asked == (isReader ? all : ["refresh start"]))
    run.pass(.seconds(10))
    #expect(run.asked == all)
    run.settle()
    #expect(run.asked == all)
  }

  /// Answers the oldest load as the server does, with a pause of ten seconds.
  private func answerWithPause(_ run: inout MachineRun) throws {
    let ticket = try #require(run.waiting.first)
    var page = run.server.page(for: ticket.request)
    page.pause = .seconds(10)
    run.answer(with: page)
  }

  @Test func `P35: counts a source that stays silent as failed`() throws {
    var run = try MachineRun(SimulatedServer(1...9), loadTimeout: .seconds(60))
    run.send(.refresh)
    let silent = try #require(run.waiting.first)
    run.pass(.seconds(59))
    #expect(run.machine.state(of: .refresh) == .loading)
    run.pass(.seconds(1))
    let error = PagingError("no answer for 60 s", isRetryable: true)
    #expect(run.machine.state(of: .refresh) == .failed(error))
    #expect(run.cancelled == [silent])
    run.answer(silent)
    #expect(run.machine.count == 0)
  }

  @Test func `asks for no tick while nothing is out and nothing waits`() throws {
    var run = try MachineRun(SimulatedServer(1...9), loadTimeout: .seconds(60))
    run.load(pages: 1)
    #expect(run.wake == nil)
  }
}
