/// What is asked of a source: where, how many, and why.
public struct PageRequest<Cursor: Hashable & Sendable>: Hashable, Sendable {
  /// Where the page lies.
  public enum Position: Hashable, Sendable {
    /// The first page.
    case start
    /// The last page; asked only where the traits say `opensAtEnd`.
    case end
    /// The page that holds the item with this many before it, anywhere in the page; asked only
    /// where the traits say `opensAtItems`. The page has to say by its extent which item it starts
    /// with: without that, or where the item is not in it, the load fails.
    ///
    /// A count, and no identity: `PagerEntry.ID.item` is one.
    case number(Int)
    /// The page that follows a cursor.
    case after(Cursor)
    /// The page that precedes a cursor; its items are in the order of the list all the same.
    case before(Cursor)
  }

  /// Why the page is wanted.
  public let reason: LoadReason
  /// Where the page lies.
  public let position: Position
  /// How many items are wanted, at least 1 from a pager; a source may answer with fewer or more.
  public let count: Int
  /// How many pages of `count` items may be loaded at once, as a source can whose pages have
  /// addresses, to answer with all of them; every other source loads one.
  public let pages: Int
  /// The validator of the head that is held, where only news is wanted, else nil; see `Page.unchanged`.
  public let validator: String?
  /// Whether the source itself has said, by its `updates`, that there is something to look at: no
  /// reader asked.
  public let isUpdate: Bool
  /// Whether the reader tries again now, whatever time the source has asked for; else a source that
  /// may not be asked yet fails, and says by `PagingError.retryAfter` how long that lasts.
  public let overrulesWait: Bool

  /// Creates a request, as a test of a source does; a pager makes its own.
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

/// Why a page is loaded, and so at most one load of each at a time.
public enum LoadReason: Hashable, Sendable, CaseIterable {
  /// The head is looked at: at the start, on a refresh, and on a jump to either end.
  case refresh
  /// The list goes on at its trailing edge.
  case append
  /// The list goes on at its leading edge.
  case prepend
  /// A gap between two pages is filled.
  case gap
}

extension PageRequest {
  /// How many items to ask a service for: at least 1, and few enough not to overflow.
  var size: Int { min(max(count, 1), Int(Int32.max) - 1) }
}
