public import Paging

/// A position between two pages of answers.
public enum PageCursor: Hashable, Sendable {
  /// A page given by its number.
  case page(PageNumberCursor)
  /// A position given by an offset.
  case offset(OffsetCursor<AnswerItemID>)
  /// A cursor from an answer.
  case cursor(AnswerCursor)
  /// The key of the last item before the position.
  case last(AnswerKey)
}

/// A source of pages for anything that answers with bytes, such as a command or a service.
///
///     let items = PagedAnswers(.offset) { address, limit throws(PagingError) in
///       try await service.bytes("items?offset=\(address.value ?? "0")&limit=\(limit)")
///     }
///
/// A closure fetches the bytes of a page by its address and a limit. The source parses them into
/// items and a cursor. If pages are found by cursors or links, the list ends at a page without one.
/// Otherwise it ends at a page without items; a short page does not end it. It also ends where an
/// answer marks the end. If an answer states the number of items or pages, the list knows its
/// extent. With page numbers or offsets, the user can go to an item by its number.
///
/// Cost: one call of the closure for each page, in many cases one more at the end of the list, and
/// the cost of `AnswerReader`.
public struct PagedAnswers: PagingSource {
  /// The way in which pages are found.
  public enum Style: Hashable, Sendable {
    /// By page number; several pages may be requested at once.
    case page
    /// By the number of items before them; several pages may be requested at once.
    case offset
    /// By a cursor in the previous answer.
    case cursor
    /// By the key of the last item of the previous page.
    case last
    /// By addresses of the neighboring pages, which come with the bytes (as in a header) or within
    /// them.
    case link
  }

  /// Options for parsing answers and counting pages.
  public struct Options: Sendable {
    /// The parser of the answers.
    public var reader = AnswerReader()
    /// The number of the first page.
    public var firstPage = 1
    /// The maximum number of simultaneous requests, if pages have numbers or offsets; 4 by default.
    ///
    /// Values below 1 count as 1.
    public var pagesAtOnce = 4
    /// The maximum number of items that are kept, so that they are not requested twice; 2,000 by
    /// default.
    public var remembered = 2_000
    /// The noun for the source in messages, such as "command".
    public var asked = "service"
    /// The message for a page that repeats the first one, because the service ignores the parameter
    /// that selects the page; nil for a general message.
    ///
    /// If it is not nil, such a page is refused even if its items have keys.
    package var unheeded: String?
    /// Whether all pages except the last link to the next one; a page with items but without such a
    /// link then ends the list, also if pages are found by number or offset.
    package var endsWithoutLink = false
    /// Whether answers are in reverse order, as when the last items before a key are requested.
    package var isReversed = false
    /// The error message if an answer says that more items follow, but its cursor cannot be placed
    /// in a request; if it is nil, the error says that the page has no cursor.
    package var unplaced: String?
    /// Converts the bytes of a page to UTF-8; the second parameter is the encoding that the service
    /// declares.
    package var decode: @Sendable (_ bytes: [UInt8], _ charset: String?) -> [UInt8] = { bytes, _ in
      bytes
    }

    /// Creates options with default values.
    public init() {}
  }

  /// Fetches the bytes of a page.
  ///
  /// It is called off the main actor; if pages have numbers or offsets, several calls may run at
  /// the same time. The limit counts items and is at least 1; an answer may have fewer or more.
  public typealias Fetch =
    @Sendable (_ address: PageAddress, _ limit: Int) async throws(PagingError) -> [UInt8]

  /// Fetches a page with the information that comes with its bytes; called like `Fetch`.
  public typealias FetchPage =
    @Sendable (_ fetch: PageFetch) async throws(PagingError) -> FetchedPage

  private let pages: AnsweredPages
  private let memory: PageMemory

  /// Creates a source from a closure that fetches bytes.
  public init(_ style: Style, _ options: Options = Options(), fetch: @escaping Fetch) {
    self.init(style, options) { asked throws(PagingError) in
      FetchedPage(try await fetch(asked.address, asked.limit))
    }
  }

  /// Creates a source from a closure that fetches pages with the information that comes with their
  /// bytes.
  public init(_ style: Style, _ options: Options = Options(), fetchPage: @escaping FetchPage) {
    pages = AnsweredPages(style, options, fetchPage)
    memory = PageMemory(atMost: options.remembered)
    let first = PageLoad(PageRequest(reason: .refresh, position: .start, count: 1))
    var traits = pages.source(first).traits
    traits.mayUndercount = true
    self.traits = traits
  }

  /// The abilities of the source: with page numbers or offsets, it loads several pages at once and
  /// can open the list at an item by its number.
  public let traits: PagingTraits

  /// Loads one page or several at once; the latest pages are kept until a refresh.
  ///
  /// - Throws: the error of the closure, or an error about its bytes, which is not retried
  ///   automatically. An error about the bytes comes from the parser, or has a cause such as the
  ///   following. The last two errors are reported once for each page.
  ///   - Pages are found by cursors, and the answer has no form for a cursor, says that more items
  ///     follow but has no cursor, or has a cursor that leads back to an earlier page.
  ///   - A later page begins with all items of the first page, and the list would not recognize
  ///     them by keys.
  ///   - The same page was received three times, and it is not certain that the list has ended.
  public func load(
    _ request: PageRequest<PageCursor>
  ) async throws(PagingError) -> Page<AnswerItem, PageCursor> {
    if request.reason != .refresh, let page = memory.page(at: request.position) { return page }
    let load = PageLoad(request)
    do throws(PagingError) {
      let page = try await pages.source(load).load(pages.sized(request))
      memory.remember(page, for: request)
      return load.completed(page, at: request.position)
    } catch {
      if let unchanged = load.unchanged {
        memory.remember(unchanged, for: request)
        return unchanged
      }
      pages.noteFailure()
      // The cursors in the kept pages have expired together with this one.
      if error.hasExpired { memory.removeAll() }
      throw error
    }
  }

  /// The kept page for a request; nil if none is kept.
  public func cachedPage(for request: PageRequest<PageCursor>) -> Page<AnswerItem, PageCursor>? {
    memory.page(at: request.position)
  }

  /// The page in which an item arrived; nil if the item has been forgotten.
  ///
  /// Cost: a pass over the items of the latest pages: at most 10,000 items, or more if a single
  /// page has more.
  package func page(of item: AnswerItemID) -> AskedPage? { pages.page(of: item) }

  /// A description of how the latest answer was parsed; nil before the first answer.
  public var explanation: String? { pages.explanation }

  /// The columns of comma-separated values, known after the first page; nil for other formats.
  public var rows: AnswerRows? { pages.rows }
}
