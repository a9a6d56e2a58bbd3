import Paging
import PagingSimulation
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct `A pager's life` {
  @Test func `P40, K11, O4: may end while a load is out, which is cancelled`() async {
    let source = HandSource()
    var pager: Pager? = Pager(source: source)
    weak let released = pager
    pager?.refresh()
    await source.loads.came(1)
    pager = nil
    #expect(released == nil)
    await source.loads.wasCancelled(0)
    await source.loads.answer(0, [1, 2, 3])
  }

  @Test func `may end before its load has begun, which then never reaches the source`() async {
    let source = HandSource()
    var pager: Pager? = Pager(source: source)
    pager?.refresh()
    pager = nil
    // Another pager's load comes after anything that the first pager left behind.
    let other = Pager(source: source)
    other.refresh()
    await source.loads.came(1)
    #expect(await source.loads.requests.count == 1)
    await source.loads.fail(0)
  }

  @Test func `loads off the main actor and tells on it`() async {
    let source = IsolationSource()
    let pager = Pager(source: source)
    let observer = PagerObserver(pager)
    let observation = pager.observe { _ in MainActor.assertIsolated() }
    defer { withExtendedLifetime(observation) {} }
    pager.refresh()
    await observer.until { pager.hasLoaded }
    #expect(pager[0].item?.version == 0)
  }

  @Test func `enters a source at its end where it says that it can be`() async throws {
    let source = IsolationSource()
    let pager = Pager(source: source)
    let observer = PagerObserver(pager)
    pager.refresh()
    await observer.until { pager.hasLoaded }
    pager.jump(to: .end)
    await observer.until { observer.changes.contains(.replaced(.trailing)) }
    #expect(pager[0].item?.id == 9)
    pager.paginate(.leading)
    #expect(!pager.isLoading)
  }
}

/// A source that can be opened at its end, and whose item tells whether `load` runs on the main
/// actor.
private struct IsolationSource: PagingSource {
  var traits: PagingTraits { PagingTraits(opensAtEnd: true) }

  func load(
    _ request: PageRequest<Int>
  ) async throws(PagingError) -> Page<Post, Int> {
    let isOnMain = #isolation === MainActor.shared
    let id = request.position == .end ? 9 : 1
    return Page(items: [Post(id: id, version: isOnMain ? 1 : 0)], after: id == 9 ? .end : .more(id))
  }
}
