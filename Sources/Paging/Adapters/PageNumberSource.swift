/// A source of numbered pages: `?page=3&per_page=50`.
///
///     let posts = PageNumberSource<Post>(firstPage: 1) { number, size throws(PagingError) in
///       let answer = try await service.posts(page: number, size: size)
///       return NumberedPage(items: answer.posts, totalPages: answer.pages)
///     }
///
/// The page after number n is requested as n + 1; a number in the answer is ignored, because some
/// services count from 0 and others from 1. The end is determined by `hasMore`, or else by
/// `totalPages`, or else by `totalCount`. If the answer has only `totalCount`, the list ends when
/// that many items have been received, or at an empty page if the pages requested so far could hold
/// that many items. If the answer has none of these, an empty page is the end, or a short one if
/// `shortPageEnds` is true.
///
/// If the reader scrolls faster than pages arrive one at a time, several pages are requested at
/// once. If the service returns a `totalCount` and `opensAtEnd` is true, the list has its full
/// length from the start, and a jump to any item takes one request.
///
/// If items are inserted above, a page repeats items; they are recognized by their identities and
/// dropped. If items above are deleted, the same number of other items move across the edge of the
/// page and are missing from the list; `OffsetSource` detects such deletions.
public struct PageNumberSource<Item: Identifiable & Sendable>: PagingSource
where Item.ID: Sendable {
  /// The number and size of a page.
  public typealias Cursor = PageNumberCursor
  /// Loads the page with the given number, of `size` items.
  ///
  /// The number is at least the source's `firstPage`, and the size at least 1. The number may lie
  /// beyond the last page, because several pages are requested at once and a total may be wrong;
  /// the answer then has no items.
  public typealias Ask =
    @Sendable (_ number: Int, _ size: Int) async throws(PagingError) -> NumberedPage<Item>

  /// The number of the first page.
  public let firstPage: Int
  /// Whether the last page can be requested, for example by the `G` key.
  public let opensAtEnd: Bool
  /// Whether items can be requested by number, for which the service must return a total.
  ///
  /// It is initially equal to `opensAtEnd`. If it is set to true, the service must use the
  /// requested page size.
  public var opensAtItems: Bool
  /// The largest number of pages requested at once; set it to 1 for a service that limits the
  /// number of requests.
  ///
  /// Values below 1 count as 1.
  public var pagesAtOnce = 4
  private let shortPageEnds: Bool
  private let ask: Ask

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - firstPage: the number of the first page, as the service counts.
  ///   - opensAtEnd: whether the service returns a total, so that its last page can be requested;
  ///     that takes up to two requests.
  ///   - shortPageEnds: whether a page with fewer items than requested is the last one if the
  ///     service reports no end; this saves the request for an empty page. Set it only for a
  ///     service that neither limits the page size nor omits items.
  ///   - ask: makes one request. It is called off the main actor, and several times at once if
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

  /// Creates a source over a client that throws its own errors.
  ///
  /// - Parameters:
  ///   - firstPage: the number of the first page, as the service counts.
  ///   - opensAtEnd: whether the service returns a total, so that its last page can be requested.
  ///   - shortPageEnds: whether a page with fewer items than requested is the last one if the
  ///     service reports no end.
  ///   - mapError: converts an error of the client. A `PagingError` is passed on unchanged, and a
  ///     `CancellationError` becomes an error that can be retried.
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

  /// The traits: the list can be opened at its end if `opensAtEnd` is true, and at any item if
  /// `opensAtItems` is true.
  ///
  /// For both, the service must return a total.
  public var traits: PagingTraits {
    PagingTraits(
      opensAtEnd: opensAtEnd, opensAtItems: opensAtItems, pagesAtOnce: pagesAtOnce,
      hasStableCursors: false)
  }

  /// Loads one or several pages, with one request each; the end takes up to two requests.
  ///
  /// - Throws: the errors of the service, unchanged; if several requests are made at once, only the
  ///   error of the first one. If the end is requested and the service returns no total, the source
  ///   itself throws an error.
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
      // The held page follows, even if the service now reports otherwise.
      page.after = .more(PageNumberCursor(number: held.number - 1, size: held.size))
      return page
    }
  }

  /// Loads consecutive pages after a page, up to the last one.
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

  /// Returns the position of a page in the whole list, if the service counts items, or pages of a
  /// known size.
  ///
  /// If the service reports its page size, the position is computed from that size and the page
  /// number, otherwise from the items received before this page. If neither is known, the
  /// position is computed from the requested size, but only if the service seems to use that size.
  /// The position of an empty page is never computed from its number, because the last page before
  /// it may not be full.
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

  /// Returns the number of items on all pages, which is exact only if this page is the last one;
  /// nil if it cannot be computed.
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
      // If the service limits the page size, the list has more pages than computed here, but none
      // of them is empty.
      return answer.items.isEmpty && walked >= pages(of: count, size: cursor.size)
    }
    return answer.items.isEmpty || (shortPageEnds && answer.items.count < cursor.size)
  }

  /// Requests the first page to learn the total, and then the last page.
  private func lastPage(size: Int) async throws(PagingError) -> Page<Item, Cursor> {
    let head = try await ask(firstPage, size)
    // The number of pages follows from the size that the service used, not from the requested one.
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
  /// Returns the product, limited to half of the largest integer so that later additions cannot
  /// overflow.
  fileprivate func clampedProduct(with other: Int) -> Int {
    let (product, overflows) = multipliedReportingOverflow(by: other)
    return overflows ? .max / 2 : Swift.min(product, .max / 2)
  }
}

/// The cursor of a service that pages by number: it identifies a page, and thereby the positions
/// before and after that page.
public struct PageNumberCursor: Hashable, Sendable {
  /// The page number as requested; the first page has the source's `firstPage`.
  ///
  /// A number in the service's answer is ignored.
  public let number: Int
  /// The requested page size; the same number with another size would be another position.
  public let size: Int
  /// The number of items received up to the end of the page; nil if the list was not loaded from
  /// its start.
  public let received: Int?

  /// Creates a cursor, for example to continue a list where an earlier run of the program left off.
  ///
  /// - Parameters:
  ///   - number: the page number, as the service counts.
  ///   - size: the requested page size.
  ///   - received: the number of items up to the end of the page. With nil, a list whose service
  ///     returns only a total of items ends at an empty page.
  public init(number: Int, size: Int, received: Int? = nil) {
    self.number = number
    self.size = size
    self.received = received
  }
}

/// An answer of a service that pages by number; values that the service does not return are nil.
public struct NumberedPage<Item: Sendable>: Sendable {
  /// The items in the order of the list.
  public var items: [Item]
  /// The number of pages; 0 if the list is empty.
  public var totalPages: Int?
  /// The number of items on all pages.
  public var totalCount: Int?
  /// The page size that the service reports, not the number of items received.
  public var pageSize: Int?
  /// Whether the counts may be wrong; if so, the list shows them, but does not use them to find the
  /// end.
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
