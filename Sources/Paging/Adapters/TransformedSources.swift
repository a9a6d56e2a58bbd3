/// A source whose items are made of another's, or left out.
///
/// Pages keep their cursors and may come out empty: that is not the end, and the engine goes on to
/// the next. What a duplicate is, the identities of the new items say. Cost: the base's, and the
/// transform once an item.
public struct MappedSource<Base: PagingSource, Item: Identifiable & Sendable>: PagingSource
where Item.ID: Sendable {
  /// The base's places.
  public typealias Cursor = Base.Cursor
  /// Makes an item of the base's, or leaves it out.
  public typealias Transform = @Sendable (Base.Item) throws(PagingError) -> Item?

  private let base: Base
  private let keepsAll: Bool
  private let transform: Transform

  /// Creates a source; `map` or `compactMap` of the base reads better.
  ///
  /// - Parameters:
  ///   - base: where the pages come from.
  ///   - keepsAll: whether the transform leaves nothing out, so that places among all items stay
  ///     what they are.
  ///   - transform: makes an item, or nil to leave it out; called off the main actor. What it
  ///     throws fails the whole page.
  public init(_ base: Base, keepsAll: Bool = false, transform: @escaping Transform) {
    self.base = base
    self.keepsAll = keepsAll
    self.transform = transform
  }

  /// What the base can do; numbers of items only if nothing is left out.
  public var traits: PagingTraits { keepsAll ? base.traits : base.traits.withoutItemNumbers }
  /// What the base says; nil where it cannot tell.
  public func updates() -> AsyncStream<Void>? { base.updates() }

  /// Loads a page of the base and transforms its items.
  ///
  /// - Throws: what the base or the transform throws.
  public func load(_ request: PageRequest<Cursor>) async throws(PagingError) -> Page<Item, Cursor> {
    let page = try await base.load(request)
    var items: [Item] = []
    var cursors: [Cursor] = []
    for (index, item) in page.items.enumerated() {
      guard let made = try transform(item) else { continue }
      items.append(made)
      if index < page.itemCursors.count { cursors.append(page.itemCursors[index]) }
    }
    var made = page.replacingItems(items)
    made.itemCursors = cursors.count == items.count ? cursors : []
    return made
  }
}

extension PagingSource {
  /// A source of what a transform makes of each item; what it throws fails the whole page.
  ///
  /// The transform is called off the main actor, once an item of each page that is loaded.
  public func map<New: Identifiable & Sendable>(
    _ transform: @escaping @Sendable (Item) throws(PagingError) -> New
  ) -> MappedSource<Self, New> {
    MappedSource(self, keepsAll: true) { item throws(PagingError) in try transform(item) }
  }

  /// A source of what a transform makes of each item, without those it makes nothing of.
  ///
  /// An error of the transform fails the whole page. It is called off the main actor, once an item of
  /// each page that is loaded. Places among all items are lost, because it is
  /// not known how many will be left out. So there are no placeholders.
  public func compactMap<New: Identifiable & Sendable>(
    _ transform: @escaping @Sendable (Item) throws(PagingError) -> New?
  ) -> MappedSource<Self, New> {
    MappedSource(self, transform: transform)
  }
}

/// A source with cursors of another type, so that sources of several kinds can stand for one another.
///
///     enum Place: Hashable { case page(PageNumberCursor), token(String) }
///     let numbered = byNumber.mapCursors(to: Place.page) { if case .page(let page) = $0 { page } else { nil } }
///     let chained = byToken.mapCursors(to: Place.token) { if case .token(let token) = $0 { token } else { nil } }
///     let source: any PagingSource<Post, Place> = isNumbered ? numbered : chained
///
/// Cost: the base's, and a transform for each cursor of a page.
public struct CursorMappedSource<Base: PagingSource, Cursor: Hashable & Sendable>: PagingSource {
  /// The base's items.
  public typealias Item = Base.Item

  private let base: Base
  private let wrapped: @Sendable (Base.Cursor) -> Cursor
  private let unwrapped: @Sendable (Cursor) -> Base.Cursor?

  /// Creates a source; `mapCursors(to:from:)` of the base reads better.
  ///
  /// - Parameters:
  ///   - base: where the pages come from.
  ///   - wrapped: makes a cursor of the base's.
  ///   - unwrapped: gives the base's cursor back, or nil for one that another source made: a load
  ///     there begins at the start.
  public init(
    _ base: Base, to wrapped: @escaping @Sendable (Base.Cursor) -> Cursor,
    from unwrapped: @escaping @Sendable (Cursor) -> Base.Cursor?
  ) {
    (self.base, self.wrapped, self.unwrapped) = (base, wrapped, unwrapped)
  }

  /// What the base can do.
  public var traits: PagingTraits { base.traits }
  /// What the base says; nil where it cannot tell.
  public func updates() -> AsyncStream<Void>? { base.updates() }

  /// Loads a page of the base.
  ///
  /// - Throws: what the base throws.
  public func load(_ request: PageRequest<Cursor>) async throws(PagingError) -> Page<Item, Cursor> {
    try await base.load(request.mapCursor(unwrapped)).mapCursors(wrapped)
  }

