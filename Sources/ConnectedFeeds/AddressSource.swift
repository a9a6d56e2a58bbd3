import Answers
import Dispatch
import EventLoop
import HTTPSources
import Paging
import Synchronization

/// The pages of an address, whose first answer may still be awaited.
final class AddressSource: PagingSource {
  typealias FirstAnswer = PendingValue<Result<HTTPSource.Opened, HTTPError>>

  /// The source that asks again, where the first answer was none.
  typealias Again = @Sendable () throws(HTTPError) -> HTTPSource

  private let found: Mutex<HTTPSource?>
  private let first: (answer: FirstAnswer, mayRetry: Bool, again: Again)?

  /// A source that is known.
  init(_ source: HTTPSource) {
    found = Mutex(source)
    first = nil
  }

  /// A source that comes with its first answer.
  ///
  /// - Parameter mayRetry: whether it may be asked again by itself, which a POST may not.
  init(awaiting first: FirstAnswer, mayRetry: Bool, again: @escaping Again) {
    found = Mutex(nil)
    self.first = (first, mayRetry, again)
  }

  private var source: HTTPSource? { found.withLock { $0 } }

  /// Before the first answer it is a chain, as sources are whose pages name each other.
  var traits: PagingTraits { source?.traits ?? .chain }
  var explanation: String? { source?.explanation }
  var rows: AnswerRows? { source?.rows }
  var advice: String? { source?.advice }
  var strangers: [String] { source?.strangers ?? [] }

  func page(of item: AnswerItemID) -> AskedPage? { source?.page(of: item) }

  func load(
    _ request: PageRequest<PageCursor>
  ) async throws(PagingError) -> Page<AnswerItem, PageCursor> {
    try await awaitedSource().load(request)
  }

  func cachedPage(for request: PageRequest<PageCursor>) -> Page<AnswerItem, PageCursor>? {
    source?.cachedPage(for: request)
  }

  private func awaitedSource() async throws(PagingError) -> HTTPSource {
    if let source { return source }
    guard let first else { throw PagingError("nothing was asked", isRetryable: false) }
    do throws(HTTPError) {
      let source = try await first.answer.value.get().source()
      found.withLock { $0 = source }
      return source
    } catch {
      // What has failed once would fail for ever.
      if let source = try? first.again() { found.withLock { $0 = source } }
      throw PagingError(error.description, isRetryable: error.isPassing && first.mayRetry)
    }
  }
}

/// A value that a separate thread computes.
struct PendingValue<Value: Sendable>: Sendable {
  private let task: Task<Value, Never>
  private let arrived = DispatchSemaphore(value: 0)
  private let come: Come

  private final class Come: Sendable {
    let value: Mutex<Value?> = Mutex(nil)
  }

  init(_ body: @escaping @Sendable () async -> Value) {
    let (come, arrived) = (Come(), arrived)
    self.come = come
    // Not the shared executor, because that may be waiting here.
    task = Task(executorPreference: BackgroundExecutor()) {
      let value = await body()
      come.value.withLock { $0 = value }
      arrived.signal()
      return value
    }
  }

  /// The value, which a task waits for.
  var value: Value { get async { await task.value } }

  /// The value, which the thread waits for; nil where it has not come within a time.
  func value(within time: Duration?) -> Value? {
    let deadline = time.map { DispatchTime.now() + .milliseconds(Int($0 / .milliseconds(1))) }
    _ = arrived.wait(timeout: deadline ?? .distantFuture)
    return come.value.withLock { $0 }
  }
}
