import Answers
import Bytes
import Paging
import Records
import Synchronization

/// A client that requests the pages of an address.
final class HTTPPages: Sendable {
  /// The result of a request for the first page that was sent in advance.
  typealias First = Result<HTTPAnswer, HTTPError>

  /// A request for the first page that was sent in advance, and whose answer has not been used yet.
  private struct Begun {
    let limit: Int
    let task: Task<First, Never>
  }

  private let template: RequestTemplate
  private let options: HTTPSourceOptions
  private let exchange: HTTPExchange
  /// The gate that limits the number of simultaneous requests; after a sign of a rate limit, it
  /// admits only one.
  private let gate: RequestGate
  private let state: Mutex<State>

  private struct State {
    /// The first page, or the error of its request, if it was requested in advance; it is used only
    /// once.
    var first: First?
    var begun: Begun?
    /// Whether the service has answered at least once.
    var hasAnswered = false
  }

  init(
    _ template: RequestTemplate, _ exchange: HTTPExchange, _ options: HTTPSourceOptions,
    first: First?
  ) {
    (self.template, self.exchange, self.options) = (template, exchange, options)
    state = Mutex(State(first: first, hasAnswered: (try? first?.get()) != nil))
    let isNumbered = template.style == .page || template.style == .offset
    gate = RequestGate(isNumbered ? options.answers.pagesAtOnce : 1)
  }

  /// Other services to which requests were sent without credentials.
  var strangers: [String] { exchange.strangers }

  /// Requests a page.
  ///
  /// - Throws: an error if the page cannot be loaded.
  func page(_ fetch: PageFetch) async throws(PagingError) -> FetchedPage {
    let answer: HTTPAnswer
    do throws(HTTPError) {
      answer = try await self.answer(to: fetch)
    } catch {
      throw failure(error)
    }
    state.withLock { $0.hasAnswered = true }
    let rates = exchange.limits.rates(answer.head)
    noteLimits(rates, status: answer.head.status)
    return try page(of: answer, rates, to: fetch)
  }

  /// Requests the first page and returns the raw answer.
  ///
  /// - Throws: an error if the page cannot be loaded.
  func firstAnswer(_ fetch: PageFetch) async throws(PagingError) -> HTTPAnswer {
    do throws(HTTPError) {
      return try await answer(to: fetch)
    } catch {
      throw failure(error)
    }
  }

  /// Keeps an answer for the next load of the first page.
  func hold(_ answer: HTTPAnswer) { state.withLock { $0.first = .success(answer) } }

  private func answer(to fetch: PageFetch) async throws(HTTPError) -> HTTPAnswer {
    if isFirst(fetch), let first = await takeFirst(fetch.limit) { return try first.get() }
    guard await gate.enter() else { throw .cancelled }
    defer { gate.leave() }
    var request = try request(for: fetch.address, fetch.limit)
    if !template.isPost, let known = fetch.validator {
      request.headers += HTTPValidator(text: known).fields(besides: request)
    }
    return try await exchange.answer(to: request, isUrgent: fetch.isUrgent)
  }

  private func isFirst(_ fetch: PageFetch) -> Bool {
    fetch.address.isFirst(from: options.answers.firstPage)
  }

  /// Fills in the template for a page.
  ///
  /// - Throws: an error if a value from an answer cannot be sent in a request, which is a fault of
  ///   the service.
  private func request(for address: PageAddress, _ limit: Int) throws(HTTPError) -> HTTPRequest {
    do throws(HTTPError) {
      return try template.request(for: address, limit: limit)
    } catch {
      throw .failed(error.description)
    }
  }

  /// Requests the first page in advance.
  func begin(_ limit: Int, on executor: (any TaskExecutor)?) {
    let address: PageAddress =
      switch template.style {
      case .page: .page(options.answers.firstPage)
      case .offset: .offset(0)
      case .cursor, .link: .cursor(nil)
      case .last: .last(nil)
      }
    let task = Task(executorPreference: executor) { [self] () -> First in
      do throws(HTTPError) {
        return .success(try await exchange.answer(to: request(for: address, limit)))
      } catch {
        return .failure(error)
      }
    }
    state.withLock { $0.begun = Begun(limit: limit, task: task) }
  }

