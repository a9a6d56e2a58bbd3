import Answers
import Feeds
import HTTPSources
import Paging
import Synchronization
import Viewers

/// The pages of an address, whose first answer may not have arrived yet.
final class AddressSource: PagingSource {
  private let state: Mutex<State>

  private struct State {
    /// The source, once it is known that the answer is a list.
    var source: HTTPSource?
    /// The first answer; nil if the kind of the source was known from the start.
    var first: FirstAnswer?
    /// Whether the first request failed; the next load then sends another one.
    var hasFailed = false
    /// The feed to show instead of a list.
    var other: (any Feed)?
    var show: (@MainActor @Sendable (any Feed) -> Void)?
  }

  /// Creates a source whose kind is known.
  init(_ source: HTTPSource) { state = Mutex(State(source: source)) }

  /// Creates a source that waits for its first answer.
  init(awaiting first: FirstAnswer) { state = Mutex(State(first: first)) }

  private var source: HTTPSource? { state.withLock(\.source) }

  /// The abilities of the source; before the first answer they are those of a chain, that is, of
  /// pages that link to each other.
  var traits: PagingTraits {
    if let source { return source.traits }
    var traits = PagingTraits.chain
    traits.mayUndercount = true
    return traits
  }
  var explanation: String? { source?.explanation }
  var rows: AnswerRows? { source?.rows }
  var template: RequestTemplate? { source?.template }
  var advice: String? { source?.advice }
  var missesItems: Bool { source?.missesItems ?? false }
  var strangers: [String] { source?.strangers ?? [] }

  func page(of item: AnswerItemID) -> AskedPage? { source?.page(of: item) }

  func load(
    _ request: PageRequest<PageCursor>
  ) async throws(PagingError) -> Page<AnswerItem, PageCursor> {
    if let source { return try await source.load(request) }
    guard let first = awaited() else {
      throw PagingError("nothing was requested", isRetryable: false)
    }
    switch try await found(by: first) {
    case .list(let source): return try await source.load(request)
    case .other(let feed):
      await show(feed)
      return Page(items: [], after: .end)
    }
  }

  func cachedPage(for request: PageRequest<PageCursor>) -> Page<AnswerItem, PageCursor>? {
    source?.cachedPage(for: request)
  }

  /// Closes the feed that was found instead of a list, unless a screen shows it.
  func close() {
    state.withLock { state in
      defer { state.other = nil }
      return state.other
    }?.close()
  }

  // MARK: The first answer

  /// The first answer, which is requested again if the request has failed.
  private func awaited() -> FirstAnswer? {
    state.withLock { state in
      if state.hasFailed { (state.first, state.hasFailed) = (state.first?.again(), false) }
      return state.first
    }
  }

  private func found(by first: FirstAnswer) async throws(PagingError) -> FirstAnswer.Found {
    do throws(Failure) {
      let found = try await first.value()
      if case .list(let source) = found { state.withLock { $0.source = source } }
      return found
    } catch {
      state.withLock { $0.hasFailed = true }
      throw PagingError(error.text, isRetryable: error.isPassing && first.mayRetry)
    }
  }

  private func show(_ feed: any Feed) async {
    let show = state.withLock { state in
      state.other = feed
      // A load that was cancelled may still get here.
      return Task.isCancelled ? nil : state.show
    }
    guard let show else { return }
    state.withLock { $0.other = nil }
    await show(feed)
  }
}

/// The screen that waits for the answer is replaced unless the answer is a list.
extension AddressSource: AwaitedFeed {
  var isAwaited: Bool { state.withLock { $0.source == nil && $0.first != nil } }

  func onOther(_ show: @escaping @MainActor @Sendable (any Feed) -> Void) {
    state.withLock { $0.show = show }
  }
}
