public import Answers
public import Paging

/// A source of the pages of an address.
///
///     let template = try RequestTemplate("https://api.example/items?page={page}")
///     let source = try HTTPSource(template)
///
/// The placeholder determines how pages are found; see `PagedAnswers`. Without a placeholder, the
/// next page is found by a `Link` header with `rel=next`, or by its address under a well-known name
/// in the answer; otherwise the list has a single page. `open(_:pageSize:_:)` also detects other
/// kinds of paging.
///
/// Cost: one request for each page; its answer is held in memory.
public struct HTTPSource: PagingSource {
  private let way: HTTPWay
  private let client: HTTPClient

  /// Creates a source with a new client.
  ///
  /// - Throws: `invalid` if the address cannot be used, or `passing` if the system cannot create a
  ///   descriptor or a thread. If libcurl is missing, the first load fails.
  public init(
    _ template: RequestTemplate, _ options: HTTPSourceOptions = HTTPSourceOptions()
  ) throws(HTTPError) {
    client = try HTTPClient(options.client)
    let exchange = try options.exchange(template, client)
    way = HTTPWay(.init(template, options, exchange, first: nil), options, exchange)
  }

  /// Creates a source whose first page has already been requested.
  ///
  /// - Parameter found: the paging that the first answer has shown; if it is nil or not decided,
  ///   the next answer decides.
  fileprivate init(
    _ template: RequestTemplate, _ options: HTTPSourceOptions, _ client: HTTPClient,
    _ exchange: HTTPExchange, first: HTTPPages.First, found: FoundPaging? = nil
  ) {
    self.client = client
    let isDecided = found?.isDecided == true
    way = HTTPWay(
      .init(
        found?.template ?? template, found?.options ?? options, exchange, first: first,
        found: isDecided ? found : nil), options, exchange, isOpen: !isDecided)
  }

  /// The request, including a placeholder that was derived from the first answer.
  public var template: RequestTemplate { way.known.template }

  /// Requests the first page before the first load.
  ///
  /// - Parameters:
  ///   - pageSize: the number of items in the first load; if that load requests a different number,
  ///     the answer is not used.
  ///   - executor: the executor that waits for the answer; the shared thread pool by default.
  public func begin(pageSize: Int, on executor: (any TaskExecutor)? = nil) {
    way.known.pages.begin(pageSize, on: executor)
  }

  /// The abilities of the source: with page numbers or offsets, the source can load several pages
  /// at once, and can go to an item by its number.
  public var traits: PagingTraits { way.known.answers.traits }

  /// Loads a page, or several at once.
  ///
  /// If the task is cancelled, its requests end.
  ///
  /// - Throws: an error if the request fails or its answer is invalid.
  public func load(
    _ request: PageRequest<PageCursor>
  ) async throws(PagingError) -> Page<AnswerItem, PageCursor> {
    try await way.known(for: request).answers.load(request)
  }

  /// The page for a request, if it has been loaded and is still kept; nil otherwise.
  public func cachedPage(for request: PageRequest<PageCursor>) -> Page<AnswerItem, PageCursor>? {
    way.known.answers.cachedPage(for: request)
  }

  /// A description of how the latest answer was parsed and how pages are found; nil before the
  /// first answer.
  public var explanation: String? {
    let known = way.known
    guard let said = known.answers.explanation else { return nil }
    return [known.found?.words, said].compactMap { $0 }.joined(separator: "; ")
  }

  /// The advice for the reader at the end of the only page, if no next page can be found; nil
  /// otherwise.
  public var advice: String? { way.known.found?.advice }

  /// Whether the only page states that more items follow, although no next page can be found.
  package var missesItems: Bool { way.known.found?.missesItems ?? false }

  /// The page in which an item arrived; nil if the item has been forgotten.
  package func page(of item: AnswerItemID) -> AskedPage? {
    way.known.answers.page(of: item)
  }

  /// The columns of comma-separated values, known after the first page; nil for other formats.
  public var rows: AnswerRows? { way.known.answers.rows }

  /// The number of requests so far.
  public var requestCount: Int { client.requestCount }

  /// Other services to which requests were sent without credentials, because of redirects or links.
  public var strangers: [String] { way.known.pages.strangers }
}

extension HTTPSource {
  /// The kind of the first answer of an address.
  public enum Opened: Sendable {
    /// A list of items.
    case pages(HTTPSource)
    /// A JSON document without a recognizable list: its bytes, and a source that reports this as an
    /// error.
    case document([UInt8], HTTPSource)
    /// Text of any kind, which is read as it arrives.
    case text(HTTPText)
  }

  /// Opens an address: sends the first request, and determines the kind of its answer.
  ///
  /// If the template has a placeholder other than `{limit}`, the address is that of a list, so no
  /// request is sent yet.
  ///
  /// - Throws: an error if nothing can be shown. A temporary failure that the source can retry is
  ///   not thrown.
  public static func open(
    _ template: RequestTemplate, pageSize: Int, _ options: HTTPSourceOptions = HTTPSourceOptions()
  ) async throws(HTTPError) -> Opened {
    guard template.style == .link else { return .pages(try HTTPSource(template, options)) }
    let client = try HTTPClient(options.client)
    let exchange = try options.exchange(template, client)
    let request = try template.request(for: .cursor(nil), limit: pageSize)
    let source: @Sendable (HTTPPages.First) -> HTTPSource = {
      first in HTTPSource(template, options, client, exchange, first: first)
    }
    let opened: @Sendable (HTTPAnswer) -> Opened = { answer in
      let found = FoundPaging(template, answer, options)
      if found.isDocument { return .document(answer.body, source(.success(answer))) }
      return .pages(
        HTTPSource(template, options, client, exchange, first: .success(answer), found: found))
    }
    do throws(HTTPError) {
      switch try await exchange.open(request, isStream: { $0.mayBeText }) {
      case .answer(let answer): return opened(answer)
      case .stream(let head, let body):
        switch try await BodyKind.found(of: body, head, options) {
        case .answer(let bytes): return opened(HTTPAnswer(head: head, body: bytes))
        case .text(let form): return .text(HTTPText(body, form, head))
        }
      }
    } catch
      where error.isResting
      || error.isPassing && error != .cancelled && (options.retriesPosts || !template.isPost)
    {
      return .pages(source(.failure(error)))
    }
  }
}

/// Options for the requests of a source and for parsing its answers.
public struct HTTPSourceOptions: Sendable {
  /// Options for parsing answers and counting pages.
  public var answers = PagedAnswers.Options()
  /// Options of the client.
  public var client = HTTPClientOptions()
  /// The name of the parameter, or of the member of the body, for the token of the next page; if
  /// nil, it is derived from the name that the token has in an answer.
  public var tokenParameter: String?
  /// A command that prints a secret for the header.
  public var credential: CredentialCommand?
  /// Whether a failed POST is retried automatically; false by default, because a POST may have
  /// effects.
  public var retriesPosts = false
  /// The pauses that services have asked for, shared by all sources of the program.
  package var limits = OriginLimits.shared

  /// Creates options with default values.
  public init() {}

  fileprivate func exchange(_ template: RequestTemplate, _ client: HTTPClient) throws(HTTPError)
    -> HTTPExchange
  {
    guard let home = HomeOrigin(template.address) else {
      throw .invalid("not an address: write https://HOST/PATH")
    }
    return HTTPExchange(client, home: home, credential: credential, limits: limits)
  }
}
