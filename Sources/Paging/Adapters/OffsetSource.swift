/// A source that pages by offset and limit: `?offset=100&limit=50`.
///
///     let posts = OffsetSource<Post> { offset, limit throws(PagingError) in
///       let answer = try await service.posts(offset: offset, limit: limit)
///       return OffsetPage(items: answer.posts, totalCount: answer.total)
///     }
///
/// If the reader scrolls faster than pages arrive one at a time, several pages are requested at
/// once. If the service returns a `totalCount` and `opensAtEnd` is true, the list has its full
/// length from the start, and a jump to any item takes one request.
///
/// The offset advances by the number of received items, so that no items are skipped if a service
/// returns fewer than requested. The end is where `hasMore` is false, or else where `totalCount` is
/// reached; without either, an empty answer is the end, or a short one if `shortPageEnds` is true.
///
/// **Data that moves.** A request next to held items includes the adjacent one, which counts toward
/// the limit: a service that allows 100 items is never asked for 101, and returns 99 new ones. Only
/// a page of one item is requested with a limit of two.
/// - The held item is in its place: nothing has moved, and the item is omitted.
/// - It is further down: items were inserted above; the items before it are already held.
/// - It is missing: it was deleted, or items above it were. In that case the source requests the
///   stretch one page earlier and continues after the held item. If the item is not there either,
///   the whole stretch is used, and the engine drops the items that it holds already, so that
///   nothing is skipped.
///
/// Cost: one item of each page, one more request for a page after such a deletion, and one more
/// request at the end if the service does not report it. If the data moves by more than a page
/// between two loads, the list is *not* repaired: after that many deletions items may be missing,
/// and after that many insertions items may be repeated or appear late. Keys and tokens avoid these
/// problems.
public struct OffsetSource<Item: Identifiable & Sendable>: PagingSource where Item.ID: Sendable {
  /// A position between two items of a service that pages by offset.
  public typealias Cursor = OffsetCursor<Item.ID>
  /// Loads up to `limit` items, beginning at an offset.
  ///
  /// The limit is at least 1, and the offset at least the source's `start`. The offset may lie
  /// beyond the last item, because several pages are requested at once and a total may be wrong;
  /// the answer then has no items.
  public typealias Ask =
    @Sendable (_ offset: Int, _ limit: Int) async throws(PagingError) -> OffsetPage<Item>

  /// The offset of the first item.
  public let start: Int
  /// Whether the last page can be requested, for example by the `G` key.
  public let opensAtEnd: Bool
  /// Whether items can be requested by number, for which the service must return a total.
  ///
  /// It is initially equal to `opensAtEnd`.
  public var opensAtItems: Bool
  /// The largest number of pages requested at once; set it to 1 for a service that limits the
  /// number of requests.
  ///
  /// Values below 1 count as 1.
  public var pagesAtOnce = 4
  let shortPageEnds: Bool
  private let ask: Ask

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - start: the offset of the first item.
  ///   - opensAtEnd: whether the service returns a total, so that its end can be requested; that
  ///     takes two requests, or three if it returns fewer items than requested.
  ///   - shortPageEnds: whether a page with fewer items than requested is the last one if the
  ///     service reports no end. Set it only for a service that neither limits the page size nor
  ///     omits items.
  ///   - ask: makes one request. It is called off the main actor, and several times at once if
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

  /// Creates a source over a client that throws its own errors.
  ///
  /// - Parameters:
  ///   - start: the offset of the first item.
  ///   - opensAtEnd: whether the service returns a total, so that its end can be requested.
  ///   - shortPageEnds: whether a page with fewer items than requested is the last one if the
  ///     service reports no end.
  ///   - mapError: converts an error of the client. A `PagingError` is passed on unchanged, and a
  ///     `CancellationError` becomes an error that can be retried.
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

  /// The traits: the list can be opened at its end if `opensAtEnd` is true, and at any item if
  /// `opensAtItems` is true.
  ///
  /// For both, the service must return a total.
  public var traits: PagingTraits {
    PagingTraits(
      opensAtEnd: opensAtEnd, opensAtItems: opensAtItems, pagesAtOnce: pagesAtOnce,
      hasStableCursors: false)
  }

  /// Loads one page with one to three requests, or several pages with about one request each.
  ///
  /// - Throws: the errors of the service, unchanged; if several requests are made at once, only the
  ///   error of the first one. If the end is requested and the service returns no total, the source
  ///   itself throws an error.
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

  /// Returns the continuation before an item of a stretch, from which to load backward.
  func before(_ index: Int, of stretch: OffsetStretch<Item>) -> Continuation<Cursor> {
    let offset = stretch.start + index
    guard offset > start else { return .end }
    let neighbour = index < stretch.items.count ? stretch.items[index].id : nil
    return .more(Cursor(offset: offset, neighbour: neighbour))
  }

  /// Whether the service reports that nothing follows; nil if it does not say.
  func saysEnd(after stretch: OffsetStretch<Item>) -> Bool? {
    if let hasMore = stretch.answer.hasMore { return !hasMore }
    if let total = stretch.answer.totalCount, !stretch.answer.isEstimate {
      return stretch.end - start >= total
    }
    return shortPageEnds && stretch.items.count < stretch.asked ? true : nil
  }

  /// Requests the first item to learn the total, and then the last items.
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

/// A position between two items of a service that pages by offset.
public struct OffsetCursor<ID: Hashable & Sendable>: Hashable, Sendable {
  /// The offset of the item after the position.
  public let offset: Int
  /// The identity of the adjacent held item, which shows whether the data has moved; nil if no such
  /// item is known.
  ///
  /// In a forward load it is the item above the position, in a backward load the item below it.
  public let neighbour: ID?

  /// Creates a cursor, for example to continue a list where an earlier run of the program left off.
  public init(offset: Int, neighbour: ID? = nil) {
    self.offset = offset
    self.neighbour = neighbour
  }
}

/// An answer of a service that pages by offset; values that the service does not return are nil.
public struct OffsetPage<Item: Sendable>: Sendable {
  /// The items in the order of the list.
  public var items: [Item]
  /// The number of items in the whole list; a negative number counts as zero.
  public var totalCount: Int?
  /// Whether the count may be wrong; if so, the list shows it, but does not use it to find the end.
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
