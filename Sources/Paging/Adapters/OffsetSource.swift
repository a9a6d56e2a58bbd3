/// Pages by offset and limit: `?offset=100&limit=50`.
///
///     let posts = OffsetSource<Post> { offset, limit throws(PagingError) in
///       let answer = try await service.posts(offset: offset, limit: limit)
///       return OffsetPage(items: answer.posts, totalCount: answer.total)
///     }
///
/// Where the reader goes faster than single pages come, several are asked for at once. Where the
/// service gives a `totalCount` and `opensAtEnd` is true, the list has its full length from the
/// start and a jump to any item is one request.
///
/// The offset moves by what was received, so that a service that gives fewer than asked for is not
/// skipped through. The end is what the service says: `hasMore` if given, else `totalCount`; where
/// it says nothing, nothing at an offset is the end.
///
/// **Data that moves.** Each page begins with the held item beside it, which counts within the
/// limit: a service that allows 100 items is never asked for 101, and gives 99 new ones. Only pages
/// of a single item are asked for by two.
/// - it comes where it should: nothing has moved, and it is left out;
/// - it comes further on: items were inserted above; what precedes it is held already;
/// - it does not come: items were deleted above, or it was itself. Then the stretch one page back
///   is asked for, and the list goes on behind the held item, or with all of the stretch where it
///   is not there either: the engine drops what it has, and nothing is skipped.
///
/// Cost: an item of each page, a request more for a page after such a deletion, and a request more
/// at the end where the service says nothing. A move of more than a page between two loads is
/// *not* mended: after that many deletions items may be missed, and after that many insertions
/// items may come once more, or late. A service with keys or tokens has none of this.
public struct OffsetSource<Item: Identifiable & Sendable>: PagingSource where Item.ID: Sendable {
  /// A place between two items.
  public typealias Cursor = OffsetCursor<Item.ID>
  /// Loads up to `limit` items from an offset on.
  ///
  /// The limit is at least 1, and the offset at least the source's `start`.
  public typealias Ask =
    @Sendable (_ offset: Int, _ limit: Int) async throws(PagingError) -> OffsetPage<Item>

  /// The offset of the first item.
  public let start: Int
  /// Whether `G` may ask for the last page.
  public let opensAtEnd: Bool
  /// Whether an item may be asked for by its number, where the service gives a total.
  ///
  /// By default as `opensAtEnd`.
  public var opensAtItems: Bool
  /// How many pages are asked for at once at most; 1 for a service that counts requests.
  ///
  /// What is below 1 counts as 1.
  public var pagesAtOnce = 4
  let shortPageEnds: Bool
  private let ask: Ask

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - start: the offset of the first item.
  ///   - opensAtEnd: whether the service gives a total, so that its end can be asked for; that
  ///     costs two requests, or three where it gives fewer items than asked for.
  ///   - shortPageEnds: whether a page with fewer items than asked for is the last where the
  ///     service says nothing. Only for a service that neither limits the size nor leaves items
  ///     out.
  ///   - ask: makes one request. It is called off the main actor, and several times at once where
  ///     `pagesAtOnce` allows it.
  public init(
    start: Int = 0, opensAtEnd: Bool = false, shortPageEnds: Bool = false, ask: @escaping Ask
  ) {
    self.start = start
    self.opensAtEnd = opensAtEnd
    opensAtItems = opensAtEnd
    self.shortPageEnds = shortPageEnds
    self.ask = ask
  }

  /// Creates a source over a client that throws errors of its own.
  ///
  /// - Parameters:
  ///   - start: the offset of the first item.
  ///   - opensAtEnd: whether the service gives a total, so that its end can be asked for.
  ///   - shortPageEnds: whether a page with fewer items than asked for is the last where the
  ///     service says nothing.
  ///   - mapError: says what an error of the service's client is to a list. A `PagingError` stays
  ///     what it is, and a `CancellationError` is one that may be tried again.
  ///   - ask: makes one request, as in the other initializer.
  public init(
    start: Int = 0, opensAtEnd: Bool = false, shortPageEnds: Bool = false,
    mapError: @escaping @Sendable (any Error) -> PagingError,
    ask: @escaping @Sendable (_ offset: Int, _ limit: Int) async throws -> OffsetPage<Item>
  ) {
    self.init(
      start: start, opensAtEnd: opensAtEnd, shortPageEnds: shortPageEnds,
      ask: PagingError.mapping(mapError, ask))
  }

