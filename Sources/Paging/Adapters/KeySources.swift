/// A source that requests the items after a key, without the item that has the key, as with
/// `?max_id=…` or `?starting_after=…`.
///
///     let charges = ExclusiveKeySource<Charge, String>(key: { $0.id }) {
///       key, count throws(PagingError) in
///       let answer = try await service.charges(startingAfter: key, limit: count)
///       return KeyedPage(items: answer.charges, hasMore: answer.hasMore)
///     }
///
/// With `preceding` the source pages in both directions. `hasMore` says whether the list continues.
/// If the service does not return it, the list ends with an empty page or, if `shortPageEnds` is
/// true, with a page that is shorter than requested. If the item with the requested key is deleted,
/// no other item is lost.
///
/// The key must be unique, and the service must page by it. If the key is not part of an item, as
/// in lists of favorites, use the service's links or tokens.
public struct ExclusiveKeySource<Item: Identifiable & Sendable, Key: Hashable & Sendable>:
  PagingSource
where Item.ID: Sendable {
  /// The key of an item.
  public typealias Cursor = Key
  /// Loads the items after a key, or the first items if the key is nil.
  ///
  /// `count` items are requested, at least 1; an answer may have fewer or more.
  public typealias Following =
    @Sendable (_ key: Key?, _ count: Int) async throws(PagingError) -> KeyedPage<Item>
  /// Loads the items directly before a key, in the order of the list; `count` has the same meaning
  /// as in `Following`.
  public typealias Preceding =
    @Sendable (_ key: Key, _ count: Int) async throws(PagingError) -> KeyedPage<Item>

  private let key: @Sendable (Item) -> Key?
  private let shortPageEnds: Bool
  private let preceding: Preceding?
  private let following: Following

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - key: returns the key of an item, or nil if the item has none.
  ///   - shortPageEnds: whether a page with fewer items than requested is the last one if the
  ///     service returns no `hasMore`. Set it only for a service that neither limits the page size
  ///     nor omits items.
  ///   - preceding: loads backward; without it, a dropped page is loaded again by repeating the
  ///     request that loaded it.
  ///   - following: loads forward. It is called off the main actor and should make one request.
  public init(
    key: @escaping @Sendable (Item) -> Key?, shortPageEnds: Bool = false,
    preceding: Preceding? = nil, following: @escaping Following
  ) {
    self.key = key
    self.shortPageEnds = shortPageEnds
    self.preceding = preceding
    self.following = following
  }

  /// Creates a source over a client that throws its own errors.
  ///
  /// - Parameters:
  ///   - key: returns the key of an item, or nil if the item has none.
  ///   - shortPageEnds: whether a page with fewer items than requested is the last one if the
  ///     service returns no `hasMore`.
  ///   - mapError: converts an error of the client. A `PagingError` is passed on unchanged, and a
  ///     `CancellationError` becomes an error that can be retried.
  ///   - preceding: loads backward; nil if the service cannot.
  ///   - following: loads forward, as in the other initializer.
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

  /// Loads one page with one request.
  ///
  /// - Throws: the errors of the service, unchanged. The source itself throws an error if an item
  ///   at an end of the page from which the list continues has no key; if the last item in the
  ///   direction of the request has the key of the request, because the list would then loop; if
  ///   the service reports more items but returns none, in which case a retry may succeed; and if
  ///   the request is for the end, by number, or for the items before a key although `preceding` is
  ///   nil.
  public func load(_ request: PageRequest<Key>) async throws(PagingError) -> Page<Item, Key> {
    let count = request.size
    switch request.position {
    case .start:
      var page = try page(of: try await following(nil, count), asked: count, from: nil)
      // Items that are later added above the head can then be loaded backward from this item.
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

  /// Returns the key to load backward from; nil if the service cannot page backward, or if the page
  /// does not begin with an item that has a key.
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
    // The item that has the key follows the page, even if the service now reports otherwise.
    return made(of: answer, before: before, after: .more(end))
  }

  /// Converts an answer into a page; if every item has a key, the keys become the cursors of the
  /// items.
  private func made(
    of answer: KeyedPage<Item>, before: Continuation<Key>, after: Continuation<Key>
  ) -> Page<Item, Key> {
    var page = Page(items: answer.items, before: before, after: after)
    page.extent = answer.totalCount.map { PageExtent(total: $0) }
    let keys = answer.items.compactMap(key)
    if keys.count == answer.items.count { page.itemCursors = keys }
    return page
  }

  /// Returns the continuation after the last item of an answer, in the direction of the request.
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

/// A source whose pages begin with the item that has the requested key, as with `endAt(key)` in
/// Firebase.
///
///     let posts = InclusiveKeySource<Post, String>(key: { $0.key }, ascending: true) {
///       key, count throws(PagingError) in
///       KeyedPage(items: try await service.posts(endAt: key, limitToLast: count))
///     }
///
/// After a key, the source requests one more item than needed and omits the first item only if it
/// has that key. So a page of n items has n new items, even if n is 1, and no item is lost if the
/// item with the requested key has been deleted.
///
/// The list is newest first. A query that is limited to its last items returns the oldest first;
/// set `ascending` for such a query, and the source reverses its answers. An answer in the opposite
/// order is an error, because its pages would lead back to the key of the request.
public struct InclusiveKeySource<Item: Identifiable & Sendable, Key: Hashable & Sendable>:
  PagingSource
where Item.ID: Sendable {
  /// The key of an item.
  public typealias Cursor = Key
  /// Loads the items from a key on, including the item that has the key, or the first items if the
  /// key is nil.
  ///
  /// `count` items are requested: at least 1 from the start, and at least 2 from a key.
  public typealias Following = ExclusiveKeySource<Item, Key>.Following
  /// Loads the items directly before a key, and the item that has the key, in the same order as
  /// `Following`.
  public typealias Preceding = ExclusiveKeySource<Item, Key>.Preceding

  private let source: ExclusiveKeySource<Item, Key>

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - key: returns the key of an item, or nil if the item has none.
  ///   - ascending: whether answers are oldest first and must be reversed.
  ///   - shortPageEnds: whether a page with fewer items than requested is the last one if the
  ///     service returns no `hasMore`. Set it only for a service that neither limits the page size
  ///     nor omits items.
  ///   - preceding: loads backward; without it, a dropped page is loaded again by repeating the
  ///     request that loaded it.
  ///   - following: loads forward. It is called off the main actor and should make one request.
  ///     Except for the first page, its `count` includes the item that has the key.
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

  /// Creates a source over a client that throws its own errors.
  ///
  /// - Parameters:
  ///   - key: returns the key of an item, or nil if the item has none.
  ///   - ascending: whether answers are oldest first and must be reversed.
  ///   - shortPageEnds: whether a page with fewer items than requested is the last one if the
  ///     service returns no `hasMore`.
  ///   - mapError: converts an error of the client. A `PagingError` is passed on unchanged, and a
  ///     `CancellationError` becomes an error that can be retried.
  ///   - preceding: loads backward; nil if the service cannot.
  ///   - following: loads forward, as in the other initializer.
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

  /// Loads one page with one request.
  ///
  /// - Throws: the same errors as `ExclusiveKeySource.load(_:)`.
  public func load(_ request: PageRequest<Key>) async throws(PagingError) -> Page<Item, Key> {
    try await source.load(request)
  }
}

/// An answer of a service that pages by key.
public struct KeyedPage<Item: Sendable>: Sendable {
  /// The items in the order of the list, or in reverse if the source was created with `ascending`.
  public var items: [Item]
  /// Whether more items follow in the direction of the request; nil if the service does not say.
  public var hasMore: Bool?
  /// The number of items in the whole list; nil if the service does not say.
  public var totalCount: Int?

  /// Creates an answer.
  public init(items: [Item], hasMore: Bool? = nil, totalCount: Int? = nil) {
    self.items = items
    self.hasMore = hasMore
    self.totalCount = totalCount
  }
}
