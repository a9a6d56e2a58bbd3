import Paging
import PagingSimulation
import PagingTesting
import Synchronization
import Testing

/// Iteration without a screen.
@Suite @MainActor struct `The items of a pager` {
  /// A source of numbers in pages of seven; some loads fail.
  private final class Numbers: PagingSource {
    private let failing: Set<Int>
    private let loads = Mutex(0)
    private let total: Int
    var loadCount: Int { loads.withLock { $0 } }

    init(total: Int, failing: Set<Int> = []) {
      self.total = total
      self.failing = failing
    }

    func load(_ request: PageRequest<Int>) async throws(PagingError) -> Page<Post, Int> {
      let load = loads.withLock { count in
        count += 1
        return count
      }
      if failing.contains(load) { throw PagingError("load \(load) failed", isRetryable: true) }
      guard case .before(let end) = request.position else {
        var start = 0
        if case .after(let cursor) = request.position { start = cursor }
        return page(start..<min(start + 7, total))
      }
      return page(max(0, end - 7)..<end)
    }

    private func page(_ range: Range<Int>) -> Page<Post, Int> {
      Page(
        items: range.map { Post(id: $0) },
        before: range.lowerBound == 0 ? .end : .more(range.lowerBound),
        after: range.upperBound < total ? .more(range.upperBound) : .end)
    }
  }

  private func pager(_ source: Numbers, retry: RetryPolicy) throws -> Pager<Post, Int> {
    let configuration = try PagerConfiguration(
      pageSize: 7, prefetchDistance: 0, keep: 21, retry: retry)
    return Pager(source: source, configuration: configuration, randomFraction: { 0 })
  }

  @Test func `are not dropped before an iteration comes to them`() async throws {
    let source = Numbers(total: 35)
    let pager = try pager(source, retry: .never)
    // More is held than is kept around what is drawn.
    pager.refresh()
    for _ in 0..<5 {
      while pager.isLoading { await Task.yield() }
      pager.paginate()
    }
    #expect(pager.count == 35)
    var seen: [Int] = []
    for try await item in pager.items { seen.append(item.id.number) }
    #expect(seen == Array(0..<35))
    #expect(source.loadCount == 5)
  }

  /// A source of a hundred numbers that loads up to four pages at once; it records how many pages
  /// each load requests.
  private final class AtOnce: PagingSource {
    let pages = Mutex<[Int]>([])
    private let isCounted: Bool
    var traits: PagingTraits { PagingTraits(opensAtItems: isCounted, pagesAtOnce: 4) }

    init(isCounted: Bool = false) { self.isCounted = isCounted }

    func load(_ request: PageRequest<Int>) async throws(PagingError) -> Page<Post, Int> {
      pages.withLock { $0.append(request.pages) }
      var start = 0
      if case .after(let cursor) = request.position { start = cursor }
      let end = min(start + request.count * request.pages, 100)
      return Page(
        items: (start..<end).map { Post(id: $0) }, after: end < 100 ? .more(end) : .end,
        extent: isCounted ? PageExtent(start: start, total: 100) : nil)
    }
  }

  @Test func `come from as many pages at once as the source gives, because an iteration waits`()
    async throws
  {
    let source = AtOnce()
    let pager = Pager(
      source: source, configuration: try PagerConfiguration(pageSize: 7, prefetchDistance: 0))
    for try await _ in pager.items {}
    #expect(source.pages.withLock { $0 } == [1, 4, 4, 4, 4])
  }

  @Test func `come from no more pages at once than are left, where they are counted`() async throws
  {
    let source = AtOnce(isCounted: true)
    let pager = Pager(
      source: source, configuration: try PagerConfiguration(pageSize: 7, prefetchDistance: 0))
    for try await _ in pager.items {}
    // After the fourth load, 91 of the 100 items have arrived. The fifth load requests two pages
    // for the other nine, and a third page to prove the end, because a count may be wrong.
    #expect(source.pages.withLock { $0 } == [1, 4, 4, 4, 3])
  }

