/// Pages that follow a key, which is not part of them: `?max_id=…`, `?starting_after=…`.
///
///     let charges = ExclusiveKeySource<Charge, String>(key: { $0.id }) {
///       key, count throws(PagingError) in
///       let answer = try await service.charges(startingAfter: key, limit: count)
///       return KeyedPage(items: answer.charges, hasMore: answer.hasMore)
///     }
///
/// With `preceding` it goes in both directions. The end is what `hasMore` says; where the service
/// does not say, an empty page is the end. No item is lost if that of the key is deleted.
///
/// The key must be one that the service pages by, and unique: where that is not part of an item, as
/// in lists of favourites, use the service's links or tokens.
public struct ExclusiveKeySource<Item: Identifiable & Sendable, Key: Hashable & Sendable>:
  PagingSource
where Item.ID: Sendable {
  /// The key of an item.
  public typealias Cursor = Key
  /// Loads the items after a key, from the start if it is nil.
  ///
  /// `count` items are asked for, at least 1; an answer may have fewer or more.
  public typealias Following =
    @Sendable (_ key: Key?, _ count: Int) async throws(PagingError) -> KeyedPage<Item>
  /// Loads the items next before a key, in the order of the list; `count` as in `Following`.
  public typealias Preceding =
    @Sendable (_ key: Key, _ count: Int) async throws(PagingError) -> KeyedPage<Item>

  private let key: @Sendable (Item) -> Key?
  private let shortPageEnds: Bool
  private let preceding: Preceding?
  private let following: Following

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - key: what an item is asked from.
  ///   - shortPageEnds: whether a page with fewer items than asked for is the last where the service
  ///     says nothing. Only for a service that neither limits the size nor leaves items out.
  ///   - preceding: how to go back; without it dropped pages are loaded again by going forward.
  ///   - following: how to go on. It is called off the main actor and should make one request.
  public init(
    key: @escaping @Sendable (Item) -> Key?, shortPageEnds: Bool = false,
    preceding: Preceding? = nil, following: @escaping Following
  ) {
    self.key = key
    self.shortPageEnds = shortPageEnds
    self.preceding = preceding
    self.following = following
  }

  /// Creates a source over a client that throws errors of its own.
  ///
  /// - Parameters:
  ///   - key: what an item is asked from.
  ///   - shortPageEnds: whether a page with fewer items than asked for is the last where the service
  ///     says nothing.
  ///   - mapError: says what an error of the service's client is to a list. A `PagingError` stays
  ///     what it is, and a `CancellationError` is one that may be tried again.
  ///   - preceding: how to go back, if the service can.
  ///   - following: how to go on, as in the other initializer.
  public init(
    key: @escaping @Sendable (Item) -> Key?, shortPageEnds: Bool = false,
    mapError: @escaping @Sendable (any Error) -> PagingError,
    preceding: (@Sendable (_ key: Key, _ count: Int) async throws -> KeyedPage<Item>)? = nil,
    following: @escaping @Sendable (_ key: Key?, _ count: Int) async throws -> KeyedPage<Item>
  ) {
    self.init(
      key: key, shortPageEnds: shortPageEnds,
      preceding: preceding.map { PagingError.mapping(mapError, $0) },
      following: PagingError.mapping(mapError, following))
  }

  /// Loads one page by one request.
  ///
  /// - Throws: what the service throws, as it is; and an error rather than a loop where an item to
  ///   go on from has no key, or has the key that was asked from. Also where the service says that
  ///   there is more and gives no item, which may be tried again; where the end or a numbered item is
  ///   asked for; and where what precedes a key is asked for without `preceding`.
  public func load(_ request: PageRequest<Key>) async throws(PagingError) -> Page<Item, Key> {
    let count = request.size
    switch request.position {
    case .start:
      var page = try page(of: try await following(nil, count), asked: count, from: nil)
      // What comes before the head by and by can then be asked for from below.
      if let first = first(of: page) { page.before = .unknown(first) }
      return page
    case .after(let cursor):
      var page = try page(of: try await following(cursor, count), asked: count, from: cursor)
      if let first = first(of: page) { page.before = .more(first) }
      return page
    case .before(let cursor): return try await page(before: cursor, count: count)
    case .end: throw .cannotOpenAtEnd
    case .number: throw .cannotOpenAtItems
    }
  }

  /// The key to go back from, where the service goes back.
  private func first(of page: Page<Item, Key>) -> Key? {
    preceding == nil ? nil : page.items.first.flatMap(key)
  }

  private func page(
    of answer: KeyedPage<Item>, asked count: Int, from cursor: Key?
  ) throws(PagingError) -> Page<Item, Key> {
    let after = try beyond(answer.items.last, of: answer, asked: count, from: cursor)
    return made(of: answer, before: .end, after: after)
  }

  private func page(before cursor: Key, count: Int) async throws(PagingError) -> Page<Item, Key> {
    guard let preceding else { throw .cannotGoBack }
    let answer = try await preceding(cursor, count)
    let before = try beyond(answer.items.first, of: answer, asked: count, from: cursor)
    guard let last = answer.items.last else {
      return Page(items: [], before: before, after: .more(cursor))
    }
    guard let end = key(last) else { throw .noKey }
    // What it was asked from follows, whatever the service says by now.
    return made(of: answer, before: before, after: .more(end))
  }

  /// A page with its items' keys as their cursors, where all have one.
  private func made(
    of answer: KeyedPage<Item>, before: Continuation<Key>, after: Continuation<Key>
  ) -> Page<Item, Key> {
    var page = Page(items: answer.items, before: before, after: after)
    page.extent = answer.totalCount.map { PageExtent(total: $0) }
    let keys = answer.items.compactMap(key)
    if keys.count == answer.items.count { page.itemCursors = keys }
    return page
  }

  /// What lies beyond the item at the far side of an answer.
  private func beyond(
    _ item: Item?, of answer: KeyedPage<Item>, asked count: Int, from cursor: Key?
  ) throws(PagingError) -> Continuation<Key> {
    let isShort = answer.items.count < (shortPageEnds ? count : 1)
    guard answer.hasMore ?? !isShort else { return .end }
    guard let item else { throw .nothingToGoOnFrom }
    guard let key = key(item) else { throw .noKey }
    guard key != cursor else { throw .wrongOrder }
    return .more(key)
  }
}

