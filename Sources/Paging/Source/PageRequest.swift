/// A request to a source: a position, a number of items, and a reason.
public struct PageRequest<Cursor: Hashable & Sendable>: Hashable, Sendable {
  /// The position of a page.
  public enum Position: Hashable, Sendable {
    /// The first page.
    case start
    /// The last page; requested only if the traits have `opensAtEnd`.
    case end
    /// A page that contains, at any position, the item that has this number of items before it;
    /// requested only if the traits have `opensAtItems`.
    ///
    /// The extent of the page must state the position of its first item. A jump fails if it does
    /// not, or if the page does not contain the requested item. The number is a count, not an
    /// identity; `PagerEntry.ID.item` is the identity.
    case number(Int)
    /// The page after a cursor.
    case after(Cursor)
    /// The page before a cursor; its items are in the order of the list.
    case before(Cursor)
  }

  /// The reason for the load.
  public let reason: LoadReason
  /// The position of the page.
  public let position: Position
  /// The number of items to load, at least 1 if a pager makes the request; a source may return
  /// fewer or more.
  public let count: Int
  /// The number of pages of `count` items that a source may load at once and return together; most
  /// sources load one.
  public let pages: Int
  /// The validator of the last head, if the source may answer that the head is unchanged, otherwise
  /// nil; see `Page.unchanged`.
  public let validator: String?
  /// Whether the source's own `updates` caused the request, and not the reader.
  public let isUpdate: Bool
  /// Whether the reader retries now and ignores a wait that the source has asked for.
  ///
  /// If false, a source that must not be called yet throws an error with the remaining time in
  /// `PagingError.retryAfter`.
  public let overrulesWait: Bool

  /// Creates a request, for testing a source; a pager makes its own requests.
  public init(
    reason: LoadReason, position: Position, count: Int, pages: Int = 1, validator: String? = nil,
    isUpdate: Bool = false, overrulesWait: Bool = false
  ) {
    self.reason = reason
    self.position = position
    self.count = count
    self.pages = pages
    self.validator = validator
    self.isUpdate = isUpdate
    self.overrulesWait = overrulesWait
  }
}

/// The reason for a load; at most one load for each reason runs at a time.
public enum LoadReason: Hashable, Sendable, CaseIterable {
  /// The list is opened, refreshed, or replaced by a page at another position.
  case refresh
  /// The list is extended at its trailing edge.
  case append
  /// The list is extended at its leading edge.
  case prepend
  /// A gap between two pages is filled.
  case gap
}

extension PageRequest {
  /// The number of items to request from a service: at least 1, and small enough not to overflow.
  var size: Int { min(max(count, 1), Int(Int32.max) - 1) }
}
