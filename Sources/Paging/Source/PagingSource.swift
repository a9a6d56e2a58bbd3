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

  /// Whether a page can be asked for at the end without walking there, so that `G` is one load.
  var opensAtEnd: Bool { get }

  /// Whether a page can be asked for at any item by its number, and every page says its extent: the
  /// list then has its full length from the start, and a jump to any item is one load.
  var opensAtItems: Bool { get }

  /// How many pages can be loaded at once, as where they have numbers or offsets; 1 for a chain.
  ///
  /// More than one is asked for where the reader goes faster than single loads come.
  var pagesAtOnce: Int { get }

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
}

extension PagingSource {
  /// Most sources form a chain and can only be walked to their end.
  public var opensAtEnd: Bool { false }
  /// Most sources do not count their items.
  public var opensAtItems: Bool { false }
  /// In a chain each page leads to the next.
  public var pagesAtOnce: Int { 1 }
}
