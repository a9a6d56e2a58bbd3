/// A source that converts the items of another source, or omits them.
///
/// Pages keep their cursors and may become empty: an empty page is not the end, and the engine
/// loads the next one. The identities of the new items decide which of them are duplicates. Cost:
/// that of the base, and one call of the transform per item.
public struct MappedSource<Base: PagingSource, Item: Identifiable & Sendable>: PagingSource
where Item.ID: Sendable {
  /// The base's cursors.
  public typealias Cursor = Base.Cursor
  /// Converts an item of the base, or returns nil to omit it.
  public typealias Transform = @Sendable (Base.Item) throws(PagingError) -> Item?

  private let base: Base
  private let keepsAll: Bool
  private let transform: Transform

  /// Creates a source; `map` or `compactMap` on the base is easier to read.
  ///
  /// - Parameters:
  ///   - base: the source of the pages.
  ///   - keepsAll: whether the transform never returns nil, so that the items keep their numbers.
  ///   - transform: converts an item, or returns nil to omit it; it is called off the main actor.
  ///     An error that it throws fails the whole page.
  public init(_ base: Base, keepsAll: Bool = false, transform: @escaping Transform) {
    self.base = base
    self.keepsAll = keepsAll
    self.transform = transform
  }

  /// The base's traits; without item numbers if items may be omitted.
  public var traits: PagingTraits { keepsAll ? base.traits : base.traits.withoutItemNumbers }
  /// Returns the base's updates; nil if it reports none.
  public func updates() -> AsyncStream<Void>? { base.updates() }

  /// Loads a page of the base and transforms its items.
  ///
  /// - Throws: the errors of the base and of the transform.
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
    // Other pages may lose items, even if this page keeps all items.
    return keepsAll ? made : made.uncounted
  }
}

extension PagingSource {
  /// Returns a source whose items are the results of a transform.
  ///
  /// The transform is called off the main actor, once for each item of each loaded page. An error
  /// that it throws fails the whole page.
  public func map<New: Identifiable & Sendable>(
    _ transform: @escaping @Sendable (Item) throws(PagingError) -> New
  ) -> MappedSource<Self, New> {
    MappedSource(self, keepsAll: true) { item throws(PagingError) in try transform(item) }
  }

  /// Returns a source whose items are the results of a transform, which returns nil to omit an
  /// item.
  ///
  /// The transform is called off the main actor, once for each item of each loaded page. An error
  /// that it throws fails the whole page. The source has no item numbers, and so no placeholders,
  /// because the number of omitted items is not known.
  public func compactMap<New: Identifiable & Sendable>(
    _ transform: @escaping @Sendable (Item) throws(PagingError) -> New?
  ) -> MappedSource<Self, New> {
    MappedSource(self, transform: transform)
  }
}

/// A source with cursors of another type, so that sources of several kinds can replace each other.
///
///     enum Place: Hashable { case page(PageNumberCursor), token(String) }
///     let numbered = byNumber.mapCursors(to: Place.page) { if case .page(let page) = $0 { page } else { nil } }
///     let chained = byToken.mapCursors(to: Place.token) { if case .token(let token) = $0 { token } else { nil } }
///     let source: any PagingSource<Post, Place> = isNumbered ? numbered : chained
///
/// Cost: that of the base, and one conversion for each cursor of a page.
public struct CursorMappedSource<Base: PagingSource, Cursor: Hashable & Sendable>: PagingSource {
  /// The base's items.
  public typealias Item = Base.Item

  private let base: Base
  private let wrapped: @Sendable (Base.Cursor) -> Cursor
  private let unwrapped: @Sendable (Cursor) -> Base.Cursor?

  /// Creates a source; `mapCursors(to:from:)` on the base is easier to read.
  ///
  /// - Parameters:
  ///   - base: the source of the pages.
  ///   - wrapped: converts a cursor of the base.
  ///   - unwrapped: returns the cursor of the base, or nil for a cursor of another source; a load
  ///     with such a cursor begins at the start.
  public init(
    _ base: Base, to wrapped: @escaping @Sendable (Base.Cursor) -> Cursor,
    from unwrapped: @escaping @Sendable (Cursor) -> Base.Cursor?
  ) {
    (self.base, self.wrapped, self.unwrapped) = (base, wrapped, unwrapped)
  }

  /// The base's traits.
  public var traits: PagingTraits { base.traits }
  /// Returns the base's updates; nil if it reports none.
  public func updates() -> AsyncStream<Void>? { base.updates() }

  /// Loads a page of the base.
  ///
  /// - Throws: the errors of the base.
  public func load(_ request: PageRequest<Cursor>) async throws(PagingError) -> Page<Item, Cursor> {
    try await base.load(request.mapCursor(unwrapped)).mapCursors(wrapped)
  }

