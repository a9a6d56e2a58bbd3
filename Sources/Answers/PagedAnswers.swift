public import Paging

/// A place between two pages of answers.
public enum PageCursor: Hashable, Sendable {
  /// A page with a number.
  case page(PageNumberCursor)
  /// A place by an offset.
  case offset(OffsetCursor<AnswerItemID>)
  /// What a page has said to lead on.
  case cursor(AnswerCursor)
  /// The identity of the last item.
  case last(AnswerKey)
}

/// The pages of anything that answers in bytes: a command, a service.
///
///     let items = PagedAnswers(.offset) { address, limit throws(PagingError) in
///       try await service.bytes("items?offset=\(address.value ?? "0")&limit=\(limit)")
///     }
///
/// Made of an address and a limit are the bytes of a page, by a closure; made of the bytes are its
/// items and what leads on. The list ends with a page without items, however few a page has; with
/// cursors at one that names no other; and where the answers say that nothing follows. How many
/// items or pages there are, where an answer says it, becomes the list's extent, so that an item can be gone to by
/// its number.
///
/// Cost: one call of the closure a page, two at its end, and what `AnswerReader` takes.
public struct PagedAnswers: PagingSource {
  /// How pages are found.
  public enum Style: Hashable, Sendable {
    /// By their numbers, several at once.
    case page
    /// By how many items precede them, several at once.
    case offset
    /// By what the page before says.
    case cursor
    /// By the identity of the last item of the page before.
    case last
    /// By addresses that pages name: beside their bytes, as in a header, or in them.
    case link
  }

  /// How answers are read, and pages counted.
  public struct Options: Sendable {
    /// How answers are read.
    public var reader = AnswerReader()
    /// The number of the first page.
    public var firstPage = 1
    /// How many pages are asked for at once at most, where they have numbers or offsets; 4 by default.
    ///
    /// What is below 1 counts as 1.
    public var pagesAtOnce = 4
    /// Items that are remembered at most, so that what has come is not asked for again; 2,000 by default.
    public var remembered = 2_000
    /// The word for what is asked, such as a command, in what a reader is told.
    public var asked = "address"
    /// What a reader is told where another page is the first again, because the service takes no notice of what says which page is
    /// wanted; nil where items with keys may come again.
    package var unheeded: String?
    /// Whether answers have the first item of the list last, as where the last items before a key are asked for.
    package var isReversed = false
    /// What a reader is told where an answer says that more follows, and what leads there cannot be placed in a request; nil where it
    /// does not say where.
    package var unplaced: String?

    /// Creates options with their defaults.
    public init() {}
  }

  /// Gets the bytes of a page.
  ///
  /// It is called off the main actor, and several times at once where pages have
  /// numbers or offsets. The limit counts items, at least 1; an answer may have fewer or more.
  public typealias Fetch =
    @Sendable (_ address: PageAddress, _ limit: Int) async throws(PagingError) -> [UInt8]

  /// Gets a page with what is said of it beside its bytes, in the same way.
  public typealias FetchPage =
    @Sendable (_ fetch: PageFetch) async throws(PagingError) -> FetchedPage

  private let pages: AnsweredPages
  private let memory: PageMemory

  /// Creates a source.
  public init(_ style: Style, _ options: Options = Options(), fetch: @escaping Fetch) {
    self.init(style, options) { asked throws(PagingError) in
      FetchedPage(try await fetch(asked.address, asked.limit))
    }
  }

  /// Creates a source of pages that say something beside their bytes.
  public init(_ style: Style, _ options: Options = Options(), fetchPage: @escaping FetchPage) {
    pages = AnsweredPages(style, options, fetchPage)
    memory = PageMemory(atMost: options.remembered)
    traits =
      pages.source(PageLoad(PageRequest(reason: .refresh, position: .start, count: 1))).traits
  }

  /// Several pages at once, and any item by its number, where pages have numbers or offsets.
  public let traits: PagingTraits

  /// Loads a page, or several at once; what came before is remembered, until a refresh.
  ///
  /// - Throws: what the closure throws, or what is wrong with its bytes. Also, as errors that are not tried again by
  ///   themselves: where pages are found by cursors and the answer is not an object of JSON, and once where another
  ///   page begins with all items of the first and none of them has a key.
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
      // What leads on from the pages before leads nowhere any more.
      if error.hasExpired { memory.removeAll() }
      throw error
    }
  }

  /// A page that came before and is remembered; nil where none is.
  public func cachedPage(for request: PageRequest<PageCursor>) -> Page<AnswerItem, PageCursor>? {
    memory.page(at: request.position)
  }

  /// The page that an item came in; nil where that is not known any more.
  ///
  /// Cost: a pass over the items of the pages that came last: 10,000 at most, or one page.
  package func page(of item: AnswerItemID) -> AskedPage? { pages.page(of: item) }

  /// What was found in the answer that came last, and why; nil before the first.
  public var explanation: String? { pages.explanation }

  /// The columns of rows of comma-separated values, once the first page has come; nil where there are none.
  public var rows: AnswerRows? { pages.rows }
}
