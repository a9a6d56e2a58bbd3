public import Paging
import Synchronization

/// A source that a test controls: the test provides the answers and decides when they arrive.
///
///     let source = ScriptedSource<Mail, Int>()
///     let pager = Pager(source: source)
///     pager.refresh()
///     await source.isAsked(1)
///     await source.answer(0, Page(items: [first, second], after: .more(2)))
///     await pager.settled()
///
/// Loads are numbered from 0 in the order of their requests.
public struct ScriptedSource<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>:
  PagingSource
where Item.ID: Sendable {
  private let loads = PendingLoads<Item, Cursor>()
  private let words: AsyncStream<Void>
  private let mouth: AsyncStream<Void>.Continuation
  /// The traits that the test gave the source.
  public let traits: PagingTraits

  /// Creates a source whose loads are answered only by the test.
  public init(traits: PagingTraits = .chain) {
    self.traits = traits
    (words, mouth) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  /// Waits for the test's answer, even after a cancellation, because a source may ignore
  /// cancellations.
  ///
  /// - Throws: the error with which the test fails the load.
  public func load(
    _ request: PageRequest<Cursor>
  ) async throws(PagingError) -> Page<Item, Cursor> {
    try await loads.answer(to: request).get()
  }

  /// Returns a stream that sends an element after `speak()`; use it with only one pager.
  public func updates() -> AsyncStream<Void>? { words }

  /// Reports a change of the source's items; calls that the pager has not yet processed count as
  /// one.
  public func speak() { mouth.yield() }

  /// The requests, in order.
  public var requests: [PageRequest<Cursor>] { get async { await loads.requests } }

  /// The number of loads that wait for an answer and were not cancelled.
  var unansweredCount: Int { loads.unanswered.withLock { $0.count } }

  /// Waits until this number of loads have been requested since the source was created, or until
  /// this task or another one that waits for loads is cancelled.
  public func isAsked(_ count: Int) async { await loads.came(count) }

  /// Answers a load; does nothing if the load was answered before or was not requested.
  public func answer(_ number: Int, _ page: Page<Item, Cursor>) async {
    await loads.answer(number, .success(page))
  }

  /// Fails a load; does nothing if the load was answered before or was not requested.
  public func fail(_ number: Int, _ error: PagingError) async {
    await loads.answer(number, .failure(error))
  }
}

/// The loads that wait for an answer from a test.
actor PendingLoads<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>
where Item.ID: Sendable {
  typealias Answer = Result<Page<Item, Cursor>, PagingError>

  private(set) var requests: [PageRequest<Cursor>] = []
  /// The loads that wait for an answer and were not cancelled.
  nonisolated let unanswered = Mutex<Set<Int>>([])
  private var waiting: [Int: CheckedContinuation<Answer, Never>] = [:]
  private var callers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

  func answer(to request: PageRequest<Cursor>) async -> Answer {
    let number = requests.count
    requests.append(request)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiting[number] = continuation
        note(number, isUnanswered: true)
        if Task.isCancelled { note(number, isUnanswered: false) }
        resumeCallers()
      }
    } onCancel: {
      note(number, isUnanswered: false)
    }
  }

  private nonisolated func note(_ number: Int, isUnanswered: Bool) {
    unanswered.withLock { numbers in
      if isUnanswered { numbers.insert(number) } else { numbers.remove(number) }
    }
  }

  func answer(_ number: Int, _ answer: Answer) {
    note(number, isUnanswered: false)
    waiting.removeValue(forKey: number)?.resume(returning: answer)
  }

  /// Waits until this number of loads have been requested, or until a task that waits is cancelled.
  func came(_ count: Int) async {
    guard requests.count < count else { return }
    await withTaskCancellationHandler {
      await withCheckedContinuation { callers.append((count, $0)) }
    } onCancel: {
      Task { await self.resumeCallers(all: true) }
    }
  }

  private func resumeCallers(all: Bool = false) {
    let due = callers.filter { all || $0.count <= requests.count }
    callers.removeAll { all || $0.count <= requests.count }
    for caller in due { caller.continuation.resume() }
  }
}

/// Lets a test wait until a list has loaded all that it can.
extension Pager {
  /// Waits until no load is running, or until all running loads wait for the test to answer them
  /// through the pager's `ScriptedSource`.
  ///
  /// A load that waits for a point in time does not count as running, because the test must advance
  /// the clock.
  ///
  /// - Parameter limit: the time after which the method gives up, for example if the source wraps a
  ///   `ScriptedSource`; it is measured by the continuous clock, whatever clock the pager has.
  /// - Returns: whether no load is running.
  @discardableResult
  public func settled(within limit: Duration = .seconds(10)) async -> Bool {
    let deadline = ContinuousClock.now + limit
    while isLoading, !Task.isCancelled, .now < deadline {
      let out = LoadReason.allCases.count { state(of: $0) == .loading }
      if let script = source as? ScriptedSource<Item, Cursor>, script.unansweredCount >= out {
        break
      }
      await Task.yield()
    }
    return !isLoading
  }
}
