import Paging
import PagingSimulation
import PagingTesting

/// A pager with a source, a clock and a random fraction that the test controls.
///
/// The loads are numbered from 0 in the order of their arrival, but from 1 in the pager's log.
@MainActor struct PagerRun {
  let source = HandSource()
  let clock = ManualClock()
  let pager: Pager<Post, Int>
  let observer: PagerObserver
  var loads: ManualLoads { source.loads }

  /// Creates a pager with a page size of three that has loaded nothing.
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

  /// The held items, with nil for a gap.
  var list: [Int?] { (0..<pager.count).map { pager[$0].item?.id.number } }

  /// The positions of the requests to the source, in order.
  var asked: [PageRequest<Int>.Position] { get async { await loads.requests.map(\.position) } }

  /// The number of loads that were started, including those that have not reached the source yet.
  var started: Int { observer.activities.count { $0.hasPrefix("load ") } }

  /// Answers a load, even a cancelled one, and waits until the pager has received the answer.
  func answer(_ number: Int, _ ids: [Int], after: Continuation<Int> = .end) async {
    let heard = heard("loaded")
    await loads.answer(number, ids, after: after)
    await observer.until { self.heard("loaded") > heard }
  }

  /// Makes a load fail, even a cancelled one, and waits until the pager has received the error.
  func fail(_ number: Int, _ error: PagingError = ManualLoads.offline) async {
    let heard = heard("failed")
    await loads.fail(number, error)
    await observer.until { self.heard("failed") > heard }
  }

  private func heard(_ word: String) -> Int {
    observer.activities.count { $0.hasPrefix("\(word) ") }
  }
}

/// A source that answers when a test tells it to.
struct HandSource: PagingSource {
  let loads = ManualLoads()

  func load(
    _ request: PageRequest<Int>
  ) async throws(PagingError) -> Page<Post, Int> {
    try await loads.answer(to: request).get()
  }
}

/// The loads that wait until a test answers them, by their numbers in the order of arrival.
actor ManualLoads {
  typealias Answer = Result<Page<Post, Int>, PagingError>

  static let offline = PagingError("offline", isRetryable: true)

  /// The requests, in order.
  private(set) var requests: [PageRequest<Int>] = []
  /// The numbers of the loads whose tasks were cancelled.
  private(set) var cancelled: Set<Int> = []
  private var waiting: [Int: CheckedContinuation<Answer, Never>] = [:]

  /// Waits for an answer, even after a cancellation, which a source may ignore.
  func answer(to request: PageRequest<Int>) async -> Answer {
    let number = requests.count
    requests.append(request)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiting[number] = continuation
      }
    } onCancel: {
      Task { await self.noteCancel(of: number) }
    }
  }

  /// Answers a load with posts, each of which has its number as its cursor.
  func answer(
    _ number: Int, _ ids: [Int], before: Continuation<Int> = .end, after: Continuation<Int> = .end,
    pause: Duration? = nil
  ) {
    var page = Page(items: ids.map { Post(id: $0) }, before: before, after: after, pause: pause)
    page.itemCursors = ids
    waiting.removeValue(forKey: number)?.resume(returning: .success(page))
  }

  /// Makes a load fail.
  func fail(_ number: Int, _ error: PagingError = offline) {
    waiting.removeValue(forKey: number)?.resume(returning: .failure(error))
  }

  /// Waits until this many loads have arrived.
  func came(_ count: Int) async {
    while requests.count < count, !Task.isCancelled { await Task.yield() }
  }

  /// Waits until a load's task has been cancelled.
  func wasCancelled(_ number: Int) async {
    while !cancelled.contains(number), !Task.isCancelled { await Task.yield() }
  }

  private func noteCancel(of number: Int) { cancelled.insert(number) }
}

/// An observer that records the updates of a pager, and lets a test wait for them.
@MainActor final class PagerObserver {
  private(set) var changes: [PagerChange] = []
  private(set) var activities: [String] = []
  /// An additional action on a change.
  var onChange: ((PagerChange) -> Void)?
  /// An additional action on a line of the log.
  var onActivity: ((String) -> Void)?

  private var observation: PagerObservation?

  init<Item, Cursor>(_ pager: Pager<Item, Cursor>) {
    observation = pager.observe { [weak self] update in
      for change in update.changes {
        self?.changes.append(change)
        self?.onChange?(change)
      }
    }
    pager.onActivity = { [weak self] activity in
      self?.activities.append("\(activity)")
      self?.onActivity?("\(activity)")
    }
  }

  /// Waits until a condition is true, or until the time limit of the test.
  func until(_ holds: () -> Bool) async {
    while !holds(), !Task.isCancelled { await Task.yield() }
  }
}

extension MachineRun {
  /// Answers the oldest load with a given page, like a source that gives each item its number as a
  /// cursor.
  mutating func answer(
    keyed ids: [Int], before: Continuation<Int> = .end, after: Continuation<Int>
  ) {
    var page = Page(items: ids.map { Post(id: $0) }, before: before, after: after)
    page.itemCursors = ids
    answer(with: page)
  }

  /// The versions of the items held, in order.
  var versions: [Int] { (0..<machine.count).compactMap { machine[$0].item?.version } }
}
