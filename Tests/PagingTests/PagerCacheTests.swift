import Paging
import PagingSimulation
import Testing

/// A source that answers without waiting, as a cache does.
@MainActor @Suite(.timeLimit(.minutes(5))) struct `A pager over a cache` {
  /// Pages of three up to a number.
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
