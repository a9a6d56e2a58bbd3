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
  /// Most sources do not know of changes.
  public func updates() -> AsyncStream<Void>? { nil }
  /// By default nothing is available at once.
  public func cachedPage(for request: PageRequest<Cursor>) -> Page<Item, Cursor>? { nil }
}