/// Pages that begin with the key they are asked from, as Firebase answers: `endAt(key)`.
///
///     let posts = InclusiveKeySource<Post, String>(key: { $0.key }, ascending: true) {
///       key, count throws(PagingError) in
///       KeyedPage(items: try await service.posts(endAt: key, limitToLast: count))
///     }
///
/// One item more is asked for than is wanted, and the first is left out if, and only if, its key is
/// the one that was asked from: so a page of n brings n new items, a page of 1 works, and nothing
/// is lost where the item of the key was deleted.
///
/// Items must be newest first. A query limited to its last items answers oldest first: say so with
/// `ascending`, and its answers are turned round. If a service answers in the other order than
/// stated, that is an error, because its pages would lead back to where they were asked from.
public struct InclusiveKeySource<Item: Identifiable & Sendable, Key: Hashable & Sendable>:
  PagingSource
where Item.ID: Sendable {
  /// The key of an item.
  public typealias Cursor = Key
  /// Loads the items from a key on, with the key's own; from the start if it is nil.
  ///
  /// `count` items are asked for: at least 1 from the start, and at least 2 from a key.
  public typealias Following = ExclusiveKeySource<Item, Key>.Following
  /// Loads the items next before a key, and the key's own, in the same order as `Following` does.
  public typealias Preceding = ExclusiveKeySource<Item, Key>.Preceding

  private let source: ExclusiveKeySource<Item, Key>

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - key: what an item is asked from.
  ///   - ascending: whether answers come oldest first and are to be turned round.
  ///   - shortPageEnds: whether a page with fewer items than asked for is the last where the
  ///     service says nothing. Only for a service that neither limits the size nor leaves items
  ///     out.
  ///   - preceding: how to go back; without it dropped pages are loaded again by going forward.
  ///   - following: how to go on. It is called off the main actor and should make one request; it
  ///     is asked for one item more than is wanted, but for the first page.
  public init(
    key: @escaping @Sendable (Item) -> Key?, ascending: Bool = false, shortPageEnds: Bool = false,
    preceding: Preceding? = nil, following: @escaping Following
  ) {
    var back: Preceding?
    if let preceding {
      back = { cursor, count throws(PagingError) in
        var answer = try await preceding(cursor, count + 1)
        if ascending { answer.items.reverse() }
        if let last = answer.items.last, key(last) == cursor { answer.items.removeLast() }
        return answer
      }
    }
    source = ExclusiveKeySource(key: key, shortPageEnds: shortPageEnds, preceding: back) {
      cursor, count throws(PagingError) in
      var answer = try await following(cursor, cursor == nil ? count : count + 1)
      if ascending { answer.items.reverse() }
      guard let cursor, let first = answer.items.first, key(first) == cursor else { return answer }
      answer.items.removeFirst()
      return answer
    }
  }

  /// Creates a source over a client that throws errors of its own.
  ///
  /// - Parameters:
  ///   - key: what an item is asked from.
  ///   - ascending: whether answers come oldest first and are to be turned round.
  ///   - shortPageEnds: whether a page with fewer items than asked for is the last where the
  ///     service says nothing.
  ///   - mapError: says what an error of the service's client is to a list. A `PagingError` stays
  ///     what it is, and a `CancellationError` is one that may be tried again.
  ///   - preceding: how to go back, if the service can.
  ///   - following: how to go on, as in the other initializer.
  public init(
    key: @escaping @Sendable (Item) -> Key?, ascending: Bool = false, shortPageEnds: Bool = false,
    mapError: @escaping @Sendable (any Error) -> PagingError,
    preceding: (@Sendable (_ key: Key, _ count: Int) async throws -> KeyedPage<Item>)? = nil,
    following: @escaping @Sendable (_ key: Key?, _ count: Int) async throws -> KeyedPage<Item>
  ) {
    self.init(
      key: key, ascending: ascending, shortPageEnds: shortPageEnds,
      preceding: preceding.map { PagingError.mapping(mapError, $0) },
      following: PagingError.mapping(mapError, following))
  }

  /// Loads one page by one request.
  ///
  /// - Throws: what `ExclusiveKeySource.load(_:)` throws.
  public func load(_ request: PageRequest<Key>) async throws(PagingError) -> Page<Item, Key> {
    try await source.load(request)
  }
}

/// What a service that pages by key answers.
public struct KeyedPage<Item: Sendable>: Sendable {
  /// The items in the order of the list, or turned round where the source was told so.
  public var items: [Item]
  /// Whether there is more in the direction that was asked for; nil if the service does not say.
  public var hasMore: Bool?
  /// How many items there are in all; nil if the service does not say.
  public var totalCount: Int?

  /// Creates an answer.
  public init(items: [Item], hasMore: Bool? = nil, totalCount: Int? = nil) {
    self.items = items
    self.hasMore = hasMore
    self.totalCount = totalCount
  }
}