  @Test(
    arguments: [(0, []), (7, [1]), (8, [1, 1]), (14, [1, 1]), (15, [1, 2]), (43, [1, 4, 2])],
    [0, 3, 25])
  func `are asked for where only some are wanted, and no page too many`(
    wanted: (count: Int, pages: [Int]), distance: Int
  ) async throws {
    let source = AtOnce()
    let pager = Pager(
      source: source,
      configuration: try PagerConfiguration(pageSize: 7, prefetchDistance: distance))
    var count = 0
    for try await _ in pager.items(atMost: wanted.count) { count += 1 }
    #expect(count == wanted.count)
    #expect(source.pages.withLock { $0.reduce(0, +) } == wanted.pages.reduce(0, +))
    #expect(source.pages.withLock { !$0.contains { $0 < 1 } })
    if distance == 0 { #expect(source.pages.withLock { $0 } == wanted.pages) }
  }

  @Test(.timeLimit(.minutes(5)))
  func `are given without a load where as many are held as are wanted`() async throws {
    let run = try PagerRun()
    run.pager.jump(to: .after(50))
    await run.loads.came(1)
    await run.loads.answer(0, [51, 52, 53], before: .more(51), after: .more(53))
    await run.observer.until { run.pager.hasLoaded }
    var items = run.pager.items(atMost: 2).makeAsyncIterator()
    for id in [51, 52, nil] { #expect(try await items.next()?.id.number == id) }
    #expect(run.started == 1)
  }

  @Test(.timeLimit(.minutes(5)), arguments: [4, Int.max])
  func `are loaded only forward`(most: Int) async throws {
    let run = try PagerRun()
    run.pager.jump(to: .after(50))
    await run.loads.came(1)
    await run.loads.answer(0, [51, 52, 53], before: .more(51), after: .more(53))
    await run.observer.until { run.pager.hasLoaded }
    var items = run.pager.items(atMost: most).makeAsyncIterator()
    for id in [51, 52, 53] { #expect(try await items.next()?.id.number == id) }
    await run.loads.came(2)
    let asked = await run.asked
    #expect(asked == [.after(50), .after(53)])
  }

  @Test func `are wanted no more of than some until a list shows them`() async throws {
    let source = AtOnce()
    let pager = Pager(
      source: source, configuration: try PagerConfiguration(pageSize: 7, prefetchDistance: 3))
    for try await _ in pager.items(atMost: 7) {}
    pager.viewportChanged(0..<7)
    #expect(pager.state(of: .append) == .loading)
  }

  @Test(.timeLimit(.minutes(5))) func `are loaded ahead by the prefetch distance`() async throws {
    let run = try PagerRun(prefetch: 2)
    run.pager.refresh()
    await run.loads.came(1)
    await run.answer(0, [1, 2, 3], after: .more(3))
    var items = run.pager.items.makeAsyncIterator()
    for id in 1...2 { #expect(try await items.next()?.id.number == id) }
    await run.loads.came(2)
    #expect(run.pager.state(of: .append) == .loading)
    await run.answer(1, [4])
    for id in [3, 4, nil] { #expect(try await items.next()?.id.number == id) }
  }

  @Test(arguments: [0, 1, 6, 7, 8, 700]) func `are all of them, once and in order`(
    total: Int
  ) async throws {
    var seen: [Int] = []
    let pager = try pager(Numbers(total: total), retry: .never)
    for try await item in pager.items { seen.append(item.id.number) }
    #expect(seen == Array(0..<total))
    #expect(pager.count <= 21 + 14)
  }

  @Test func `end with what a load failed with`() async throws {
    var seen: [Int] = []
    let pager = try pager(Numbers(total: 20, failing: [2]), retry: .never)
    await #expect(throws: PagingError("load 2 failed", isRetryable: true)) {
      for try await item in pager.items { seen.append(item.id.number) }
    }
    #expect(seen == Array(0..<7))
  }

  @Test func `go on where a load is tried again`() async throws {
    var seen: [Int] = []
    // The limit is long, because the clock is real and the machine may be busy.
    let policy = RetryPolicy(limit: .seconds(600), firstDelay: .milliseconds(1))
    let pager = try pager(Numbers(total: 20, failing: [1, 3, 4]), retry: policy)
    for try await item in pager.items { seen.append(item.id.number) }
    #expect(seen == Array(0..<20))
  }

  @Test func `end when the task is cancelled`() async throws {
    let pager = try pager(Numbers(total: 1_000_000), retry: .never)
    var count = 0
    let task = Task { @MainActor in
      for try await _ in pager.items { count += 1 }
    }
    while count == 0 { await Task.yield() }
    task.cancel()
    try await task.value
    #expect(count < 1_000_000)
  }

  @Test(.timeLimit(.minutes(5))) func `end in a gap whose load is cancelled`() async throws {
    let run = try await PagerRun.loaded()
    run.pager.refresh()
    await run.loads.came(2)
    await run.answer(1, [-6, -5, -4], after: .more(-4))
    #expect(run.list == [-6, -5, -4, nil, 1, 2, 3])
    var seen: [Int] = []
    let task = Task { @MainActor in
      for try await item in run.pager.items { seen.append(item.id.number) }
    }
    await run.loads.came(3)
    run.pager.cancel()
    try await task.value
    #expect(seen == [-6, -5, -4])
    #expect(run.started == 3)
  }

  @Test func `end once and for all`() async throws {
    let run = try await PagerRun.loaded()
    run.pager.paginate()
    await run.loads.came(2)
    await run.answer(1, [4])
    var items = run.pager.items.makeAsyncIterator()
    for id in [1, 2, 3, 4, nil, nil] { #expect(try await items.next()?.id.number == id) }
  }
}

@Suite struct `Identities that are remembered` {
  @Test func `are the last n`() {
    var recent = RecentIdentities<Int>(limit: 2)
    for id in [1, 2, 2, 3] { recent.insert(id) }
    #expect(!recent.contains(1))
    #expect(recent.contains(2))
    #expect(recent.contains(3))
  }

  @Test func `are none where none are wanted`() {
    var recent = RecentIdentities<Int>(limit: 0)
    recent.insert(1)
    #expect(!recent.contains(1))
  }
}

/// If an iteration reports its position, the items that it has passed may be dropped, and all items
/// after them move up.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `An iteration whose pages come ahead of it` {
  private struct Number: Identifiable, Sendable { let id: Int }

  @Test(arguments: [10, 50, 200], [1, 3, 5, 6, 8])
  func `passes each item once, whatever is dropped behind it`(
    pageSize: Int, ahead: Int
  ) async throws {
    let total = pageSize * 60
    for pause in [pageSize / 2, pageSize * 2, pageSize * 2 + 1, pageSize * 3] {
      var source = OffsetSource<Number> { offset, limit throws(PagingError) in
        OffsetPage(items: (offset..<max(offset, min(total, offset + limit))).map { Number(id: $0) })
      }
      source.pagesAtOnce = 4
      let pager = Pager(
        source: source,
        configuration: .standard.with(
          pageSize: pageSize, prefetchDistance: pageSize * ahead, keep: pageSize * 10))
      var numbers: [Int] = []
      for try await number in pager.items {
        numbers.append(number.id)
        if numbers.count % pause == 0 { #expect(await pager.settled(within: .seconds(60))) }
      }
      #expect(numbers == Array(0..<total))
    }
  }

  @Test(arguments: [30, 35, 40], [1, 4]) func `loads no page twice, though few pages are held`(
    keep: Int, pagesAtOnce: Int
  ) async throws {
    let asked = Mutex<[Int]>([])
    var source = OffsetSource<Number> { offset, limit throws(PagingError) in
      asked.withLock { $0.append(offset) }
      let end = max(offset, min(200, offset + limit))
      return OffsetPage(items: (offset..<end).map { Number(id: $0) })
    }
    source.pagesAtOnce = pagesAtOnce
    let pager = Pager(source: source, configuration: .standard.with(pageSize: 10, keep: keep))
    var count = 0
    for try await _ in pager.items {
      count += 1
      // The page that is read ahead arrives before the iteration reports how far it has come.
      if count % 10 == 1 { #expect(await pager.settled(within: .seconds(60))) }
    }
    #expect(count == 200)
    let offsets = asked.withLock { $0 }
    #expect(Set(offsets).count == offsets.count, "\(offsets)")
  }
}
