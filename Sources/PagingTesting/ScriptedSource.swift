public import Paging
import Synchronization

/// A source that answers when a test says so, and what it says.
///
///     let source = ScriptedSource<Mail, Int>()
///     let pager = Pager(source: source)
///     pager.refresh()
///     await source.isAsked(1)
///     await source.answer(0, Page(items: [first, second], after: .more(2)))
///     await pager.settled()
///
/// Loads are numbered from 0 in the order they came.
public struct ScriptedSource<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>:
  PagingSource
where Item.ID: Sendable {
  private let loads = PendingLoads<Item, Cursor>()
  private let words: AsyncStream<Void>
  private let mouth: AsyncStream<Void>.Continuation
  /// What it says that it can do.
  public let traits: PagingTraits

  /// Creates a source that answers nothing by itself.
  public init(traits: PagingTraits = .chain) {
    self.traits = traits
    (words, mouth) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  /// Waits for the test's answer, also after a cancel: a source may be deaf to it.
  ///
  /// - Throws: what the test fails the load with.
  public func load(
    _ request: PageRequest<Cursor>
  ) async throws(PagingError) -> Page<Item, Cursor> {
    try await loads.answer(to: request).get()
  }

  /// Speaks when `speak()` does; for one pager.
  public func updates() -> AsyncStream<Void>? { words }

  /// Says that there is something else than what was loaded; calls that were not heard yet count as one.
  public func speak() { mouth.yield() }

  /// What was asked, in order.
  public var requests: [PageRequest<Cursor>] { get async { await loads.requests } }

  /// How many loads wait for an answer that they still want.
  var unansweredCount: Int { loads.unanswered.withLock { $0.count } }

  /// Returns when this many loads have come since the source was made, or the task is cancelled.
  public func isAsked(_ count: Int) async { await loads.came(count) }

  /// Answers a load; one that was answered before, or has not come, is ignored.
  public func answer(_ number: Int, _ page: Page<Item, Cursor>) async {
    await loads.answer(number, .success(page))
  }

  /// Fails a load; one that was answered before, or has not come, is ignored.
  public func fail(_ number: Int, _ error: PagingError) async {
    await loads.answer(number, .failure(error))
  }
}

/// Where loads wait until a test answers them.
actor PendingLoads<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>
where Item.ID: Sendable {
  typealias Answer = Result<Page<Item, Cursor>, PagingError>

  private(set) var requests: [PageRequest<Cursor>] = []
  /// The loads that wait for an answer that they still want.
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

  /// Returns when this many loads have come, or the task is cancelled.
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

/// A wait for a test: until a list has all that it can get.
extension Pager {
  /// Returns when no load is out any more, or when all that are out wait for the test: those that a `ScriptedSource`
  /// of the pager's has to answer.
  ///
  /// A load that waits for a time counts as none: what a clock brings is for the test to let pass.
  ///
  /// - Parameter limit: after how long it gives up, as where a source over a `ScriptedSource` waits; by the continuous
  ///   clock, whatever the pager's is.
  /// - Returns: whether no load is out.
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
