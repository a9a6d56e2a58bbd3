/// A source's answer to one load: items in the order of the list, and the continuation on each
/// side.
public struct Page<Item: Sendable, Cursor: Hashable & Sendable>: Sendable {
  /// The items, in the order of the list; an empty array does not mean the end of the list, which
  /// only `before` and `after` report.
  public var items: [Item]
  /// The cursor of each item, if the source knows it: a load after that cursor begins with the next
  /// item, and a load before it ends with the previous item.
  ///
  /// The array is empty if the source does not know the cursors, otherwise it has one for each
  /// item. The list uses the cursors to find where an answer meets the held items: an item with the
  /// same cursor as before has not moved. The key of a source that pages by key is such a cursor;
  /// the token of a page or an offset is not.
  public var itemCursors: [Cursor] = []
  /// The continuation before the first item.
  public var before: Continuation<Cursor>
  /// The continuation after the last item.
  public var after: Continuation<Cursor>
  /// How long the source asks not to be called, as a service does when its rate limit is used up;
  /// nil for no pause.
  ///
  /// Until that time has passed, loads at the edges and of placeholders do not start automatically,
  /// and neither do refreshes that the source's `updates()` cause.
  public var pause: Duration?
  /// The total number of items, and the position of the page's first item among them; nil if the
  /// source does not count.
  public var extent: PageExtent?
  /// The error of a later page, if several pages were requested at once and only the first ones
  /// could be loaded.
  ///
  /// The list treats it like the failure of a separate load for the later pages. It is nil if
  /// nothing failed.
  public var failure: PagingError?
  /// The number of items that a filter left out of the page; a list without items shows how many
  /// were left out of all its pages.
  public var leftOut = 0
  /// The source's version of this answer, such as the entity tag in HTTP; nil if the source has
  /// none.
  ///
  /// The next refresh of the head may send it, so that the source can answer `unchanged`.
  public var validator: String?
  /// Whether this value is not a page but a report that the head is unchanged.
  public private(set) var isUnchanged = false

  /// Creates a page; `before` is the end by default, because most sources cannot page backward.
  ///
  /// - Parameters:
  ///   - items: the items in the order of the list, even if they were requested before a cursor.
  ///   - before: the continuation before the first item.
  ///   - after: the continuation after the last item; for a page requested before a cursor, a
  ///     cursor that leads to the items below it.
  ///   - pause: how long the source asks not to be called.
  ///   - extent: the position of the page in the whole list, if the source counts.
  public init(
    items: [Item], before: Continuation<Cursor> = .end, after: Continuation<Cursor>,
    pause: Duration? = nil, extent: PageExtent? = nil
  ) {
    self.items = items
    self.before = before
    self.after = after
    self.pause = pause
    self.extent = extent
  }

  /// The answer to a request whose validator is still valid; the list stays unchanged.
  public static var unchanged: Page {
    var page = Page(items: [], after: .end)
    page.isUnchanged = true
    return page
  }

  /// Returns this page and the following one, combined into one page.
  func followed(by next: Page) -> Page {
    var joined = next
    joined.items = items + next.items
    let hasAll = items.isEmpty || !itemCursors.isEmpty
    joined.itemCursors =
      hasAll && next.itemCursors.count == next.items.count ? itemCursors + next.itemCursors : []
    joined.before = before
    joined.extent = extent.map {
      PageExtent(start: $0.start, total: next.extent?.total ?? $0.total)
    }
    joined.leftOut += leftOut
    return joined
  }

  /// Returns the page with only the items that satisfy a condition; its continuations do not
  /// change.
  func filter(_ isIncluded: (Item) -> Bool) -> Page {
    let kept = items.indices.filter { isIncluded(items[$0]) }
    var page = replacingItems(kept.map { items[$0] })
    if itemCursors.count == items.count { page.itemCursors = kept.map { itemCursors[$0] } }
    return page
  }

  /// Returns the page with its cursors converted.
  func mapCursors<New>(_ transform: (Cursor) -> New) -> Page<Item, New> {
    var page = Page<Item, New>(
      items: items, before: before.map(transform), after: after.map(transform), pause: pause,
      extent: extent)
    page.itemCursors = itemCursors.map(transform)
    (page.leftOut, page.failure) = (leftOut, failure)
    (page.validator, page.isUnchanged) = (validator, isUnchanged)
    return page
  }

  /// Returns the page with other items, possibly fewer; its continuations do not change.
  ///
  /// The cursors of items are kept only if the number of items is the same.
  public func replacingItems<New: Sendable>(_ items: [New]) -> Page<New, Cursor> {
    var page = Page<New, Cursor>(
      items: items, before: before, after: after, pause: pause, extent: extent)
    page.leftOut = leftOut + max(0, self.items.count - items.count)
    page.failure = failure
    page.validator = validator
    page.isUnchanged = isUnchanged
    if items.count == itemCursors.count { page.itemCursors = itemCursors }
    // The extent counts all items of the source, so it is wrong if some are left out.
    if page.leftOut > 0 { page.extent = nil }
    return page
  }
}

extension Page: Equatable where Item: Equatable {}

/// The continuation on one side of a page, as the source reports it; the pager never infers an end
/// from the number of items in a page.
public enum Continuation<Cursor: Hashable & Sendable>: Hashable, Sendable {
  /// More items are expected; the cursor leads to them and must stay valid, because they may be
  /// requested again later.
  case more(Cursor)
  /// No more items exist.
  case end
  /// More items may exist by now, as at the end of a log or before the head; the list does not
  /// request them just because the reader comes near.
  case unknown(Cursor)

  /// The cursor of the continuation, if any.
  public var cursor: Cursor? {
    switch self {
    case .more(let cursor), .unknown(let cursor): cursor
    case .end: nil
    }
  }

  /// Returns the continuation with its cursor converted.
  func map<New>(_ transform: (Cursor) -> New) -> Continuation<New> {
    switch self {
    case .more(let cursor): .more(transform(cursor))
    case .unknown(let cursor): .unknown(transform(cursor))
    case .end: .end
    }
  }
}

/// The position of a page in the whole list.
public struct PageExtent: Hashable, Sendable {
  /// The number of items before the page's first one, at least 0; nil if the source does not know
  /// it.
  ///
  /// A source with tokens does not know it. A list that was loaded from its start counts these
  /// items itself.
  public var start: Int? { didSet { start = start.map(Self.counted) } }
  /// The number of items in the whole list, at least 0; it may be an estimate.
  public var total: Int { didSet { total = Self.counted(total) } }

  /// Creates an extent; numbers are limited to the range from 0 to 2^48.
  public init(start: Int? = nil, total: Int) {
    self.start = start.map(Self.counted)
    self.total = Self.counted(total)
  }

  /// Limits a number so that sums and products cannot overflow, because a service may return any
  /// number.
  private static func counted(_ number: Int) -> Int { min(max(0, number), 1 << 48) }
}

extension Page where Item: Identifiable {
  /// The page with each item once: at its first place, in its last version.
  package var withoutRepeats: Page {
    var places: [Item.ID: Int] = [:]
    var page = self
    (page.items, page.itemCursors) = ([], [])
    for (index, item) in items.enumerated() {
      if let earlier = places[item.id] {
        page.items[earlier] = item
        continue
      }
      places[item.id] = page.items.count
      page.items.append(item)
      if index < itemCursors.count { page.itemCursors.append(itemCursors[index]) }
    }
    return page
  }
}