  /// A page of the base that is at hand, or nil where the base has none.
  public func cachedPage(for request: PageRequest<Cursor>) -> Page<Item, Cursor>? {
    base.cachedPage(for: request.mapCursor(unwrapped))?.mapCursors(wrapped)
  }
}

extension PagingSource {
  /// This source with cursors of another type.
  ///
  /// - Parameters:
  ///   - wrapped: makes a cursor of this source's.
  ///   - unwrapped: gives this source's cursor back, or nil for one that another source made: a load
  ///     there begins at the start.
  public func mapCursors<New: Hashable & Sendable>(
    to wrapped: @escaping @Sendable (Cursor) -> New,
    from unwrapped: @escaping @Sendable (New) -> Cursor?
  ) -> CursorMappedSource<Self, New> {
    CursorMappedSource(self, to: wrapped, from: unwrapped)
  }
}

/// A cursor of any type, so that any source of the same items can take the place of any other.
public struct AnyCursor: Hashable, Sendable {
  /// The cursor of the source that made it.
  public let base: any Hashable & Sendable

  /// Wraps a cursor.
  public init(_ base: some Hashable & Sendable) { self.base = base }

  /// Whether both wrap equal cursors of one type.
  public static func == (left: AnyCursor, right: AnyCursor) -> Bool {
    isEqual(left.base, right.base)
  }

  /// By the type, because `AnyHashable` takes 1 of two types of numbers for equal.
  private static func isEqual<Cursor: Hashable>(_ left: Cursor, _ right: any Hashable) -> Bool {
    (right as? Cursor) == left
  }

  /// Hashes the cursor that it wraps.
  public func hash(into hasher: inout Hasher) { base.hash(into: &hasher) }
}

extension PagingSource {
  /// This source with cursors whose type is erased: pagers over such sources are all of one type, so any source of
  /// the same items can take the place of any other.
  ///
  ///     let pager = Pager(source: timelineByKey.erasingCursors())
  ///     pager.source = searchByNumber.erasingCursors()
  ///
  /// A cursor that a source of another type of cursors made leads to the start. Cost: the base's, and an allocation
  /// for each cursor of a page that is larger than three words.
  public func erasingCursors() -> CursorMappedSource<Self, AnyCursor> {
    mapCursors(to: { AnyCursor($0) }, from: { $0.base as? Cursor })
  }
}

extension PageRequest {
  /// The same request to a source with other cursors, from the start where it has none for this one.
  fileprivate func mapCursor<New>(_ transform: (Cursor) -> New?) -> PageRequest<New> {
    let position: PageRequest<New>.Position =
      switch self.position {
      case .start: .start
      case .end: .end
      case .number(let number): .number(number)
      case .after(let cursor): transform(cursor).map { .after($0) } ?? .start
      case .before(let cursor): transform(cursor).map { .before($0) } ?? .start
      }
    return PageRequest<New>(
      reason: reason, position: position, count: count, pages: pages, validator: validator,
      isUpdate: isUpdate, overrulesWait: overrulesWait)
  }
}

/// A source without the items that a condition is false for.
///
/// Pages keep their cursors and may come out empty: that is not the end, and the engine goes on to
/// the next. Cost: the base's, and the condition once an item; on the main
/// actor where the base's page is at hand.
public struct FilteredSource<Base: PagingSource>: PagingSource {
  /// The base's items.
  public typealias Item = Base.Item
  /// The base's places.
  public typealias Cursor = Base.Cursor

  private let base: Base
  private let isIncluded: @Sendable (Item) -> Bool

  /// Creates a source; `filter` of the base reads better.
  ///
  /// - Parameters:
  ///   - base: where the pages come from.
  ///   - isIncluded: whether an item stays; called off the main actor, and on it where the base's
  ///     page is at hand.
  public init(_ base: Base, isIncluded: @escaping @Sendable (Item) -> Bool) {
    self.base = base
    self.isIncluded = isIncluded
  }

  /// What the base can do, but for numbers of items.
  public var traits: PagingTraits { base.traits.withoutItemNumbers }
  /// What the base says; nil where it cannot tell.
  public func updates() -> AsyncStream<Void>? { base.updates() }

  /// Loads a page of the base and leaves out what is not wanted.
  ///
  /// - Throws: what the base throws.
  public func load(_ request: PageRequest<Cursor>) async throws(PagingError) -> Page<Item, Cursor> {
    try await base.load(request).uncounted.filter(isIncluded)
  }

  /// A page of the base that is at hand, without what is not wanted; nil where the base has none.
  public func cachedPage(for request: PageRequest<Cursor>) -> Page<Item, Cursor>? {
    base.cachedPage(for: request)?.uncounted.filter(isIncluded)
  }
}

extension Page {
  /// The page without its place: how many items there are is not how many are wanted.
  fileprivate var uncounted: Page {
    var page = self
    page.extent = nil
    return page
  }
}

extension PagingSource {
  /// This source without the items that a condition is false for.
  ///
  /// Places among all items are lost, because it is not known how many will be left out. So there
  /// are no placeholders. The condition is called off the main actor, and on it where the base's
  /// page is at hand.
  public func filter(
    _ isIncluded: @escaping @Sendable (Item) -> Bool
  ) -> FilteredSource<Self> {
    FilteredSource(self, isIncluded: isIncluded)
  }
}
