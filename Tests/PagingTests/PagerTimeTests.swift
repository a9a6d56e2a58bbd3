import PagingTesting
import Paging
import PagingSimulation
import Testing

/// A pager whose clock is controlled by the test: loads that wait, loads that get no answer, and
/// timers that never fire.
@MainActor @Suite(.timeLimit(.minutes(5))) struct `A pager's time` {
  private let limit = PagingError("too many requests", isRetryable: true, retryAfter: .seconds(60))

  /// A pager whose next page, loaded because of the viewport, has just failed.
  private func failed(_ error: PagingError, randomFraction: Double = 0) async throws -> PagerRun {
    let run = try await PagerRun.loaded(retry: .standard, randomFraction: randomFraction)
    run.pager.viewportChanged(0..<3)
    await run.loads.came(2)
    await run.fail(1, error)
    return run
  }

  /// Lets time pass, and waits until the pager sleeps again; it has then done everything due.
  private func pass(_ duration: Duration, in run: PagerRun, until deadline: Duration) async {
    run.clock.pass(duration)
    await run.observer.until { run.clock.deadlines == [deadline] }
  }

  @Test func `is nobody's while nothing is out and nothing waits`() async throws {
    let run = try await PagerRun.loaded(retry: .standard, loadTimeout: .seconds(60))
    await run.observer.until { run.clock.deadlines.isEmpty }
    #expect(run.started == 1)
  }

  @Test func `is what brings a page back that may come, without a key`() async throws {
    let run = try await failed(ManualLoads.offline)
    #expect(run.pager.isWaiting)
    await pass(.milliseconds(249), in: run, until: .milliseconds(250))
    #expect(run.started == 2)
    run.clock.pass(.milliseconds(1))
    await run.loads.came(3)
    await run.answer(2, [4], after: .end)
    #expect(run.list == [1, 2, 3, 4])
  }

  @Test func `P44: that a source names passes before it is asked, and a random moment more`()
    async throws
  {
    let run = try await failed(limit, randomFraction: 1)
    let until = Duration.milliseconds(60_500)
    #expect(run.pager.state(of: .append) == .waiting(until: until, after: limit))
    for second in 1...60 {
      await pass(.seconds(1), in: run, until: min(until, .seconds(second + 1)))
      run.pager.viewportChanged(0..<(second % 3 + 1))
    }
    #expect(run.started == 2)
    #expect(run.observer.changes.count { $0 == .states } >= 60, "a countdown")
    run.clock.pass(.milliseconds(500))
    await run.loads.came(3)
    #expect(await run.asked == [.start, .after(3), .after(3)])
    await run.answer(2, [4])
  }

  @Test func `P43: brings back the page that failed, and never the first one`() async throws {
    let run = try await PagerRun.loaded(retry: .standard)
    run.pager.paginate()
    await run.loads.came(2)
    await run.answer(1, [4, 5, 6], after: .more(6))
    run.pager.paginate()
    await run.loads.came(3)
    await run.fail(2, limit)
    run.clock.pass(.seconds(60))
    await run.loads.came(4)
    await run.answer(3, [7, 8, 9], after: .more(9))
    #expect(await run.asked == [.start, .after(3), .after(6), .after(6)])
    #expect(run.list == [1, 2, 3, 4, 5, 6, 7, 8, 9])
  }

  @Test(arguments: [false, true])
  func `P45: is left to a page that asks for it, but not by a key`(asks: Bool) async throws {
    let run = try PagerRun()
    run.pager.refresh()
    await run.loads.came(1)
    await run.loads.answer(0, [1], after: .more(1), pause: .seconds(10))
    await run.observer.until { run.pager.hasLoaded }
    run.pager.viewportChanged(0..<1)
    #expect(run.pager.state(of: .append) == .waiting(until: .seconds(10), after: nil))
    await pass(.seconds(9), in: run, until: .seconds(10))
    #expect(run.started == 1)
    if asks { run.pager.paginate() } else { run.clock.pass(.seconds(1)) }
    await run.loads.came(2)
    await run.answer(1, [2])
    #expect(run.list == [1, 2])
  }

  @Test func `P35: ends a load that is silent, whose answer then changes nothing`() async throws {
    let run = try await PagerRun.loaded(loadTimeout: .seconds(60))
    run.pager.paginate()
    await run.loads.came(2)
    await run.observer.until { run.clock.deadlines == [.seconds(60)] }
    run.clock.pass(.seconds(60))
    await run.loads.wasCancelled(1)
    let error = PagingError("no answer for 60 s", isRetryable: true)
    #expect(run.pager.state(of: .append) == .failed(error))
    let changes = run.observer.changes
    await run.answer(1, [4, 5, 6])
    #expect(run.list == [1, 2, 3])
    #expect(run.observer.changes == changes)
    run.pager.retry()
    await run.loads.came(3)
    await run.answer(2, [4], after: .end)
    #expect(run.list == [1, 2, 3, 4])
  }

  @Test func `is slept through as begun, and then up to what came to wait meanwhile`() async throws
  {
    let run = try PagerRun(loadTimeout: .seconds(60))
    run.observer.onChange = { [pager = run.pager] change in
      // When the update is reported, nothing waits any longer, so the sleep will be ended. The task
      // runs after the report, and before the sleep is ended.
      if case .replaced = change { Task { pager.paginate() } }
    }
    run.pager.refresh()
    await run.loads.came(1)
    await run.observer.until { run.clock.deadlines == [.seconds(60)] }
    run.clock.pass(.seconds(10))
    await run.answer(0, [1, 2, 3], after: .more(3))
    await run.loads.came(2)
    #expect(run.clock.deadlines == [.seconds(60)])
    await pass(.seconds(50), in: run, until: .seconds(70))
    #expect(run.pager.state(of: .append) == .loading)
    run.clock.pass(.seconds(10))
    await run.loads.wasCancelled(1)
    await run.answer(1, [4])
    #expect(run.list == [1, 2, 3])
  }

  @Test func `is slept through no longer than to the first of what waits`() async throws {
    let run = try await PagerRun.loaded(retry: .standard, loadTimeout: .seconds(60))
    run.pager.paginate()
    await run.loads.came(2)
    await run.observer.until { run.clock.deadlines == [.seconds(60)] }
    await run.fail(1)
    await run.observer.until { run.clock.deadlines == [.milliseconds(250)] }
    run.clock.pass(.milliseconds(250))
    await run.loads.came(3)
    await run.answer(2, [4])
    #expect(run.list == [1, 2, 3, 4])
  }

  @Test func `P32: is not waited for where a key asks three times, and then one load is out`()
    async throws
  {
    let run = try await failed(limit)
    for _ in 0..<3 { run.pager.retry() }
    await run.loads.came(3)
    await run.observer.until { run.clock.deadlines.isEmpty }
    run.clock.pass(.seconds(100))
    await run.answer(2, [4], after: .end)
    #expect(run.list == [1, 2, 3, 4])
    #expect(run.started == 3)
  }

  @Test func `P40, K11, O4: wakes no pager that has been let go while it waits`() async throws {
    let (source, clock) = (HandSource(), ManualClock())
    var pager: Pager? = Pager(source: source, clock: clock, randomFraction: { 0 })
    weak let released = pager
    pager?.refresh()
    await source.loads.came(1)
    await source.loads.fail(0)
    while clock.deadlines != [.milliseconds(250)] { await Task.yield() }
    pager = nil
    #expect(released == nil)
    while !clock.deadlines.isEmpty { await Task.yield() }
    clock.pass(.seconds(100))
    #expect(await source.loads.requests.count == 1)
  }
}
