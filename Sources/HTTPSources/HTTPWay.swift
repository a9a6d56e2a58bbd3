import Answers
import Paging
import Synchronization

/// The way to load the pages of an address, which may be known only after the first answer.
final class HTTPWay: Sendable {
  /// A template, and the objects that load its pages.
  struct Known: Sendable {
    let template: RequestTemplate
    let pages: HTTPPages
    let answers: PagedAnswers
    /// The paging that the first answer has shown; nil if a placeholder determines it, or if it is
    /// not known yet.
    let found: FoundPaging?

    init(
      _ template: RequestTemplate, _ options: HTTPSourceOptions, _ exchange: HTTPExchange,
      first: HTTPPages.First?, found: FoundPaging? = nil
    ) {
      (self.template, self.found) = (template, found)
      var options = options
      options.answers.isReversed = template.asksForLastItems
      let pages = HTTPPages(template, exchange, options, first: first)
      self.pages = pages
      answers = PagedAnswers(template.style, options.answers) { fetch throws(PagingError) in
        try await pages.page(fetch)
      }
    }
  }

  private struct State {
    var known: Known
    /// Whether the first successful answer determines the paging.
    var isOpen: Bool
  }

  private let state: Mutex<State>
  private let options: HTTPSourceOptions
  private let exchange: HTTPExchange

  /// Starts with a way to load pages, which the first successful answer may replace.
  ///
  /// - Parameter isOpen: whether the first successful answer determines the paging.
  init(
    _ known: Known, _ options: HTTPSourceOptions, _ exchange: HTTPExchange, isOpen: Bool = false
  ) {
    (self.options, self.exchange) = (options, exchange)
    state = Mutex(State(known: known, isOpen: isOpen))
  }

  var known: Known { state.withLock(\.known) }

  /// Returns the way to load the pages for a request; if the way is not known yet and the request
  /// is for the start, the first page is requested to determine it.
  func known(
    for request: PageRequest<PageCursor>
  ) async throws(PagingError) -> Known {
    let known = known
    guard case .start = request.position, state.withLock(\.isOpen) else { return known }
    let fetch = PageFetch(
      .cursor(nil), limit: request.count, isUrgent: request.overrulesWait)
    let answer = try await known.pages.firstAnswer(fetch)
    let found = FoundPaging(known.template, answer, options)
    guard found.isDecided else {
      known.pages.hold(answer)
      return known
    }
    let next = Known(
      found.template, found.options, exchange, first: .success(answer), found: found)
    state.withLock { $0 = State(known: next, isOpen: false) }
    return next
  }
}
