/// A source of pages that each contain an opaque token for the next page.
///
///     let messages = TokenSource<Message, String> { token, count throws(PagingError) in
///       let answer = try await service.messages(cursor: token, limit: count)
///       return TokenPage(items: answer.messages, next: answer.nextCursor)
///     }
///
/// Most services use strings as tokens; any hashable value works.
///
/// - *No token*: the page is the last one, because a request without a token would load the first
///   page again; but if `hasMore` is true, the missing token is an error.
/// - *An empty token*: the end if `emptyTokenEnds` is true.
/// - *A token, and `hasMore` is false*: the end.
/// - *A token that leads to itself*: the engine refuses it.
///
/// Any other page with a token is not the last one, even if it has few items.
public struct TokenSource<Item: Identifiable & Sendable, Token: Hashable & Sendable>: PagingSource
where Item.ID: Sendable {
  /// A token.
  public typealias Cursor = Token
  /// Loads the page that a token leads to, or the first page if the token is nil.
  ///
  /// `count` items are requested, at least 1; an answer may have fewer or more.
  public typealias Following =
    @Sendable (_ token: Token?, _ count: Int) async throws(PagingError) -> TokenPage<Item, Token>
  /// Loads the page that a `previous` token leads to; its items are in the order of the list.
  ///
  /// `count` has the same meaning as in `Following`.
  public typealias Preceding =
    @Sendable (_ token: Token, _ count: Int) async throws(PagingError) -> TokenPage<Item, Token>

  private let isEnd: @Sendable (Token) -> Bool
  private let preceding: Preceding?
  private let following: Following

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - isEnd: returns whether a token means that nothing follows.
  ///   - preceding: loads backward; without it, a dropped page is loaded again by repeating the
  ///     request that loaded it.
  ///   - following: loads forward. It is called off the main actor and should make one request.
  public init(
    isEnd: @escaping @Sendable (Token) -> Bool, preceding: Preceding? = nil,
    following: @escaping Following
  ) {
    self.isEnd = isEnd
    self.preceding = preceding
    self.following = following
  }

  /// Creates a source whose tokens are strings.
  ///
  /// - Parameters:
  ///   - emptyTokenEnds: whether an empty token is the end, as with Google
  ///     (<https://google.aip.dev/158>) and Slack, or a token like any other. It is true by
  ///     default: if that is wrong, the list only ends early, whereas a wrong false would make it
  ///     continue with its first page.
  ///   - preceding: loads backward; without it, a dropped page is loaded again by repeating the
  ///     request that loaded it.
  ///   - following: loads forward. It is called off the main actor and should make one request.
  public init(
    emptyTokenEnds: Bool = true, preceding: Preceding? = nil, following: @escaping Following
  ) where Token == String {
    self.init(
      isEnd: { emptyTokenEnds && $0.isEmpty }, preceding: preceding, following: following)
  }

  /// Creates a source over a client that throws its own errors.
  ///
  /// - Parameters:
  ///   - emptyTokenEnds: whether an empty token is the end.
  ///   - mapError: converts an error of the client. A `PagingError` is passed on unchanged, and a
  ///     `CancellationError` becomes an error that can be retried.
  ///   - preceding: loads backward; nil if the service cannot.
  ///   - following: loads forward, as in the other initializer.
  public init(
    emptyTokenEnds: Bool = true, mapError: @escaping @Sendable (any Error) -> PagingError,
    preceding: (
      @Sendable (_ token: String, _ count: Int) async throws -> TokenPage<Item, String>
    )? = nil,
    following:
      @escaping @Sendable (_ token: String?, _ count: Int) async throws -> TokenPage<
        Item, String
      >
  ) where Token == String {
    self.init(
      emptyTokenEnds: emptyTokenEnds,
      preceding: preceding.map { PagingError.mapping(mapError, $0) },
      following: PagingError.mapping(mapError, following))
  }

  /// Loads one page with one request.
  ///
  /// - Throws: the errors of the service, unchanged. The source itself throws an error, which is
  ///   not retried automatically, if a token is missing although more items follow, if a page
  ///   loaded backward has items but no token for the next page, or if the request is for the
  ///   end, by number, or for the page before a token although `preceding` is nil.
  public func load(_ request: PageRequest<Token>) async throws(PagingError) -> Page<Item, Token> {
    let count = request.size
    switch request.position {
    case .start:
      let answer = try await following(nil, count)
      let previous = preceding == nil ? nil : token(answer.previous)
      return Page(
        items: answer.items, before: previous.map { .unknown($0) } ?? .end,
        after: try beyond(answer.next, of: answer), extent: extent(of: answer))
    case .after(let cursor):
      let answer = try await following(cursor, count)
      let previous = preceding == nil ? nil : token(answer.previous)
      return Page(
        items: answer.items, before: previous.map { .more($0) } ?? .end,
        after: try beyond(answer.next, of: answer), extent: extent(of: answer))
    case .before(let cursor): return try await page(before: cursor, count: count)
    case .end: throw .cannotOpenAtEnd
    case .number: throw .cannotOpenAtItems
    }
  }

  private func page(
    before cursor: Token, count: Int
  ) async throws(PagingError) -> Page<Item, Token> {
    guard let preceding else { throw .cannotGoBack }
    let answer = try await preceding(cursor, count)
    let before = try beyond(answer.previous, of: answer)
    guard !answer.items.isEmpty else { return Page(items: [], before: before, after: .end) }
    // The held page follows this one; without a token for it, it could not be requested again.
    guard let next = token(answer.next) else { throw .noToken }
    return Page(
      items: answer.items, before: before, after: .more(next), extent: extent(of: answer))
  }

  private func beyond(
    _ said: Token?, of answer: TokenPage<Item, Token>
  ) throws(PagingError) -> Continuation<Token> {
    if answer.hasMore == false { return .end }
    if let token = token(said) { return .more(token) }
    guard answer.hasMore == nil else { throw .noToken }
    return .end
  }

  /// Returns a token of an answer, or nil if it is missing or means the end.
  private func token(_ said: Token?) -> Token? { said.flatMap { isEnd($0) ? nil : $0 } }

  private func extent(of answer: TokenPage<Item, Token>) -> PageExtent? {
    answer.totalCount.map { PageExtent(total: $0) }
  }
}

/// An answer of a service that pages by token.
public struct TokenPage<Item: Sendable, Token: Sendable>: Sendable {
  /// The items in the order of the list.
  public var items: [Item]
  /// The token of the next page; nil if the answer has none or if it is null.
  public var next: Token?
  /// The token of the previous page; nil if the answer has none or if it is null.
  public var previous: Token?
  /// Whether more items follow in the direction of the request; nil if the service does not say.
  public var hasMore: Bool?
  /// The number of items on all pages; nil if the service does not say.
  public var totalCount: Int?

  /// Creates an answer.
  public init(
    items: [Item], next: Token? = nil, previous: Token? = nil, hasMore: Bool? = nil,
    totalCount: Int? = nil
  ) {
    self.items = items
    self.next = next
    self.previous = previous
    self.hasMore = hasMore
    self.totalCount = totalCount
  }
}
