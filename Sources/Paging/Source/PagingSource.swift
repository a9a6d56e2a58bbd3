/// A source of pages, which provides all the data of a list.
///
/// A source loads pages on request and keeps no state for a reader: its cursors contain everything
/// needed to continue. The engine calls `load` off the main actor, and cancels the task of a load
/// whose answer has become unnecessary. Apart from cancelled calls, at most one call for each
/// `LoadReason` runs at a time.
public protocol PagingSource<Item, Cursor>: Sendable {
  /// An item of a page.
  ///
  /// The list uses its identity to recognize duplicates and to keep the reader's place, so an item
  /// must have the same identity in every answer.
  associatedtype Item: Identifiable & Sendable where Item.ID: Sendable

  /// The source's own position marker: a page number, an offset, a key or a token.
  associatedtype Cursor: Hashable & Sendable

  /// The abilities of the source in addition to loading page by page; a source that wraps another
  /// source returns the traits of that source, as far as they still apply.
  var traits: PagingTraits { get }

  /// Returns a stream that sends an element when the items of the source may have changed; nil if
  /// the source cannot know that.
  ///
  /// A pager listens from its first load on. Each element causes at most one refresh around the
  /// reader's place; all elements that arrive during a refresh cause at most one more. So create
  /// the stream with `.bufferingNewest(1)`, because one waiting element is enough. Each call
  /// creates a new stream, which ends when nothing listens to it.
  func updates() -> AsyncStream<Void>?

  /// Loads one page, or as many consecutive ones as the request allows.
  ///
  /// It should make one request for each page, and neither wait nor retry: the pager does both.
  /// When its task is cancelled it should return soon; its result is then ignored.
  ///
  /// - Throws: an error with a message for the status line. The end is not an error: it is a page
  ///   with `.end` on that side.
  func load(
    _ request: PageRequest<Cursor>
  ) async throws(PagingError) -> Page<Item, Cursor>

  /// Returns the same page as `load(_:)` if it is available immediately: in memory, or in the
  /// system's cache of a file.
  ///
  /// A pager calls it first when a reader waits for the page, for example at the start and after a
  /// jump. It is called on the main actor, so it must not wait, and should take less than a
  /// millisecond. If it returns nil, for any reason, the pager calls `load`. `FilteredSource`
  /// returns the base's page without the omitted items; `MappedSource` returns nil, because its
  /// transform may be slow.
  func cachedPage(for request: PageRequest<Cursor>) -> Page<Item, Cursor>?
}

extension PagingSource {
  /// The default is a chain, which can only be loaded page by page.
  public var traits: PagingTraits { .chain }
  /// Returns nil by default, because most sources are not informed of changes.
  public func updates() -> AsyncStream<Void>? { nil }
  /// Returns nil by default: no page is available immediately.
  public func cachedPage(for request: PageRequest<Cursor>) -> Page<Item, Cursor>? { nil }
}

/// The abilities of a source in addition to loading page by page.
///
/// They are one value, so that a source that wraps another source passes on all of them, including
/// later additions.
public struct PagingTraits: Hashable, Sendable {
  /// Whether the last page can be requested directly, so that a jump to the end takes one load.
  public var opensAtEnd: Bool
  /// Whether a page that contains a given item can be requested by the number of that item.
  ///
  /// If the pages also have an extent, the list has its full length from the first page on, and a
  /// jump to any item takes one load.
  public var opensAtItems: Bool
  /// The maximum number of pages that can be loaded at once, by a source that can request several
  /// pages concurrently or several times the items in one request; 1 for a chain.
  ///
  /// The list requests several pages if the reader scrolls faster than pages arrive one at a time.
  /// Values below 1 count as 1.
  public var pagesAtOnce: Int { didSet { pagesAtOnce = max(1, pagesAtOnce) } }
  /// Whether a cursor leads to the same items even if other items are inserted or deleted before
  /// them, as a key or a token does and a page number does not.
  ///
  /// Only then do two answers with the same end cursor end at the same place.
  public var hasStableCursors: Bool
  /// Whether the list may have more items than `PageExtent.total`, because the totals of some
  /// services count something else.
  package var mayUndercount = false

  /// Creates traits; the defaults are those of a chain.
  public init(
    opensAtEnd: Bool = false, opensAtItems: Bool = false, pagesAtOnce: Int = 1,
    hasStableCursors: Bool = true
  ) {
    self.hasStableCursors = hasStableCursors
    self.opensAtEnd = opensAtEnd
    self.opensAtItems = opensAtItems
    self.pagesAtOnce = max(1, pagesAtOnce)
  }

  /// The traits of a source that can only be opened at its start, and whose pages each lead to the
  /// next.
  public static let chain = PagingTraits()

  /// The traits for a source that omits some items, so that the numbers of the remaining items are
  /// not known.
  public var withoutItemNumbers: PagingTraits {
    var traits = self
    traits.opensAtItems = false
    return traits
  }
}

/// The error of a failed load; the list shows it, and uses it to decide about retries.
public struct PagingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One line in lower case for a status line; it is shown as plain text and not interpreted.
  public let description: String
  /// Whether a retry may succeed: true for a network failure, false for a damaged file.
  public let isRetryable: Bool
  /// The time to wait before the next request; nil if the source did not specify one.
  public let retryAfter: Duration?
  /// Whether the cursor has expired, so that the list must restart from its first page.
  public let hasExpired: Bool

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - description: one line in lower case: the error, and its remedy, if any.
  ///   - isRetryable: whether a retry may succeed; it is false for an expired cursor.
  ///   - retryAfter: how long from now the source asks the pager to wait, as with `Retry-After` in
  ///     HTTP. The pager waits for the whole time before it retries; if the error is not retryable,
  ///     the time is ignored.
  ///   - hasExpired: whether the cursor has expired; a retry by the reader then restarts the list
  ///     from its first page.
  public init(
    _ description: String, isRetryable: Bool, retryAfter: Duration? = nil, hasExpired: Bool = false
  ) {
    self.description = description
    self.isRetryable = isRetryable && !hasExpired
    self.retryAfter = retryAfter
    self.hasExpired = hasExpired
  }
}