  /// Waits for the first page if it was requested in advance, and returns it; nil for later calls,
  /// or if the page was requested with another limit.
  private func takeFirst(_ limit: Int) async -> First? {
    let (first, begun) = state.withLock { state in
      defer { (state.first, state.begun) = (nil, nil) }
      return (state.first, state.begun)
    }
    guard let begun, first == nil else { return first }
    guard begun.limit == limit else {
      begun.task.cancel()
      return nil
    }
    return await withTaskCancellationHandler {
      await begun.task.value
    } onCancel: {
      begun.task.cancel()
    }
  }

  /// Allows only one request at a time if the service has asked for a pause or allows few further
  /// requests.
  private func noteLimits(_ rates: RateLimits, status: Int) {
    let hasFew = rates.remaining.map { $0 < 40 } ?? false
    if status == 429 || rates.isAsked || hasFew { gate.limit(to: 1) }
  }

  // MARK: Answers

  private func page(
    of answer: HTTPAnswer, _ rates: RateLimits, to fetch: PageFetch
  ) throws(PagingError) -> FetchedPage {
    var page = FetchedPage(answer.body)
    page.pause = exchange.limits.left(of: answer.head.url)
    if answer.head.status == 304, fetch.validator != nil, !template.isPost {
      page.isUnchanged = true
      return page
    }
    guard (200..<300).contains(answer.head.status) else {
      (page.bytes, page.missing) = ([], try missing(answer, rates, fetch))
      page.endsOnlyBehindTotal = ![404, 416].contains(answer.head.status)
      return page
    }
    try checkData(answer, rates)
    if isFirst(fetch), !template.isPost { page.validator = HTTPValidator(answer.head)?.text }
    (page.isCSV, page.isJSON) = (answer.head.type == "text/csv", answer.head.isJSON)
    (page.address, page.total, page.charset) = (
      answer.head.url, answer.head.total, answer.head.charset
    )
    let header = LinkHeader(answer.head.values(of: "Link"))
    let previous = header.target("prev") ?? header.target("previous")
    if let field = template.ways.tokenHeader {
      page.cursor = .some(
        answer.head.value(of: field).flatMap { $0.isEmpty ? nil : AnswerCursor(text: $0) })
    }
    if header.target("next") != nil || previous != nil {
      page.links = PageLinks(next: header.target("next"), previous: previous)
    }
    return page
  }

  /// The error for a page that the service does not have; the list may end before this page.
  ///
  /// - Throws: the failure instead, if the status means anything else, or if the page should exist
  ///   because it is the first one or an earlier answer has named it.
  private func missing(
    _ answer: HTTPAnswer, _ rates: RateLimits, _ fetch: PageFetch
  ) throws(PagingError) -> PagingError {
    let error = failure(of: answer, rates, at: fetch.address)
    guard !isFirst(fetch), fetch.address.mayBeBehindEnd(by: answer.head.status) else { throw error }
    return error
  }

  /// Checks that a successful answer has data.
  ///
  /// - Throws: an error if the answer is not ready yet or is a web page.
  private func checkData(_ answer: HTTPAnswer, _ rates: RateLimits) throws(PagingError) {
    if answer.head.isNotReady, !template.isPost {
      throw PagingError(
        "202 Accepted: the response is not ready yet", isRetryable: true, retryAfter: rates.wait)
    }
    if answer.isWebPage {
      throw PagingError(HTTPText.noDataWords, isRetryable: false)
    }
  }

  /// The error for an unsuccessful answer.
  private func failure(
    of answer: HTTPAnswer, _ rates: RateLimits, at address: PageAddress
  ) -> PagingError {
    if address.expires(by: answer.head.status) {
      return PagingError(
        answer.failureWords + "; the cursor has expired", isRetryable: false,
        hasExpired: true)
    }
    // GitHub responds with 403 when a limit is exceeded.
    let isLimited =
      answer.head.status == 403
      && (rates.isAsked || rates.isUsedUp || answer.isSecondaryLimit)
    let isPassing = isLimited || HTTPHead.passing.contains(answer.head.status)
    return PagingError(
      answer.failureWords, isRetryable: isPassing && mayRetry,
      retryAfter: isPassing ? exchange.limits.left(of: answer.head.url) : nil)
  }

  private func failure(_ error: HTTPError) -> PagingError {
    // The request was not sent, or it continues at the target of a stored redirect, so a retry is
    // safe even for a POST.
    if case .resting(_, let left) = error {
      return PagingError(error.description, isRetryable: true, retryAfter: left)
    }
    // If the host has answered before, its name exists, and the network must be down.
    let isPassing = error.isPassing || (error.isNoHost && state.withLock(\.hasAnswered))
    return PagingError(error.description, isRetryable: isPassing && mayRetry || error == .cancelled)
  }