  /// It can be entered at its end and at any item where the service gives a total.
  public var traits: PagingTraits {
    PagingTraits(
      opensAtEnd: opensAtEnd, opensAtItems: opensAtItems, pagesAtOnce: pagesAtOnce,
      hasStableCursors: false)
  }

  /// Loads one page by one request to three, or several by one each.
  ///
  /// - Throws: what the service throws, as it is; of several requests at once, only what the first
  ///   of them threw. Where the end is asked for, also an error if the service gives no total.
  public func load(
    _ request: PageRequest<Cursor>
  ) async throws(PagingError) -> Page<Item, Cursor> {
    switch request.position {
    case .start: try await page(at: start, count: request.size)
    case .end: try await lastPage(count: request.size)
    case .number(let item):
      try await page(at: start + min(item, .max / 2), count: request.size)
    case .after(let cursor):
      try await page(after: cursor, count: max(request.size, 2), pages: request.pages)
    case .before(let cursor): try await page(before: cursor, count: max(request.size, 2))
    }
  }

  func stretch(at offset: Int, count: Int) async throws(PagingError) -> OffsetStretch<Item> {
    OffsetStretch(start: offset, asked: count, answer: try await ask(offset, count))
  }

  /// The place before an item of a stretch, to go back from.
  func before(_ index: Int, of stretch: OffsetStretch<Item>) -> Continuation<Cursor> {
    let offset = stretch.start + index
    guard offset > start else { return .end }
    let neighbour = index < stretch.items.count ? stretch.items[index].id : nil
    return .more(Cursor(offset: offset, neighbour: neighbour))
  }

  /// Whether the service says that nothing follows; nil if it says nothing.
  func saysEnd(after stretch: OffsetStretch<Item>) -> Bool? {
    if let hasMore = stretch.answer.hasMore { return !hasMore }
    if let total = stretch.answer.totalCount, !stretch.answer.isEstimate {
      return stretch.end - start >= total
    }
    return shortPageEnds && stretch.items.count < stretch.asked ? true : nil
  }

  /// Asks for the first item to learn the total, and then for the last ones.
  private func lastPage(count: Int) async throws(PagingError) -> Page<Item, Cursor> {
    let head = try await stretch(at: start, count: 1)
    guard let said = head.answer.totalCount else { throw .noTotal }
    let total = min(max(said, 0), .max / 2)
    let wanted = min(count, total)
    var last = try await stretch(at: start + total - wanted, count: max(wanted, 1))
    if !last.items.isEmpty, last.items.count < wanted {
      let given = last.items.count
      last = try await stretch(at: start + total - given, count: given)
    }
    return page(of: last)
  }
}

/// A place between two items of a service that pages by offset.
public struct OffsetCursor<ID: Hashable & Sendable>: Hashable, Sendable {
  /// The offset of the item that follows the place.
  public let offset: Int
  /// The held item beside it, which shows whether the data has moved: the one above where the list
  /// goes on, the one below where it goes back; nil if none is known.
  public let neighbour: ID?

  /// Creates a cursor, as for a list that goes on where an earlier run of the program left it.
  public init(offset: Int, neighbour: ID? = nil) {
    self.offset = offset
    self.neighbour = neighbour
  }
}

/// What a service that pages by offset answers; what it does not say is nil.
public struct OffsetPage<Item: Sendable>: Sendable {
  /// The items in the order of the list.
  public var items: [Item]
  /// How many items there are in all; what is below zero counts as zero.
  public var totalCount: Int?
  /// Whether the count may be wrong: the list then shows it, and does not end by it.
  public var isEstimate = false
  /// Whether more items follow.
  public var hasMore: Bool?

  /// Creates an answer.
  public init(items: [Item], totalCount: Int? = nil, hasMore: Bool? = nil) {
    self.items = items
    self.totalCount = totalCount
    self.hasMore = hasMore
  }
}
