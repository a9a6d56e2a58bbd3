/// Anything that comes in pages: the one thing a list needs from its data.
///
/// A source is asked for one page at a time and keeps no state of a reader: what it needs to go on
/// is in the cursors it hands out. The engine calls `load` off the main actor, never twice for the
/// same edge at once, and cancels the task of a load whose answer is not wanted any more.
public protocol PagingSource<Item, Cursor>: Sendable {
  /// What a page holds.
  ///
  /// The identity decides what is a duplicate, and holds the reader's place: it must stay the same,
  /// whichever answer the item comes in.
  associatedtype Item: Identifiable & Sendable where Item.ID: Sendable

  /// The source's own place marker: a page number, an offset, a key or a token.
  associatedtype Cursor: Hashable & Sendable

  /// What it can do beside going on page by page; a source over another passes the other's on.
  var traits: PagingTraits { get }

  /// Sends an element when there may be more than was loaded, or something else; nil for a source
  /// that cannot tell.
  ///
  /// A pager listens from its first load on. Each element leads to one refresh around the reader,
  /// and any number of them during a refresh to one more. So make the stream with
  /// `.bufferingNewest(1)`: one waiting element says as much as many. Each call makes a new stream,
  /// which ends when nothing listens.
  func updates() -> AsyncStream<Void>?

  /// Loads one page, or as many in a row as the request allows.
  ///
  /// It should make one request and neither wait nor try again by itself: the pager does both. When
  /// its task is cancelled it should end soon; what it returns or throws then changes nothing.
  ///
  /// - Throws: what went wrong, with a text for the status line. That there is nothing more is not
  ///   an error: it is a page with `.end` on that side.
  func load(
    _ request: PageRequest<Cursor>
  ) async throws(PagingError) -> Page<Item, Cursor>

  /// The same page, where it is at hand: in memory, or in the system's cache of a file.
  ///
  /// A pager asks for it first where a reader has nothing else to look at, at the start and after a
  /// jump. It is called on the main actor, so it must not wait, and should take less than a
  /// millisecond. nil, also for whatever fails, leads to `load`. `FilteredSource` passes the base's
  /// page on; `MappedSource` has none, because its transform may be slow.
  func cachedPage(for request: PageRequest<Cursor>) -> Page<Item, Cursor>?
}

extension PagingSource {
  /// Most sources form a chain and can only be walked to their end.
  public var traits: PagingTraits { .chain }
  /// Most sources do not know of changes: nil.
  public func updates() -> AsyncStream<Void>? { nil }
  /// By default nothing is available at once: nil.
  public func cachedPage(for request: PageRequest<Cursor>) -> Page<Item, Cursor>? { nil }
}

/// What a source can do beside going on page by page.
///
/// One value, so that a source over another passes on all of it, also what is added later.
public struct PagingTraits: Hashable, Sendable {
  /// Whether a page can be asked for at the end without walking there, so that `G` is one load.
  public var opensAtEnd: Bool
  /// Whether a page can be asked for at any item by its number.
  ///
  /// Where the pages also say their extent, the list has its full length from the first one on, and
  /// a jump to any item is one load.
  public var opensAtItems: Bool
  /// How many pages can be loaded at once, as where they have numbers or offsets; 1 for a chain.
  ///
  /// More than one is asked for where the reader goes faster than single loads come. What is below
  /// 1 counts as 1.
  public var pagesAtOnce: Int { didSet { pagesAtOnce = max(1, pagesAtOnce) } }
  /// Whether a cursor leads to the same items though others come or go before them, as a key or a
  /// token does, and the number of a page does not.
  ///
  /// Only then do two answers that end at the same cursor end at the same place.
  public var hasStableCursors: Bool

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

  /// A source that begins at its start, and each page leads to the next.
  public static let chain = PagingTraits()

  /// The same source where some items are left out: then it is not known which number an item has.
  public var withoutItemNumbers: PagingTraits {
    var traits = self
    traits.opensAtItems = false
    return traits
  }
}

/// Why a load failed: a value that the list shows and decides by.
public struct PagingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One line in lower case, fit for a status line; shown as text, never obeyed.
  public let description: String
  /// Whether trying again may help: true for a network, false for a damaged file.
  public let isRetryable: Bool
  /// The time that must pass before the source may be asked again; nil where it said none.
  public let retryAfter: Duration?
  /// Whether the cursor leads nowhere any more, so that only a start from the first page goes on.
  public let hasExpired: Bool

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - description: one line in lower case: what is wrong, and what to do if there is anything.
  ///   - isRetryable: whether trying again may help; false in any case where the cursor has expired.
  ///   - retryAfter: the time from now that the source asked for, as `Retry-After` does in HTTP. It
  ///     is waited for whole, however long; meant only where the failure may pass.
  ///   - hasExpired: whether the cursor leads nowhere any more; a key then begins the list again.
  public init(
    _ description: String, isRetryable: Bool, retryAfter: Duration? = nil, hasExpired: Bool = false
  ) {
    self.description = description
    self.isRetryable = isRetryable && !hasExpired
    self.retryAfter = retryAfter
    self.hasExpired = hasExpired
  }
}