  /// Returns the page if the base can return it immediately, otherwise nil.
  public func cachedPage(for request: PageRequest<Cursor>) -> Page<Item, Cursor>? {
    base.cachedPage(for: request.mapCursor(unwrapped))?.mapCursors(wrapped)
  }
}

extension PagingSource {
  /// Returns this source with cursors of another type.
  ///
  /// - Parameters:
  ///   - wrapped: converts a cursor of this source.
  ///   - unwrapped: returns the cursor of this source, or nil for a cursor of another source; a
  ///     load with such a cursor begins at the start.
  public func mapCursors<New: Hashable & Sendable>(
    to wrapped: @escaping @Sendable (Cursor) -> New,
    from unwrapped: @escaping @Sendable (New) -> Cursor?
  ) -> CursorMappedSource<Self, New> {
    CursorMappedSource(self, to: wrapped, from: unwrapped)
  }
}

/// A type-erased cursor, so that any source of the same items can replace any other.
public struct AnyCursor: Hashable, Sendable {
  /// The wrapped cursor, as its source made it.
  public let base: any Hashable & Sendable

  /// Wraps a cursor.
  public init(_ base: some Hashable & Sendable) { self.base = base }

  /// Whether both values wrap equal cursors of the same type.
  public static func == (left: AnyCursor, right: AnyCursor) -> Bool {
    isEqual(left.base, right.base)
  }

  /// Compares the types first, because `AnyHashable` treats the same number in two types as equal.
  private static func isEqual<Cursor: Hashable>(_ left: Cursor, _ right: any Hashable) -> Bool {
    (right as? Cursor) == left
  }

  /// Hashes the wrapped cursor.
  public func hash(into hasher: inout Hasher) { base.hash(into: &hasher) }
}

extension PagingSource {
  /// Returns this source with type-erased cursors.
  ///
  /// Pagers over such sources all have the same type, so that any source of the same items can
  /// replace any other.
  ///
  ///     let pager = Pager(source: timelineByKey.erasingCursors())
  ///     pager.source = searchByNumber.erasingCursors()
  ///
  /// A cursor of a source with another cursor type leads to the start. Cost: that of the base, and
  /// an allocation for each cursor that is larger than three words.
  public func erasingCursors() -> CursorMappedSource<Self, AnyCursor> {
    mapCursors(to: { AnyCursor($0) }, from: { $0.base as? Cursor })
  }
}

extension PageRequest {
  /// Returns the same request with its cursor converted, or a request for the start if the cursor
  /// cannot be converted.
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

/// A source with only those items of another source that satisfy a condition.
///
/// Pages keep their cursors and may become empty: an empty page is not the end, and the engine
/// loads the next one. Cost: that of the base, and one call of the condition for each item, on the
/// main actor if the base returns the page immediately.
public struct FilteredSource<Base: PagingSource>: PagingSource {
  /// The base's items.
  public typealias Item = Base.Item
  /// The base's cursors.
  public typealias Cursor = Base.Cursor

  private let base: Base
  private let isIncluded: @Sendable (Item) -> Bool

  /// Creates a source; `filter` on the base is easier to read.
  ///
  /// - Parameters:
  ///   - base: the source of the pages.
  ///   - isIncluded: whether an item is kept; it is called off the main actor, or on it if the base
  ///     returns the page immediately.
  public init(_ base: Base, isIncluded: @escaping @Sendable (Item) -> Bool) {
    self.base = base
    self.isIncluded = isIncluded
  }

  /// The base's traits, without item numbers.
  public var traits: PagingTraits { base.traits.withoutItemNumbers }
  /// Returns the base's updates; nil if it reports none.
  public func updates() -> AsyncStream<Void>? { base.updates() }

  /// Loads a page of the base and omits the items that are not included.
  ///
  /// - Throws: the errors of the base.
  public func load(_ request: PageRequest<Cursor>) async throws(PagingError) -> Page<Item, Cursor> {
    try await base.load(request).uncounted.filter(isIncluded)
  }

  /// Returns the page if the base can return it immediately, without the items that are not
  /// included; otherwise nil.
  public func cachedPage(for request: PageRequest<Cursor>) -> Page<Item, Cursor>? {
    base.cachedPage(for: request)?.uncounted.filter(isIncluded)
  }
}

extension Page {
  /// The page without its extent, which counts all items of the base and not only the included
  /// ones.
  fileprivate var uncounted: Page {
    var page = self
    page.extent = nil
    return page
  }
}

extension PagingSource {
  /// Returns this source with only the items that satisfy a condition.
  ///
  /// The source has no item numbers, and so no placeholders, because the number of omitted items is
  /// not known. The condition is called off the main actor, or on it if the base returns the page
  /// immediately.
  public func filter(
    _ isIncluded: @escaping @Sendable (Item) -> Bool
  ) -> FilteredSource<Self> {
    FilteredSource(self, isIncluded: isIncluded)
  }
}