  /// Whether requests are retried automatically; for a POST, which may have effects, an option must
  /// allow this.
  private var mayRetry: Bool { !template.isPost || options.retriesPosts }
}

extension PageAddress {
  /// Whether a status may mean that the list ends before this page.
  ///
  /// A page at a cursor should exist, because the previous page has named it. Some services respond
  /// with 400 or 422 to the number of a page after the last one, but also to a wrong parameter.
  fileprivate func mayBeBehindEnd(by status: Int) -> Bool {
    switch self {
    case .page, .offset: [400, 404, 416, 422].contains(status)
    case .last: [404, 416].contains(status)
    case .cursor: false
    }
  }

  /// Whether a status means that the cursor has expired.
  ///
  /// For a cursor or link from an answer, 400, 404 and 410 mean this. If pages are found by the key
  /// of the last item, only 410 does, because 404 then means that the list has ended.
  fileprivate func expires(by status: Int) -> Bool {
    switch self {
    case .cursor(_?): [400, 404, 410].contains(status)
    case .last(_?): status == 410
    case .page, .offset, .cursor(nil), .last(nil): false
    }
  }
}

extension HTTPAnswer {
  /// Whether the answer is a web page.
  var isWebPage: Bool { head.isWebPage || head.type.isEmpty && body.beginsWebPage }

  /// The status with its meaning and the service's message.
  var failureWords: String {
    let status = "\(head.status)" + (HTTPHead.reasons[head.status].map { " \($0)" } ?? "")
    let advice = head.status == 401 ? "give credentials with -H, --credential or ~/.netrc" : nil
    return [status, said, advice].compactMap { $0 }.joined(separator: ": ")
  }

  /// The message in a JSON error; nil if there is none.
  private var said: String? {
    guard head.isJSON, let record = try? JSONReader().record(body[...]) else { return nil }
    let names = ["message", "error_description", "detail", "title", "error", "errors", "msg"]
    return names.lazy.compactMap { name in
      record.last { $0.name == name }?.value.message()
    }.first
  }
}

extension HTTPHead {
  /// Whether the content type is that of a web page.
  var isWebPage: Bool { type == "text/html" || type == "application/xhtml+xml" }

  /// Whether the answer only states when the result will be ready.
  var isNotReady: Bool { status == 202 && value(of: "Retry-After") != nil }

  /// The number of all items according to the header; nil if the header does not state it.
  var total: Int? {
    if let total = itemRange?.total { return total }
    for name in ["X-Total-Count", "X-Total", "X-WP-Total", "X-Pagination-Total-Count"] {
      if let total = value(of: name).flatMap({ Int($0) }), total >= 0 { return total }
    }
    return nil
  }

  /// The reason phrases of common status codes (RFC 9110, RFC 6585 and RFC 8470).
  static let reasons = [
    304: "Not Modified", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden",
    404: "Not Found",
    405: "Method Not Allowed",
    406: "Not Acceptable", 408: "Request Timeout", 409: "Conflict", 410: "Gone",
    413: "Content Too Large",
    414: "URI Too Long", 415: "Unsupported Media Type", 416: "Range Not Satisfiable",
    422: "Unprocessable Content",
    425: "Too Early", 429: "Too Many Requests", 500: "Internal Server Error",
    501: "Not Implemented",
    502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
  ]
}

extension Value {
  /// The message in a member of an error: a string, an object with a message, or an array of these;
  /// nil if it has none within a few levels.
  fileprivate func message(depth: Int = 0) -> String? {
    if kind == .string { return text.isEmpty ? nil : text.line }
    guard depth < 4 else { return nil }
    if let elements { return elements.first?.message(depth: depth + 1) }
    // Elasticsearch explains the failure in the first root cause.
    return ["message", "root_cause", "reason", "detail", "title"].lazy.compactMap { name in
      record?.last { $0.name == name }?.value.message(depth: depth + 1)
    }.first
  }
}

extension String {
  /// The beginning of the text on one line.
  fileprivate var line: String {
    prefix(200).split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}

extension [UInt8] {
  fileprivate var beginsWebPage: Bool {
    let start = String(decoding: drop { $0 <= .space }.prefix(16), as: UTF8.self).lowercased()
    return start.hasPrefix("<!doctype html") || start.hasPrefix("<html")
  }
}
