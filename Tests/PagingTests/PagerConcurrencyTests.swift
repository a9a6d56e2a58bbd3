import Paging
import PagingSimulation
import Testing

/// A pager whose source answers late, out of order, immediately or never.
@MainActor @Suite(.timeLimit(.minutes(5))) struct `A pager among loads` {
  // MARK: Calls during a load

  @Test func `P2, P3: serves what is drawn meanwhile, with no further move`() async throws {
    let run = try await PagerRun.loaded(prefetch: 2)
    run.pager.paginate()
    await run.loads.came(2)
    run.pager.viewportChanged(0..<3)
    #expect(run.started == 2)
    await run.answer(1, [4], after: .more(4))
    await run.loads.came(3)
    await run.answer(2, [5, 6], after: .end)
    #expect(await run.asked == [.start, .after(3), .after(4)])
    #expect(run.list == [1, 2, 3, 4, 5, 6])
  }

  @Test func `P27, O1: makes one load of three calls, and asks next for what follows`()
    async throws
  {
    let run = try await PagerRun.loaded()
    for id in [4, 5] {
      for _ in 0..<3 { run.pager.paginate() }
      await run.loads.came(id - 2)
      await run.answer(id - 3, [id], after: .more(id))
    }
    #expect(await run.asked == [.start, .after(3), .after(4)])
    #expect(run.list == [1, 2, 3, 4, 5])
    #expect(await run.loads.cancelled.isEmpty)
  }

  @Test func `K9: answers all who asked while it loaded, and at the end`() async throws {
    let run = try await PagerRun.loaded()
    for _ in 0..<3 { run.pager.paginate() }
    await run.loads.came(2)
    await run.answer(1, [4])
    #expect(!run.pager.isLoading)
    for _ in 0..<3 { run.pager.paginate() }
    #expect(!run.pager.isLoading)
    #expect(run.pager.state(of: .append) == .end)
    var items = run.pager.items.makeAsyncIterator()
    for id in [1, 2, 3, 4, nil] { #expect(try await items.next()?.id.number == id) }
    #expect(run.started == 2)
  }

  // MARK: Refreshes

  @Test(arguments: [true, false])
  func `P24, P25, K3, N2, N3: takes no page from before a refresh, and has no hole`(
    isLate: Bool
  ) async throws {
    let run = try await PagerRun.loaded()
    run.pager.viewportChanged(0..<3)
    await run.loads.came(2)
    run.pager.refresh()
    await run.loads.came(3)
    if !isLate { await run.answer(1, [4, 5, 6], after: .more(6)) }
    #expect(run.pager.state(of: .refresh) == .loading)
    await run.answer(2, [0, 1, 2], after: .more(2))
    await run.loads.came(4)
    if isLate { await run.answer(1, [4, 5, 6], after: .more(6)) }
    #expect(run.list == [0, 1, 2, 3])
    await run.answer(3, [4, 5, 6], after: .more(6))
    #expect(await run.asked == [.start, .after(3), .start, .after(3)])
    #expect(run.list == [0, 1, 2, 3, 4, 5, 6])
  }

  @Test func `P26: looks once more after a look, for all calls made during it`() async throws {
    let run = try await PagerRun.loaded()
    for _ in 0..<3 { run.pager.refresh() }
    await run.loads.came(2)
    #expect(run.started == 2)
    await run.answer(1, [0, 1, 2], after: .more(2))
    await run.loads.came(3)
    await run.answer(2, [-1, 0, 1], after: .more(1))
    #expect(run.started == 3)
    #expect(!run.pager.isLoading)
    #expect(run.list == [-1, 0, 1, 2, 3])
  }

  @Test func `P26, P36: shows the second of two refreshes, though the first answers last`()
    async throws
  {
    let run = try await PagerRun.loaded()
    run.pager.refresh()
    await run.loads.came(2)
    run.pager.cancel()
    run.pager.refresh()
    await run.loads.came(3)
    await run.answer(2, [0, 1, 2], after: .more(2))
    await run.answer(1, [-9, -8, -7], after: .more(-7))
    #expect(run.list == [0, 1, 2, 3])
    #expect(run.pager.newCount == 1)
  }

  @Test func `P36: given up before its source was used, starts again and shows only that`()
    async throws
  {
    let run = try PagerRun()
    run.pager.refresh()
    run.pager.cancel()
    run.pager.refresh()
    await run.loads.came(1)
    await run.answer(0, [1, 2, 3], after: .end)
    #expect(run.started == 2)
    #expect(await run.loads.requests.count == 1)
    #expect(run.list == [1, 2, 3])
  }

  /// Who is told of a page: an observer or the log.
  enum Listener: CaseIterable { case observer, log }

  @Test(arguments: Listener.allCases)
  func `P36: does not ask its source for what is cancelled by who is told of the cause`(
    listener: Listener
  ) async throws {
    let source = HandSource()
    let configuration = try PagerConfiguration(pageSize: 3, prefetchDistance: 2, keep: 100)
    let pager = Pager(source: source, configuration: configuration)
    let loads = source.loads
    var isDone = false
    func cancelOnce() {
      guard pager.count == 4, !isDone else { return }
      isDone = true
      pager.cancel()
    }
    pager.refresh()
    await loads.came(1)
    await loads.answer(0, [1, 2, 3], after: .more(3))
    while !pager.hasLoaded { await Task.yield() }
    pager.viewportChanged(0..<3)
    await loads.came(2)
    let observation = listener == .observer ? pager.observe { _ in cancelOnce() } : nil
    defer { withExtendedLifetime(observation) {} }
    if listener == .log { pager.onActivity = { if case .started = $0 { cancelOnce() } } }
    await loads.answer(1, [4], after: .more(4))
    while !isDone { await Task.yield() }
    pager.paginate()
    await loads.came(3)
    await loads.answer(2, [5], after: .end)
    while pager.count < 5, await loads.requests.count == 3 { await Task.yield() }
    #expect(await loads.requests.map(\.position) == [.start, .after(3), .after(4)])
  }

  @Test(arguments: [true, false])
  func `P28, P29: keeps an edge waiting for a refresh, and asks there again`(
    fails: Bool
  ) async throws {
    let run = try await PagerRun.loaded()
    run.pager.viewportChanged(0..<3)
    await run.loads.came(2)
    run.pager.refresh()
    await run.loads.came(3)
    run.pager.paginate()
    #expect(run.started == 3)
    if fails { await run.fail(2) } else { await run.answer(2, [1, 2, 3], after: .more(3)) }
    await run.loads.came(4)
    await run.answer(3, [4], after: .end)
    #expect(await run.asked == [.start, .after(3), .start, .after(3)])
    #expect(await run.loads.cancelled == [1])
    #expect(run.list == [1, 2, 3, 4])
  }

  @Test func `P30: loads at no edge before a first page has come`() async throws {
    let run = try PagerRun()
    run.pager.refresh()
    await run.loads.came(1)
    await run.fail(0)
    run.pager.viewportChanged(0..<9)
    #expect(run.started == 1)
    run.pager.paginate()
    await run.loads.came(2)
    await run.answer(1, [1, 2, 3], after: .more(3))
    run.pager.viewportChanged(0..<3)
    await run.loads.came(3)
    await run.answer(2, [4])
    #expect(await run.asked == [.start, .start, .after(3)])
    #expect(run.list == [1, 2, 3, 4])
  }

  @Test func `P31: forgets what waited for a first page that is all there is`() async throws {
    let run = try PagerRun()
    run.pager.refresh()
    run.pager.paginate()
    run.pager.viewportChanged(0..<9)
    await run.loads.came(1)
    await run.answer(0, [1, 2])
    run.pager.viewportChanged(0..<2)
    #expect(run.started == 1)
    #expect(run.pager.state(of: .append) == .end)
  }

  @Test func `N9: refreshes on though a load that it stopped ends as if with nothing`()
    async throws
  {
    let run = try await PagerRun.loaded()
    run.pager.viewportChanged(0..<3)
    await run.loads.came(2)
    run.pager.refresh()
    await run.loads.came(3)
    let changes = run.observer.changes
    await run.fail(1, PagingError("cancelled", isRetryable: true))
    #expect(run.pager.state(of: .refresh) == .loading)
    #expect(run.pager.state(of: .append) == .idle)
    #expect(run.observer.changes == changes)
    await run.answer(2, [1, 2, 3], after: .more(3))
    #expect(run.pager.state(of: .refresh) == .idle)
    await run.loads.came(4)
    await run.answer(3, [])
  }

  // MARK: Calls while an answer is handled

  @Test func `P39, T4: loses no call between an answer and its being taken, nor loads twice`()
    async throws
  {
    let run = try await PagerRun.loaded(prefetch: 2)
    run.observer.onActivity = { [pager = run.pager] line in
      guard line.hasPrefix("loaded #2") else { return }
      pager.paginate()
      pager.viewportChanged(0..<3)
    }
    run.pager.paginate()
    await run.loads.came(2)
    await run.answer(1, [4], after: .more(4))
    await run.loads.came(3)
    await run.answer(2, [5])
    #expect(await run.asked == [.start, .after(3), .after(4)])
    #expect(run.list == [1, 2, 3, 4, 5])
  }

  @Test func `K4, T4: takes a call made while it tells of a page, from that page's end`()
    async throws
  {
    let run = try PagerRun()
    run.observer.onChange = { [pager = run.pager] change in
      if change == .replaced(.leading) || change == .extended(.trailing, count: 1) {
        pager.paginate()
      }
    }
    run.pager.refresh()
    await run.loads.came(1)
    await run.answer(0, [1], after: .more(1))
    await run.loads.came(2)
    await run.answer(1, [2], after: .more(2))
    await run.loads.came(3)
    await run.answer(2, [3], after: .end)
    #expect(await run.asked == [.start, .after(1), .after(2)])
    #expect(run.list == [1, 2, 3])
  }

  @Test func `N11: tells of two pages one by one, with the entries that are there`() async throws {
    let run = try PagerRun()
    run.pager.refresh()
    await run.loads.came(1)
    await run.loads.answer(0, [9], before: .more(9), after: .more(9))
    await run.observer.until { run.pager.hasLoaded }
    var counts: [Int] = []
    run.observer.onChange = { [pager = run.pager] change in
      if case .extended(_, let count) = change { counts += [count, pager.count] }
    }
    run.pager.viewportChanged(0..<1)
    await run.loads.came(3)
    let isAppendFirst = await run.loads.requests[1].reason == .append
    await run.loads.answer(isAppendFirst ? 1 : 2, [10, 11])
    await run.loads.answer(isAppendFirst ? 2 : 1, [6, 7, 8])
    await run.observer.until { run.pager.count == 6 }
    #expect(counts == [2, 3, 3, 6] || counts == [3, 4, 2, 6])
    #expect(run.list == [6, 7, 8, 9, 10, 11])
  }

  @Test func `P52: warns in the log of a page that repeats what is held`() async throws {
    let run = try await PagerRun.loaded()
    run.pager.paginate()
    await run.loads.came(2)
    await run.answer(1, [2, 4, 1, 5], after: .more(5))
    let warning = "warning #2 append after(3) repeats items=2: the order of the source has changed"
    #expect(run.observer.activities.contains(warning))
    run.pager.paginate()
    await run.loads.came(3)
    await run.answer(2, [6, 7])
    #expect(run.observer.activities.count { $0.hasPrefix("warning") } == 1)
  }

  // MARK: Failures

  @Test func `T1: is alive after a failure, a page of nothing and another failure`() async throws {
    let run = try await PagerRun.loaded()
    run.pager.viewportChanged(0..<3)
    await run.loads.came(2)
    await run.fail(1)
    #expect(!run.pager.isLoading)
    run.pager.retry()
    await run.loads.came(3)
    await run.answer(2, [], after: .more(4))
    await run.loads.came(4)
    await run.fail(3)
    run.pager.paginate()
    await run.loads.came(5)
    await run.answer(4, [5], after: .end)
    #expect(await run.asked == [.start, .after(3), .after(3), .after(4), .after(4)])
    #expect(run.list == [1, 2, 3, 5])
  }

  @Test func `P9: is read from end to end without a load`() async throws {
    let run = try await PagerRun.loaded()
    for index in 0..<run.pager.count {
      #expect(run.pager.index(of: run.pager[index].id) == index)
      #expect(run.pager.place(ofEntry: index) == index)
    }
    #expect(!run.pager.isLoading)
    #expect(run.started == 1)
  }
}
