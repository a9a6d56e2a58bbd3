/// Pages with numbers: `?page=3&per_page=50`.
///
///     let posts = PageNumberSource<Post>(firstPage: 1) { number, size throws(PagingError) in
///       let answer = try await service.posts(page: number, size: size)
///       return NumberedPage(items: answer.posts, totalPages: answer.pages)
///     }
///
/// After page n comes n + 1 as asked; a number in the answer is ignored, because some services
/// count from 0 and others from 1. The end is what the service says: `hasMore` if given, else
/// `totalPages`, else `totalCount`. With a total of items alone the list ends once as many were
/// received, or at an empty page that lies beyond them. Where the service says nothing an empty
/// page is the end.
///
/// Where the reader goes faster than single pages come, several are asked for at once. Where the
/// service gives a `totalCount` and `opensAtEnd` is true, the list has its full length from the
/// start and a jump to any item is one request.
///
/// Items that are inserted above come again and are dropped by their identity. Items that are
/// deleted above draw as many past the edge of the page, unseen; `OffsetSource` notices.
public struct PageNumberSource<Item: Identifiable & Sendable>: PagingSource
where Item.ID: Sendable {
  /// A page.
  public typealias Cursor = PageNumberCursor
  /// Loads the page with a number, of `size` items.
  ///
  /// The number is at least the source's `firstPage`, and the size at least 1.
  public typealias Ask =
    @Sendable (_ number: Int, _ size: Int) async throws(PagingError) -> NumberedPage<Item>

  /// The number of the first page.
  public let firstPage: Int
  /// Whether `G` may ask for the last page.
  public let opensAtEnd: Bool
  /// Whether an item may be asked for by its number, where the service gives a total.
  ///
  /// By default as `opensAtEnd`. The size of a page must then be the one that the service keeps to.
  public var opensAtItems: Bool
  /// How many pages are asked for at once at most; 1 for a service that counts requests.
  ///
  /// What is below 1 counts as 1.
  public var pagesAtOnce = 4
  private let shortPageEnds: Bool
  private let ask: Ask

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - firstPage: the number of the first page, as the service counts.
  ///   - opensAtEnd: whether the service gives a total, so that its last page can be asked for;
  ///     that costs two requests.
  ///   - shortPageEnds: whether a page with fewer items than asked for is the last where the
  ///     service says nothing; it saves the request for an empty page. Only for a service that
  ///     neither limits the size nor leaves items out.
  ///   - ask: makes one request. It is called off the main actor, and several times at once where
  ///     `pagesAtOnce` allows it.
  public init(
    firstPage: Int = 1, opensAtEnd: Bool = false, shortPageEnds: Bool = false, ask: @escaping Ask
  ) {
    self.firstPage = firstPage
    self.opensAtEnd = opensAtEnd
    opensAtItems = opensAtEnd
    self.shortPageEnds = shortPageEnds
    self.ask = ask
  }

  /// Creates a source over a client that throws errors of its own.
  ///
  /// - Parameters:
  ///   - firstPage: the number of the first page, as the service counts.
  ///   - opensAtEnd: whether the service gives a total, so that its last page can be asked for.
  ///   - shortPageEnds: whether a page with fewer items than asked for is the last where the
  ///     service says nothing.
  ///   - mapError: says what an error of the service's client is to a list. A `PagingError` stays
  ///     what it is, and a `CancellationError` is one that may be tried again.
  ///   - ask: makes one request, as in the other initializer.
  public init(
    firstPage: Int = 1, opensAtEnd: Bool = false, shortPageEnds: Bool = false,
    mapError: @escaping @Sendable (any Error) -> PagingError,
    ask: @escaping @Sendable (_ number: Int, _ size: Int) async throws -> NumberedPage<Item>
  ) {
    self.init(
      firstPage: firstPage, opensAtEnd: opensAtEnd, shortPageEnds: shortPageEnds,
      ask: PagingError.mapping(mapError, ask))
  }

  /// It can be entered at its end and at any item where the service gives a total.
  public var traits: PagingTraits {
    PagingTraits(
      opensAtEnd: opensAtEnd, opensAtItems: opensAtItems, pagesAtOnce: pagesAtOnce,
      hasStableCursors: false)
  }

  /// Loads one page, or several; one request each, but for the end.
  ///
  /// - Throws: what the service throws, as it is; of several requests at once, only what the first
  ///   of them threw. Where the end is asked for, also an error if the service gives no total.
  public func load(
    _ request: PageRequest<Cursor>
  ) async throws(PagingError) -> Page<Item, Cursor> {
    switch request.position {
    case .start: return try await page(firstPage, size: request.size, preceding: 0)
    case .end: return try await lastPage(size: request.size)
    case .number(let item):
      return try await page(firstPage + item / request.size, size: request.size, preceding: nil)
    case .after(let held): return try await pages(after: held, atMost: request.pages)
    case .before(let held):
      guard held.number > firstPage else {
        return Page(items: [], before: .end, after: .more(held))
      }
      var page = try await page(held.number - 1, size: held.size, preceding: nil)
      // The page that it was asked from follows, whatever the service says by now.
      page.after = .more(PageNumberCursor(number: held.number - 1, size: held.size))
      return page
    }
  }

  /// The pages after one in a row, down to the last.
  private func pages(
    after held: Cursor, atMost count: Int
  ) async throws(PagingError) -> Page<Item, Cursor> {
    let answers = try await SideBySide.load(count) { [ask] number throws(PagingError) in
      try await ask(held.number + 1 + number, held.size)
    }
    var joined = Page<Item, Cursor>(items: [], before: .more(held), after: .more(held))
    var received = held.received
    for (index, answer) in answers.answers.enumerated() where joined.after != .end {
      let page = page(
        of: answer, number: held.number + 1 + index, size: held.size, preceding: received)
      received = received.map { $0 + page.items.count }
      joined = index == 0 ? page : joined.followed(by: page)
    }
    if joined.after != .end { joined.failure = answers.failure }
    return joined
  }

  private func page(
    _ number: Int, size: Int, preceding: Int?
  ) async throws(PagingError) -> Page<Item, Cursor> {
    page(of: try await ask(number, size), number: number, size: size, preceding: preceding)
  }

  private func page(
    of answer: NumberedPage<Item>, number: Int, size: Int, preceding: Int?
  ) -> Page<Item, Cursor> {
    let cursor = PageNumberCursor(
      number: number, size: size, received: preceding.map { $0 + answer.items.count })
    let isLast = isLast(answer, at: cursor)
    var page = Page(
      items: answer.items, before: number > firstPage ? .more(cursor) : .end,
      after: isLast ? .end : .more(cursor))
    page.extent = extent(of: answer, at: cursor, preceding: preceding, isLast: isLast)
    return page
  }

  /// Where a page stands among all items, if the service counts them, or pages of a known size.
  ///
  /// Its number tells that where the size of a page is known, else the way that was walked. Without either that
  /// is known only where the service keeps to the size it was asked for. The number of an empty page tells nothing,
  /// because it lies behind a last page that need not be full.
  private func extent(
    of answer: NumberedPage<Item>, at cursor: Cursor, preceding: Int?, isLast: Bool
  ) -> PageExtent? {
    let pages = cursor.number - firstPage
    let numbered = answer.pageSize.map { pages.clampedProduct(with: $0) }
    let keepsSize = isLast || answer.items.count == cursor.size
    let asked = keepsSize ? pages.clampedProduct(with: cursor.size) : nil
    let start = answer.items.isEmpty ? preceding : numbered ?? preceding ?? asked
    guard let start else { return nil }
    let said = answer.isEstimate && isLast ? nil : answer.totalCount
    return (said ?? total(of: answer, start: start, isLast: isLast)).map {
      PageExtent(start: start, total: max($0, start + answer.items.count))
    }
  }

  /// As many items as all pages have together, until the last one tells.
  private func total(of answer: NumberedPage<Item>, start: Int, isLast: Bool) -> Int? {
    guard answer.totalCount != nil || answer.pageSize != nil else { return nil }
    guard !isLast else { return start + answer.items.count }
    guard let pages = answer.totalPages, let size = answer.pageSize else { return nil }
    return pages.clampedProduct(with: size)
  }

  private func isLast(_ answer: NumberedPage<Item>, at cursor: Cursor) -> Bool {
    let walked = cursor.number - firstPage + 1
    if let hasMore = answer.hasMore { return !hasMore }
    if let pages = answer.totalPages, !answer.isEstimate { return walked >= pages }
    if let count = answer.totalCount, !answer.isEstimate {
      if let received = cursor.received, received >= count { return true }
      // A service that limits the size has more pages than this, but no empty one among them.
      return answer.items.isEmpty && walked >= pages(of: count, size: cursor.size)
    }
    return answer.items.isEmpty || (shortPageEnds && answer.items.count < cursor.size)
  }

  /// Asks for the first page to learn the total, and then for the last.
  private func lastPage(size: Int) async throws(PagingError) -> Page<Item, Cursor> {
    let head = try await ask(firstPage, size)
    // The size that counts is the one that the service keeps to, not the one it was asked for.
    let kept = max(head.pageSize ?? head.items.count, 1)
    let counted = head.totalCount.map { pages(of: $0, size: kept) }
    guard let total = head.totalPages ?? counted else { throw .noTotal }
    guard total > 1 else { return page(of: head, number: firstPage, size: size, preceding: 0) }
    return try await page(
      firstPage + min(total, .max / 2) - 1, size: kept, preceding: nil)
  }

  private func pages(of count: Int, size: Int) -> Int {
    count / size + (count % size > 0 ? 1 : 0)
  }
}

