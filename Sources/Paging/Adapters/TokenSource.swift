/// Pages that each name the next by a token, which means nothing to anyone but the service.
///
///     let messages = TokenSource<Message, String> { token, count throws(PagingError) in
///       let answer = try await service.messages(cursor: token, limit: count)
///       return TokenPage(items: answer.messages, next: answer.nextCursor)
///     }
///
/// A token is a text for most services, and may be any value that can be compared.
///
/// - *No token*: the end, and never the start again; an error where `hasMore` says otherwise.
/// - *An empty token*: what `emptyTokenEnds` says.
/// - *A token, and `hasMore` is false*: the end.
/// - *A token that leads to itself* is refused by the engine.
///
/// However few items a page has, it is not the end while it names another.
public struct TokenSource<Item: Identifiable & Sendable, Token: Hashable & Sendable>: PagingSource
where Item.ID: Sendable {
  /// A token.
  public typealias Cursor = Token
  /// Loads the page that a token leads to, the first one if it is nil.
  ///
  /// `count` items are asked for, at least 1; an answer may have fewer or more.
  public typealias Following =
    @Sendable (_ token: Token?, _ count: Int) async throws(PagingError) -> TokenPage<Item, Token>
  /// Loads the page that a `previous` token leads to; its items are in the order of the list.
  ///
  /// `count` as in `Following`.
  public typealias Preceding =
    @Sendable (_ token: Token, _ count: Int) async throws(PagingError) -> TokenPage<Item, Token>

  private let isEnd: @Sendable (Token) -> Bool
  private let preceding: Preceding?
  private let following: Following

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - isEnd: whether a token says that nothing follows.
  ///   - preceding: how to go back; without it dropped pages are loaded again by going forward.
  ///   - following: how to go on. It is called off the main actor and should make one request.
  public init(
    isEnd: @escaping @Sendable (Token) -> Bool, preceding: Preceding? = nil,
    following: @escaping Following
  ) {
    self.isEnd = isEnd
    self.preceding = preceding
    self.following = following
  }

  /// Creates a source whose tokens are texts.
  ///
  /// - Parameters:
  ///   - emptyTokenEnds: whether an empty token is the end, as with Google
  ///     (<https://google.aip.dev/158>) and Slack, or a token like any other. True by default: that
  ///     mistake only ends a list early, while the other one asks for the first page for ever.
  ///   - preceding: how to go back; without it dropped pages are loaded again by going forward.
  ///   - following: how to go on. It is called off the main actor and should make one request.
  public init(
    emptyTokenEnds: Bool = true, preceding: Preceding? = nil, following: @escaping Following
  ) where Token == String {
    self.init(
      isEnd: { emptyTokenEnds && $0.isEmpty }, preceding: preceding, following: following)
  }

  /// Creates a source over a client that throws errors of its own.
  ///
  /// - Parameters:
  ///   - emptyTokenEnds: whether an empty token is the end.
  ///   - mapError: says what an error of the service's client is to a list. A `PagingError` stays
  ///     what it is, and a `CancellationError` is one that may be tried again.
  ///   - preceding: how to go back, if the service can.
  ///   - following: how to go on, as in the other initializer.
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

  /// Loads one page by one request.
  ///
  /// - Throws: what the service throws, as it is; and an error where a token is missing although
  ///   there is more. Also where the end or a numbered item is asked for, and where what precedes a
  ///   token is asked for without `preceding`. None of these is tried again by itself.
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
    // What it was asked from follows; without a token it could not be found again.
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

  /// The token that was said, unless it is the end.
  private func token(_ said: Token?) -> Token? { said.flatMap { isEnd($0) ? nil : $0 } }

  private func extent(of answer: TokenPage<Item, Token>) -> PageExtent? {
    answer.totalCount.map { PageExtent(total: $0) }
  }
}

/// What a service that pages by token answers.
public struct TokenPage<Item: Sendable, Token: Sendable>: Sendable {
  /// The items in the order of the list.
  public var items: [Item]
  /// What leads to the page after it; nil where the answer has none, or a null.
  public var next: Token?
  /// What leads to the page before it; nil where the answer has none, or a null.
  public var previous: Token?
  /// Whether there is more in the direction that was asked for; nil if the service does not say.
  public var hasMore: Bool?
  /// How many items there are on all pages; nil if the service does not say.
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
