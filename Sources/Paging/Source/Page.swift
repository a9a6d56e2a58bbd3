/// What a source returns for one load: items in the order of the list, and what lies on each side.
public struct Page<Item: Sendable, Cursor: Hashable & Sendable>: Sendable {
  /// The items in the order of the list; none is not the end, that is for `after` and `before` to
  /// say.
  public var items: [Item]
  /// The cursor of each item, where the source can tell it: `.after` it leads to what follows the
  /// item, `.before` it to what precedes it.
  ///
  /// Empty where it cannot, and else one for each item.
  /// The same item with the same cursor stands where it stood; so a list knows where an answer meets
  /// what is held. A key that pages go by is such a cursor, a page's token or an offset is not.
  public var itemCursors: [Cursor] = []
  /// What lies before the first item.
  public var before: Continuation<Cursor>
  /// What lies after the last item.
  public var after: Continuation<Cursor>
  /// How long the source asks to be left alone now, as a service does whose limit is used up.
  ///
  /// Only a key asks before that. nil where the source does not ask for it.
  public var pause: Duration?
  /// How many items the source has in all, and where among them the page's first one stands; nil
  /// where it does not count them.
  public var extent: PageExtent?
  /// Why it is shorter than asked, where several pages were asked for at once and one behind the first
  /// could not be loaded; the list takes that as a failed load at its end.
  ///
  /// nil where nothing failed.
  public var failure: PagingError?
  /// Items of the page that a filter left out; an empty list tells of them.
  public var leftOut = 0
  /// What the source knows this answer by, as HTTP does by an entity tag: the next look at the head
  /// brings it along, so that the source can answer `unchanged`; nil where the source knows none.
  public var validator: String?
  /// Whether this is no page but says that the head is as it was.
  public private(set) var isUnchanged = false

  /// Creates a page; `before` is the end by default, because most sources cannot go backwards.
  ///
  /// - Parameters:
  ///   - items: in the order of the list, also where the page was asked for from below.
  ///   - before: what lies before the first item.
  ///   - after: what lies after the last item; of a page that was asked for from below, a cursor that
  ///     leads to what it was asked from.
  ///   - pause: how long the source asks to be left alone.
  ///   - extent: where the page stands among all items, if they are counted.
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

  /// The answer to a request with a validator whose page is still the same; nothing in the list
  /// changes, and the list says so.
  public static var unchanged: Page {
    var page = Page(items: [], after: .end)
    page.isUnchanged = true
    return page
  }

  /// This page and the one that follows it as one.
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

  /// The same page without the items that a condition is false for; what it says of its sides stays.
  func filter(_ isIncluded: (Item) -> Bool) -> Page {
    let kept = items.indices.filter { isIncluded(items[$0]) }
    var page = replacingItems(kept.map { items[$0] })
    if itemCursors.count == items.count { page.itemCursors = kept.map { itemCursors[$0] } }
    return page
  }

  /// The same page with other cursors.
  func mapCursors<New>(_ transform: (Cursor) -> New) -> Page<Item, New> {
    var page = Page<Item, New>(
      items: items, before: before.map(transform), after: after.map(transform), pause: pause,
      extent: extent)
    page.itemCursors = itemCursors.map(transform)
    (page.leftOut, page.failure) = (leftOut, failure)
    (page.validator, page.isUnchanged) = (validator, isUnchanged)
    return page
  }

  /// The same page with other items, of which some may be left out; what it says of its sides
  /// stays.
  ///
  /// Cursors of items stay only where there are as many items as before.
  public func replacingItems<New: Sendable>(_ items: [New]) -> Page<New, Cursor> {
    var page = Page<New, Cursor>(
      items: items, before: before, after: after, pause: pause, extent: extent)
    page.leftOut = leftOut + max(0, self.items.count - items.count)
    page.failure = failure
    page.validator = validator
    page.isUnchanged = isUnchanged
    if items.count == itemCursors.count { page.itemCursors = itemCursors }
    // Places among all of the source's items are not places among those that are left.
    if page.leftOut > 0 { page.extent = nil }
    return page
  }
}

extension Page: Equatable where Item: Equatable {}

/// What lies beyond a side of a page: said by the source, never guessed from a count.
public enum Continuation<Cursor: Hashable & Sendable>: Hashable, Sendable {
  /// There is more; the cursor leads to it, now and when the page is asked for again later.
  case more(Cursor)
  /// There is nothing more.
  case end
  /// There may be more by now, as at the end of a log or before the head; only a key asks again.
  case unknown(Cursor)

  /// The place that leads on, if any.
  public var cursor: Cursor? {
    switch self {
    case .more(let cursor), .unknown(let cursor): cursor
    case .end: nil
    }
  }

  /// The same with another cursor.
  func map<New>(_ transform: (Cursor) -> New) -> Continuation<New> {
    switch self {
    case .more(let cursor): .more(transform(cursor))
    case .unknown(let cursor): .unknown(transform(cursor))
    case .end: .end
    }
  }
}

/// Where a page stands among all that its source has.
public struct PageExtent: Hashable, Sendable {
  /// How many items precede the page's first one, at least 0; nil where the source does not know.
  ///
  /// With tokens it does not. A list that was walked from its start knows it all the same.
  public var start: Int? { didSet { start = start.map(Self.counted) } }
  /// How many items there are in all, at least 0; an estimate does.
  public var total: Int { didSet { total = Self.counted(total) } }

  /// Creates an extent; what is below zero counts as zero, and what is above 2^48 as that.
  public init(start: Int? = nil, total: Int) {
    self.start = start.map(Self.counted)
    self.total = Self.counted(total)
  }

  /// A service may say any number, and places are added and multiplied.
  private static func counted(_ number: Int) -> Int { min(max(0, number), 1 << 48) }
}

extension Page where Item: Identifiable {
  /// The page with each item once: where it comes first, as it comes last.
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
