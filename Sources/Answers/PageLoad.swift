import Paging
import Synchronization

/// One load: what its requests are told, and what their answers say beside their items.
///
/// An adapter makes several requests of a load, and hands on neither.
final class PageLoad: Sendable {
  private let validator: String?
  private let isUrgent: Bool
  private let state = Mutex(State())

  private struct State {
    var pause: Duration?
    var validator: String?
    var isUnchanged = false
  }

  init(_ request: PageRequest<PageCursor>) {
    (validator, isUrgent) = (request.validator, request.overrulesWait)
  }

  /// What is asked for by one of its requests.
  ///
  /// - Parameter isFirst: whether that is the first page, which alone has a validator.
  func fetch(_ address: PageAddress, _ limit: Int, isFirst: Bool) -> PageFetch {
    PageFetch(
      address, limit: limit, validator: isFirst ? validator : nil, isUrgent: isUrgent)
  }

  /// Takes note of what was said beside a page; the longest pause counts.
  func note(_ page: FetchedPage, isFirst: Bool) {
    state.withLock { state in
      state.pause = [state.pause, page.pause].compactMap { $0 }.max()
      if isFirst { (state.validator, state.isUnchanged) = (page.validator, page.isUnchanged) }
    }
  }

  /// The page that an adapter has made, with what was said beside it.
  func completed(
    _ page: Page<AnswerItem, PageCursor>, at position: PageRequest<PageCursor>.Position
  ) -> Page<AnswerItem, PageCursor> {
    var page = page
    state.withLock { state in
      page.pause = state.pause
      if position == .start { page.validator = state.validator }
    }
    return page
  }

  /// The answer that the first page is as it was; nil where that was not said.
  var unchanged: Page<AnswerItem, PageCursor>? {
    guard state.withLock(\.isUnchanged) else { return nil }
    return completed(.unchanged, at: .start)
  }
}

extension PagingError {
  /// What ends a load whose page has not changed; readers never see it.
  static let unchanged = PagingError("the page is as it was", isRetryable: false)
}