extension Int {
  /// A product, or the half of what an integer holds where it is larger: a place still has room
  /// beyond it.
  fileprivate func clampedProduct(with other: Int) -> Int {
    let (product, overflows) = multipliedReportingOverflow(by: other)
    return overflows ? .max / 2 : Swift.min(product, .max / 2)
  }
}

/// A page of a service that pages by number: the place before it and after it.
public struct PageNumberCursor: Hashable, Sendable {
  /// The page's number as it was asked for, whatever the service calls it in its answer; the first
  /// page has the source's `firstPage`.
  public let number: Int
  /// The items asked for; with another size the same number would be another place.
  public let size: Int
  /// The items received up to the page's end; nil where the list was not walked from its start.
  public let received: Int?

  /// Creates a cursor, as for a list that goes on where an earlier run of the program left it.
  ///
  /// - Parameters:
  ///   - number: as the service counts.
  ///   - size: the items asked for in a page.
  ///   - received: the items up to the page's end; with nil a list whose service gives a total of
  ///     items alone ends at an empty page.
  public init(number: Int, size: Int, received: Int? = nil) {
    self.number = number
    self.size = size
    self.received = received
  }
}

/// What a service that pages by number answers; what it does not say is nil.
public struct NumberedPage<Item: Sendable>: Sendable {
  /// The items in the order of the list.
  public var items: [Item]
  /// How many pages there are; 0 where there is nothing.
  public var totalPages: Int?
  /// How many items there are on all pages.
  public var totalCount: Int?
  /// How many items a page has, as the service says; not how many came.
  public var pageSize: Int?
  /// Whether the counts may be wrong: the list then shows them, and does not end by them.
  public var isEstimate = false
  /// Whether another page follows.
  public var hasMore: Bool?

  /// Creates an answer.
  public init(
    items: [Item], totalPages: Int? = nil, totalCount: Int? = nil, pageSize: Int? = nil,
    hasMore: Bool? = nil
  ) {
    self.items = items
    self.totalPages = totalPages
    self.totalCount = totalCount
    self.pageSize = pageSize
    self.hasMore = hasMore
  }
}
