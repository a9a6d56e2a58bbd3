import Paging
import PagingSimulation
import Testing

/// Pages that are available immediately, so that a reader with an empty screen need not wait for
/// another thread.
@MainActor @Suite(.timeLimit(.minutes(5))) struct `A page at hand` {
  private let pager: Pager<Post, Int>

  init() throws {
    let configuration = try PagerConfiguration(
      pageSize: 3, prefetchDistance: 0, keep: 100, retry: .never)
    pager = Pager(source: NearSource(), configuration: configuration)
  }

  private var list: [Int?] { (0..<pager.count).map { pager[$0].item?.id.number } }

  @Test func `is the list before the call that asks for it returns`() {
    let observer = PagerObserver(pager)
    pager.refresh()
    #expect(list == [0, 1, 2])
    #expect(observer.changes.last == .replaced(.leading))
    #expect(!pager.isLoading)
  }

  @Test func `comes after the update that says it is loading, each told of the list as it is then`()
  {
    var told: [LoadState] = []
    let observation = pager.observe { [pager] update in
      #expect(update.difference.count == pager.count)
      told.append(pager.state(of: .refresh))
    }
    pager.refresh()
    pager.jump(to: .after(10))
    #expect(told == [.loading, .idle, .loading, .idle])
    withExtendedLifetime(observation) {}
  }

  @Test func `is still told of in order where an observer jumps on`() {
    var counts: [Int] = []
    let observation = pager.observe { [pager] update in
      #expect(update.difference.count == pager.count)
      counts.append(update.difference.count)
      if counts.count == 1 { pager.jump(to: .after(10)) }
    }
    pager.refresh()
    #expect(list == [11, 12, 13])
    #expect(counts.last == 3)
    withExtendedLifetime(observation) {}
  }

  @Test func `is there at once after a jump`() {
    pager.refresh()
    pager.jump(to: .after(10))
    #expect(list == [11, 12, 13])
  }

  @Test func `is not asked for ahead, which would make a chain of them`() async {
    pager.refresh()
    pager.viewportChanged(0..<3)
    #expect(list == [0, 1, 2])
    #expect(pager.state(of: .append) == .loading)
    let observer = PagerObserver(pager)
    await observer.until { pager.count == 6 }
    #expect(list == [0, 1, 2, 3, 4, 5])
  }

  @Test func `is at hand behind a filter, too`() throws {
    let pager = Pager(
      source: NearSource().filter { $0.id.number != 1 },
      configuration: try PagerConfiguration(pageSize: 3, prefetchDistance: 0, keep: 100))
    pager.refresh()
    #expect(pager.snapshot.compactMap { $0.item?.id.number } == [0, 2])
  }

  @Test func `that is not there is loaded`() async {
    pager.refresh()
    let observer = PagerObserver(pager)
    pager.jump(to: .after(1_000))
    #expect(list == [0, 1, 2])
    await observer.until { list == [1_001, 1_002, 1_003] }
  }
}

/// A source of numbers, the first thousand of which are available immediately.
private struct NearSource: PagingSource {
  typealias Item = Post
  typealias Cursor = Int

  func load(_ request: PageRequest<Int>) async throws(PagingError) -> Page<Post, Int> {
    page(request)
  }

  func cachedPage(for request: PageRequest<Int>) -> Page<Post, Int>? {
    first(of: request) < 1_000 ? page(request) : nil
  }

  private func first(of request: PageRequest<Int>) -> Int {
    if case .after(let last) = request.position { last + 1 } else { 0 }
  }

  private func page(_ request: PageRequest<Int>) -> Page<Post, Int> {
    let numbers = first(of: request)..<first(of: request) + request.count
    return Page(
      items: numbers.map { Post(id: $0) }, before: .end,
      after: .more(numbers.upperBound - 1))
  }
}

/// A source that answers without waiting, like a cache.
@MainActor @Suite(.timeLimit(.minutes(5))) struct `A pager over a cache` {
  /// A source of posts up to a given number, in pages of three.
  private struct Cache: PagingSource {
    let last: Int

    func load(_ request: PageRequest<Int>) async throws(PagingError) -> Page<Post, Int> {
      var start = 0
      if case .after(let cursor) = request.position { start = cursor }
      let end = start + 3
      return Page(
        items: (start..<end).map { Post(id: $0 + 1) }, after: end < last ? .more(end) : .end)
    }
  }

  @Test func `P34, K14: loads one page for three rows drawn of the last item`() async {
    let pager = Pager(source: Cache(last: 90))
    let observer = PagerObserver(pager)
    pager.refresh()
    await observer.until { pager.hasLoaded }
    for _ in 0..<3 { pager.paginate() }
    await observer.until { pager.count > 3 }
    #expect(pager.count == 6)
    #expect(!pager.isLoading)
    #expect(observer.activities.count { $0.hasPrefix("load ") } == 2)
  }

  @Test func `O3: gives each page once to a chain of calls, of any length`() async {
    let pager = Pager(source: Cache(last: 3_000))
    let observer = PagerObserver(pager)
    observer.onChange = { [weak pager] change in if change != .states { pager?.paginate() } }
    pager.refresh()
    await observer.until { pager.state(of: .append) == .end && pager.count > 3 }
    #expect((0..<pager.count).map { pager[$0].item?.id.number } == Array(1...3_000))
  }
}
