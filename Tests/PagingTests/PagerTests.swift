import Paging
import PagingSimulation
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct `A pager` {
  private let source = HandSource()
  private let pager: Pager<Post, Int>
  private let observer: PagerObserver
  private var loads: ManualLoads { source.loads }

  init() throws {
    let configuration = try PagerConfiguration(
      pageSize: 3, prefetchDistance: 0, keep: 100, retry: .never)
    pager = Pager(source: source, configuration: configuration)
    observer = PagerObserver(pager)
  }

  private var list: [Int?] { (0..<pager.count).map { pager[$0].item?.id.number } }

  /// Loads the first page, 1 to 3, with more after it.
  private func loadFirstPage() async {
    pager.refresh()
    await loads.came(1)
    await loads.answer(0, [1, 2, 3], after: .more(3))
    await observer.until { pager.hasLoaded }
  }

  @Test func `loads a first page and says so in order`() async {
    #expect(pager.state(of: .refresh) == .idle)
    pager.refresh()
    #expect(pager.isLoading)
    #expect(!pager.hasLoaded)
    await loads.came(1)
    await loads.answer(0, [1, 2], after: .end)
    await observer.until { pager.hasLoaded }
    #expect(list == [1, 2])
    #expect(pager.index(of: .item(2)) == 1)
    #expect(pager.state(of: .append) == .end)
    #expect(!pager.isLoading)
    #expect(observer.changes == [.states, .replaced(.leading)])
  }

  @Test func `asks for what its configuration says`() async {
    await loadFirstPage()
    let request = PageRequest<Int>(reason: .refresh, position: .start, count: 3)
    #expect(await loads.requests == [request])
    #expect(pager.configuration.pageSize == 3)
  }

  @Test func `loads the next page when the last row is drawn, and on a call`() async {
    await loadFirstPage()
    pager.viewportChanged(0..<3)
    await loads.came(2)
    await loads.answer(1, [4], after: .more(4))
    await observer.until { pager.count == 4 }
    pager.paginate()
    await loads.came(3)
    await loads.answer(2, [5], after: .end)
    await observer.until { pager.count == 5 }
    #expect(list == [1, 2, 3, 4, 5])
    #expect(await loads.requests.map(\.position) == [.start, .after(3), .after(4)])
  }

  @Test func `loads to the end with a limit on requests, or without one`() async throws {
    let source = TokenSource<Post, Int>(
      isEnd: { $0 > 12 },
      following: { token, count in
        let first = token ?? 1
        return TokenPage(
          items: (first..<first + count).map { Post(id: $0) }, next: first + count)
      })
    var configuration = try PagerConfiguration(pageSize: 3, prefetchDistance: 0, keep: 100)
    configuration.maxRequestsToEnd = 1
    let pager = Pager(source: source, configuration: configuration)
    let observer = PagerObserver(pager)
    pager.refresh()
    await observer.until { pager.hasLoaded }
    pager.seekEnd()
    await observer.until { pager.state(of: .append) == .paused(.requests(1)) }
    #expect(pager.count == 6)
    pager.seekEnd(isLimited: false)
    await observer.until { pager.reaches(.trailing) || !pager.isLoading }
    #expect(pager.count == 12)
  }

  @Test func `P24: takes no answer that comes after a refresh, in whatever order`() async {
    await loadFirstPage()
    pager.paginate()
    await loads.came(2)
    pager.refresh()
    await loads.came(3)
    await loads.wasCancelled(1)
    await loads.answer(2, [0, 1, 2], after: .more(2))
    await observer.until { pager.count == 4 }
    await loads.answer(1, [4, 5, 6], after: .more(6))
    await observer.until { observer.activities.contains("loaded #2 append after(3) items=3") }
    #expect(list == [0, 1, 2, 3])
    #expect(pager.newCount == 1)
  }

  @Test func `P33: takes no answer that comes after a cancel`() async {
    await loadFirstPage()
    pager.paginate()
    await loads.came(2)
    pager.cancel()
    await loads.wasCancelled(1)
    #expect(pager.state(of: .append) == .cancelled)
    let changes = observer.changes
    await loads.answer(1, [4, 5, 6])
    await observer.until { observer.activities.contains("loaded #2 append after(3) items=3") }
    #expect(list == [1, 2, 3])
    #expect(observer.changes == changes)
  }

  @Test func `P35: goes on beside a load that is never answered`() async {
    await loadFirstPage()
    pager.paginate()
    await loads.came(2)
    pager.cancel()
    pager.retry()
    await loads.came(3)
    await loads.answer(2, [4], after: .end)
    await observer.until { pager.count == 4 }
    #expect(list == [1, 2, 3, 4])
    await loads.fail(1)
  }

  @Test func `P41, T1: shows a failure and tries again when told`() async {
    await loadFirstPage()
    pager.paginate()
    await loads.came(2)
    await loads.fail(1)
    await observer.until { pager.state(of: .append) != .loading }
    #expect(pager.state(of: .append) == .failed(PagingError("offline", isRetryable: true)))
    pager.retry()
    await loads.came(3)
    await loads.answer(2, [4], after: .end)
    await observer.until { pager.count == 4 }
    #expect(list == [1, 2, 3, 4])
  }

  @Test func `K4, O3: performs effects in order though an observer asks for more`() async {
    await loadFirstPage()
    var changes: [PagerChange] = []
    let observation = pager.observe { [pager] update in
      changes += update.changes
      if update.changes.contains(.extended(.trailing, count: 0)) { pager.refresh() }
    }
    defer { withExtendedLifetime(observation) {} }
    pager.viewportChanged(0..<3)
    await loads.came(2)
    // After an empty page, the next page is needed immediately, but the observer prevents its load
    // with a refresh.
    await loads.answer(1, [], after: .more(4))
    await loads.came(3)
    #expect(await loads.requests.map(\.reason) == [.refresh, .append, .refresh])
    #expect(changes == [.states, .extended(.trailing, count: 0), .states, .states])
    #expect(pager.state(of: .append) == .idle)
    await loads.answer(2, [1, 2, 3], after: .more(3))
    await loads.came(4)
    await loads.answer(3, [5])
  }

  @Test func `renews an item and fills a gap on a call`() async {
    await loadFirstPage()
    pager.replace(Post(id: 2, version: 9))
    #expect(pager[1].item?.version == 9)
    pager.refresh()
    await loads.came(2)
    await loads.answer(1, [-6, -5, -4], after: .more(-4))
    await observer.until { pager.count == 7 }
    guard case .gap(let gap) = pager[3] else {
      Issue.record("no gap")
      return
    }
    pager.fill(gap: gap)
    await loads.came(3)
    await loads.answer(2, [0, 1], after: .more(1))
    await observer.until { pager.count == 7 && pager.state(of: .gap) == .idle }
    #expect(list == [-6, -5, -4, 0, 1, 2, 3])
  }

  @Test func `logs what it does, a line each`() async {
    await loadFirstPage()
    pager.paginate()
    await loads.came(2)
    await loads.fail(1)
    await observer.until { observer.activities.contains { $0.hasPrefix("failed") } }
    let expected = [
      "load #1 refresh start", "changed states", "loaded #1 refresh start items=3",
      "changed replaced(Paging.Edge.leading)", "load #2 append after(3)", "changed states",
      "failed #2 append after(3) error=offline",
    ]
    #expect(Array(observer.activities.prefix(7)) == expected)
  }
}
