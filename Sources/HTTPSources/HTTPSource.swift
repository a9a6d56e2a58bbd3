public import Answers
public import Paging

/// The pages of an address.
///
///     let template = try RequestTemplate("https://api.example/items?page={page}")
///     let source = try HTTPSource(template)
///
/// A placeholder says how pages are found, as `PagedAnswers` describes it. Without one the answers themselves do: a `Link` header
/// with `rel=next`, or the address of the next page among their well-known names; where there is neither, the list is one page.
///
/// Cost: a request for each page, and its answer in memory.
public struct HTTPSource: PagingSource {
  private let way: HTTPWay
  private let client: HTTPClient

  /// Creates a source with a client.
  ///
  /// - Throws: `invalid` where the address is none. That libcurl is missing is told by the first load.
  public init(
    _ template: RequestTemplate, _ options: HTTPSourceOptions = HTTPSourceOptions()
  ) throws(HTTPError) {
    client = try HTTPClient(options.client)
    let exchange = try options.exchange(template, client)
    way = HTTPWay(.init(template, options, exchange, first: nil), options, exchange)
  }

  /// Creates a source whose first page has come already, or has failed for now.
  ///
  /// - Parameter found: what the first answer has shown; nil where there was none, so that another one will.
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

  /// What is asked; with a placeholder that the first answer has shown.
  public var template: RequestTemplate { way.known.template }

  /// Asks for the first page now, so that it is on its way before the first load.
  ///
  /// - Parameters:
  ///   - pageSize: how many items the first load will ask for; where it asks for another number, the answer is not used.
  ///   - executor: where it is waited for; the shared pool of threads by default.
  public func begin(pageSize: Int, on executor: (any TaskExecutor)? = nil) {
    way.known.pages.begin(pageSize, on: executor)
  }

  /// Several pages at once, and any item by its number, where pages have numbers or offsets.
  public var traits: PagingTraits { way.known.answers.traits }

  /// Asks for a page, or for several at once.
  ///
  /// When the task is cancelled, the connection is closed.
  ///
  /// - Throws: why there is no answer, or what is wrong with it.
  public func load(
    _ request: PageRequest<PageCursor>
  ) async throws(PagingError) -> Page<AnswerItem, PageCursor> {
    try await way.known(for: request).answers.load(request)
  }

  /// A page that has come and is remembered.
  public func cachedPage(for request: PageRequest<PageCursor>) -> Page<AnswerItem, PageCursor>? {
    way.known.answers.cachedPage(for: request)
  }

  /// What was found in the answer that came last, and why; nil before the first.
  public var explanation: String? {
    let known = way.known
    guard let said = known.answers.explanation else { return nil }
    return [known.found?.words, said].compactMap { $0 }.joined(separator: "; ")
  }

  /// What a reader is told behind the only page, where nothing in the answer leads on; nil where something does.
  public var advice: String? { way.known.found?.advice }

  /// The page that an item came in; nil where that is not known any more.
  package func page(of item: AnswerItemID) -> AskedPage? {
    way.known.answers.page(of: item)
  }

  /// The columns of rows of comma-separated values, once the first page has come; nil where there are none.
  public var rows: AnswerRows? { way.known.answers.rows }

  /// How many requests were sent.
  public var requestCount: Int { client.requestCount }

  /// Other services that were asked, without credentials, because the service leads there.
  public var strangers: [String] { way.known.pages.strangers }
}

extension HTTPSource {
  /// What the first answer of an address is.
  public enum Opened: Sendable {
    /// A page of items.
    case pages(HTTPSource)
    /// A document of JSON in which no list is found: its bytes, and a source that says so.
    case document([UInt8], HTTPSource)
    /// A text of any kind, read while it comes.
    case text(HTTPText)
  }

  /// Asks an address for the first time, because only the answer tells what it is; one whose placeholders say that it is a list is
  /// not asked yet.
  ///
  /// - Throws: why nothing can be shown. A temporary failure is not thrown, because the source asks again.
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
        case .text(let form): return .text(HTTPText(body, form))
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

/// How an address is asked, and how what it answers is read.
public struct HTTPSourceOptions: Sendable {
  /// How answers are read, and pages counted.
  public var answers = PagedAnswers.Options()
  /// How services are reached.
  public var client = HTTPClientOptions()
  /// The parameter, or the member of the body, that takes the token of the next page; found by its name where nil.
  public var tokenParameter: String?
  /// A command that prints a secret for the header.
  public var credential: CredentialCommand?
  /// Whether a POST that has failed may be sent again by itself; not by default, because a POST may do more than answer.
  public var retriesPosts = false
  /// When services may be asked again; the program has one for all sources.
  package var limits = OriginLimits.shared

  /// Creates options with their defaults.
  public init() {}

  fileprivate func exchange(_ template: RequestTemplate, _ client: HTTPClient) throws(HTTPError)
    -> HTTPExchange
  {
    guard let home = HomeOrigin(template.address) else {
      throw .invalid("this is not an address: https://HOST/PATH")
    }
    return HTTPExchange(client, home: home, credential: credential, limits: limits)
  }
}
