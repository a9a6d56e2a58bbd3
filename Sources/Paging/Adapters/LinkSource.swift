/// A source of pages that link to each other in the `Link` header of each answer (RFC 8288).
///
///     let issues = LinkSource<Issue>(start: { "https://api.example/issues?per_page=\($0)" }) {
///       url throws(PagingError) in
///       let answer = try await service.get(url)
///       return LinkedPage(items: answer.issues, links: answer.headers["Link"])
///     }
///
/// A cursor is the absolute address of a page and is requested unchanged. Relative targets are
/// resolved against the address of the page that contains them. A page without `next` is the last
/// one, regardless of how many items it has; `prev` leads backward.
///
/// An address whose origin differs from that of the start is not requested, so that a service
/// cannot send a reader's credentials elsewhere. The list keeps its items and shows an error.
public struct LinkSource<Item: Identifiable & Sendable>: PagingSource where Item.ID: Sendable {
  /// The address of a page.
  public typealias Cursor = String
  /// Loads the page at an address.
  public typealias Ask = @Sendable (_ url: String) async throws(PagingError) -> LinkedPage<Item>

  private let source: TokenSource<Item, String>

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - start: takes the number of items in a page, and returns the absolute address of the first
  ///     page; the addresses in the links already contain the page size.
  ///   - ask: loads the page at an absolute address, which has the origin of the start, with one
  ///     request. It is called off the main actor, and should follow redirects only within that
  ///     origin.
  public init(start: @escaping @Sendable (_ count: Int) -> String, ask: @escaping Ask) {
    let load: TokenSource<Item, String>.Following = { target, count throws(PagingError) in
      let first = start(count)
      let url = try Self.admitted(target ?? first, from: first)
      let answer = try await ask(url.description)
      let header = LinkHeader(answer.links)
      let previous = header.target("prev") ?? header.target("previous")
      return TokenPage(
        items: answer.items, next: header.target("next").map { url.resolving($0) },
        previous: previous.map { url.resolving($0) })
    }
    source = TokenSource(
      preceding: { target, count throws(PagingError) in try await load(target, count) },
      following: load)
  }

  /// Creates a source over a client that throws its own errors.
  ///
  /// - Parameters:
  ///   - mapError: converts an error of the client. A `PagingError` is passed on unchanged, and a
  ///     `CancellationError` becomes an error that can be retried.
  ///   - start: takes the number of items in a page, and returns the absolute address of the first
  ///     page.
  ///   - ask: loads the page at an address, as in the other initializer.
  public init(
    mapError: @escaping @Sendable (any Error) -> PagingError,
    start: @escaping @Sendable (_ count: Int) -> String,
    ask: @escaping @Sendable (_ url: String) async throws -> LinkedPage<Item>
  ) {
    self.init(start: start) { url throws(PagingError) in
      do {
        return try await ask(url)
      } catch {
        throw PagingError(error, by: mapError)
      }
    }
  }

  /// Loads one page with one request.
  ///
  /// - Throws: the errors of the service, unchanged. The source itself throws an error, which is
  ///   not retried automatically, if a link leads to another origin or is not an address, if the
  ///   start is not an absolute address, if a page requested through a `prev` link has items but no
  ///   `next` link, or if the request is for the end or for a numbered item.
  public func load(_ request: PageRequest<String>) async throws(PagingError) -> Page<Item, String> {
    try await source.load(request)
  }

  private static func admitted(
    _ target: String, from start: String
  ) throws(PagingError) -> WebAddress {
    guard let home = WebAddress(start), let homeOrigin = home.origin else {
      throw PagingError("not an absolute address: \(start)", isRetryable: false)
    }
    guard let url = WebAddress(target), let origin = url.origin else {
      throw PagingError("the link to the page is not an address: \(target)", isRetryable: false)
    }
    guard origin == homeOrigin else {
      throw PagingError(
        "the link leads to a different origin, \(origin), and is not followed", isRetryable: false)
    }
    return url
  }
}

/// An answer of a service that pages by `Link` headers.
public struct LinkedPage<Item: Sendable>: Sendable {
  /// The items in the order of the list.
  public var items: [Item]
  /// The values of the answer's `Link` fields, unchanged, one for each line of the header.
  public var links: [String]

  /// Creates an answer.
  public init(items: [Item], links: [String]) {
    self.items = items
    self.links = links
  }
}
