import PagingTesting
import Paging
import PagingSimulation

/// A pager over a source, a clock and a random fraction that are all the test's own.
///
/// The loads counts loads from 0 in the order they came, the pager's log from 1.
@MainActor struct PagerRun {
  let source = HandSource()
  let clock = ManualClock()
  let pager: Pager<Post, Int>
  let observer: PagerObserver
  var loads: ManualLoads { source.loads }

  /// A pager for pages of three that has loaded nothing.
  init(
    prefetch: Int = 0, retry: RetryPolicy = .never, loadTimeout: Duration? = nil,
    randomFraction: Double = 0
  ) throws {
    let configuration = try PagerConfiguration(
      pageSize: 3, prefetchDistance: prefetch, keep: 100, retry: retry, loadTimeout: loadTimeout)
    pager = Pager(
      source: source, configuration: configuration, clock: clock, randomFraction: { randomFraction }
    )
    observer = PagerObserver(pager)
  }

  /// A pager that holds the first page, 1 to 3, with more after it.
  static func loaded(
    prefetch: Int = 0, retry: RetryPolicy = .never, loadTimeout: Duration? = nil,
    randomFraction: Double = 0
  ) async throws -> PagerRun {
    let run = try PagerRun(
      prefetch: prefetch, retry: retry, loadTimeout: loadTimeout, randomFraction: randomFraction)
    run.pager.refresh()
    await run.loads.came(1)
    await run.answer(0, [1, 2, 3], after: .more(3))
    return run
  }

  /// What is held, a gap as nil.
  var list: [Int?] { (0..<pager.count).map { pager[$0].item?.id.number } }

  /// Where the source was asked, in order.
  var asked: [PageRequest<Int>.Position] { get async { await loads.requests.map(\.position) } }

  /// How many loads have gone out, also those that the source has not seen yet.
  var started: Int { observer.activities.count { $0.hasPrefix("load ") } }

  /// Answers a load, wanted or not, and waits until the pager has heard it.
  func answer(_ number: Int, _ ids: [Int], after: Continuation<Int> = .end) async {
    let heard = heard("loaded")
    await loads.answer(number, ids, after: after)
    await observer.until { self.heard("loaded") > heard }
  }

  /// Fails a load, wanted or not, and waits until the pager has heard it.
  func fail(_ number: Int, _ error: PagingError = ManualLoads.offline) async {
    let heard = heard("failed")
    await loads.fail(number, error)
    await observer.until { self.heard("failed") > heard }
  }

  private func heard(_ word: String) -> Int {
    observer.activities.count { $0.hasPrefix("\(word) ") }
  }
}
