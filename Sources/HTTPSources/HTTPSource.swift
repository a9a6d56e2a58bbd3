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
  /// What is asked.
  public let template: RequestTemplate
  private let pages: HTTPPages
  private let answers: PagedAnswers
  private let client: HTTPClient

  /// Creates a source with a client.
  ///
  /// - Throws: `invalid` where the address is none. That libcurl is missing is told by the first load.
  public init(
    _ template: RequestTemplate, _ options: HTTPSourceOptions = HTTPSourceOptions()
  ) throws(HTTPError) {
    try self.init(template, options, HTTPClient(options.client), first: nil)
  }

  /// Creates a source whose first page has come already, or has failed for now.
  fileprivate init(
    _ template: RequestTemplate, _ options: HTTPSourceOptions, _ client: HTTPClient,
    first: HTTPPages.First?,
    exchange: HTTPExchange? = nil
  ) throws(HTTPError) {
    (self.template, self.client) = (template, client)
    let exchange = if let exchange { exchange } else { try options.exchange(template, client) }
    let pages = HTTPPages(template, exchange, options, first: first)
    self.pages = pages
    answers = PagedAnswers(template.style, options.answers) { address, limit throws(PagingError) in
      try await pages.page(at: address, limit)
    }
  }

  /// Asks for the first page now, so that it is on its way before the first load.
  ///
  /// - Parameters:
  ///   - pageSize: how many items the first load will ask for; where it asks for another number, the answer is not used.
  ///   - executor: where it is waited for; the shared pool of threads by default.
  public func begin(pageSize: Int, on executor: (any TaskExecutor)? = nil) {
    pages.begin(pageSize, on: executor)
  }

  /// Several pages at once, and any item by its number, where pages have numbers or offsets.
  public var traits: PagingTraits { answers.traits }

  /// Asks for a page, or for several at once.
  ///
  /// When the task is cancelled, the connection is closed.
  ///
  /// - Throws: why there is no answer, or what is wrong with it.
  public func load(
    _ request: PageRequest<PageCursor>
  ) async throws(PagingError) -> Page<AnswerItem, PageCursor> {
    try await answers.load(request)
  }

  /// A page that has come and is remembered.
  public func cachedPage(for request: PageRequest<PageCursor>) -> Page<AnswerItem, PageCursor>? {
    answers.cachedPage(for: request)
  }

  /// What was found in the answer that came last, and why; nil before the first.
  public var explanation: String? { answers.explanation }

  /// The columns of rows of comma-separated values, once the first page has come; nil where there are none.
  public var rows: AnswerRows? { answers.rows }

  /// How many requests were sent.
  public var requestCount: Int { client.requestCount }

  /// Other services that were asked, without credentials, because the service leads there.
  public var strangers: [String] { pages.strangers }
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
  /// - Throws: why there is no answer that could be shown. A temporary failure is no error, because the source asks again.
  public static func open(
    _ template: RequestTemplate, pageSize: Int, _ options: HTTPSourceOptions = HTTPSourceOptions()
  ) async throws(HTTPError) -> Opened {
    guard template.style == .link else { return .pages(try HTTPSource(template, options)) }
    let client = try HTTPClient(options.client)
    let exchange = try options.exchange(template, client)
    let request = try template.request(for: .cursor(nil), limit: pageSize)
    let source: @Sendable (HTTPPages.First) throws(HTTPError) -> HTTPSource = {
      first throws(HTTPError) in
      try HTTPSource(template, options, client, first: first, exchange: exchange)
    }
    let opened: @Sendable (HTTPAnswer) throws(HTTPError) -> Opened = { answer throws(HTTPError) in
      let pages = try source(.success(answer))
      return answer.isDocument(options.answers.reader)
        ? .document(answer.body, pages) : .pages(pages)
    }
    do throws(HTTPError) {
      switch try await exchange.open(request, isStream: { $0.mayBeText }) {
      case .answer(let answer): return try opened(answer)
      case .stream(let head, let body):
        switch try await BodyKind.found(of: body, head, options) {
        case .answer(let bytes): return try opened(HTTPAnswer(head: head, body: bytes))
        case .text(let form): return .text(HTTPText(body, form))
        }
      }
    } catch
      where error.isPassing && error != .cancelled && (options.retriesPosts || !template.isPost)
    {
      return .pages(try source(.failure(error)))
    }
  }
}

extension HTTPAnswer {
  /// Whether it is a document that has no list by a well-known name.
  fileprivate func isDocument(_ reader: AnswerReader) -> Bool {
    guard (200..<300).contains(head.status), reader.items == nil, reader.next == nil else {
      return false
    }
    do throws(AnswerError) {
      _ = try reader.answer(body)
      return false
    } catch .noItemsFound {
      return true
    } catch {
      return false
    }
  }
}

/// How an address is asked, and how what it answers is read.
public struct HTTPSourceOptions: Sendable {
  /// How answers are read, and pages counted.
  public var answers = PagedAnswers.Options()
  /// How services are reached.
  public var client = HTTPClientOptions()
  /// A command that prints a secret for the header.
  public var credential: CredentialCommand?
  /// Whether a POST that has failed may be sent again by itself; not by default, because a POST may do more than answer.
  public var retriesPosts = false

  /// Creates options with their defaults.
  public init() {}

  fileprivate func exchange(_ template: RequestTemplate, _ client: HTTPClient) throws(HTTPError)
    -> HTTPExchange
  {
    guard let home = HomeOrigin(template.address) else {
      throw .invalid("this is not an address: https://HOST/PATH")
    }
    return HTTPExchange(client, home: home, credential: credential)
  }
}
