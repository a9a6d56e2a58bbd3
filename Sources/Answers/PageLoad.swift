import Paging
import Synchronization

/// One load, which passes its parameters to each request, and collects the information that answers
/// give in addition to their items.
///
/// A paging adapter makes the requests of a load, but passes on neither the parameters nor this
/// information.
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

  /// Creates a request of the load.
  ///
  /// - Parameter isFirst: whether the request is for the first page, the only page with a
  ///   validator.
  func fetch(_ address: PageAddress, _ limit: Int, isFirst: Bool) -> PageFetch {
    PageFetch(
      address, limit: limit, validator: isFirst ? validator : nil, isUrgent: isUrgent)
  }

  /// Collects the information that came with a page; the longest pause is used.
  func note(_ page: FetchedPage, isFirst: Bool) {
    state.withLock { state in
      state.pause = [state.pause, page.pause].compactMap { $0 }.max()
      if isFirst { (state.validator, state.isUnchanged) = (page.validator, page.isUnchanged) }
    }
  }

  /// Returns the page that the adapter has made, with the collected information added.
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

  /// The page that reports that the first page is unchanged; nil if the service did not report
  /// this.
  var unchanged: Page<AnswerItem, PageCursor>? {
    guard state.withLock(\.isUnchanged) else { return nil }
    return completed(.unchanged, at: .start)
  }
}

extension PagingError {
  /// The error that ends a load whose page has not changed; it is caught and never shown.
  static let unchanged = PagingError("the page is unchanged", isRetryable: false)
}
