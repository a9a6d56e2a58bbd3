import Answers
import Paging
import Synchronization

/// How the pages of an address are got; it may be known with the first answer only.
final class HTTPWay: Sendable {
  /// A way, whole.
  struct Known: Sendable {
    let template: RequestTemplate
    let pages: HTTPPages
    let answers: PagedAnswers
    /// What the first answer has shown; nil where a placeholder says how pages are found.
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
    /// Whether the first answer that succeeds decides.
    var isOpen: Bool
  }

  private let state: Mutex<State>
  private let options: HTTPSourceOptions
  private let exchange: HTTPExchange

  /// - Parameter isOpen: whether the first answer that succeeds says how pages are found.
  init(
    _ known: Known, _ options: HTTPSourceOptions, _ exchange: HTTPExchange, isOpen: Bool = false
  ) {
    (self.options, self.exchange) = (options, exchange)
    state = Mutex(State(known: known, isOpen: isOpen))
  }

  var known: Known { state.withLock(\.known) }

  /// The way by which a request is answered; the first page is asked for where it is not known.
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
