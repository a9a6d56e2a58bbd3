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
  /// What the base says.
  public func updates() -> AsyncStream<Void>? { base.updates() }

  /// Loads a page of the base.
  ///
  /// - Throws: what the base throws.
  public func load(_ request: PageRequest<Cursor>) async throws(PagingError) -> Page<Item, Cursor> {
    try await base.load(request.mapCursor(unwrapped)).mapCursors(wrapped)
  }

  /// A page of the base that is at hand.
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

extension PageRequest {
  /// The same request to a source with other cursors, from the start where it has none for this one.
  fileprivate func mapCursor<New>(_ transform: (Cursor) -> New?) -> PageRequest<New> {
    let position: PageRequest<New>.Position =
      switch self.position {
      case .start: .start
      case .end: .end
      case .item(let item): .item(item)
      case .after(let cursor): transform(cursor).map { .after($0) } ?? .start
      case .before(let cursor): transform(cursor).map { .before($0) } ?? .start
      }
    return PageRequest<New>(
      reason: reason, position: position, count: count, pages: pages, validator: validator,
      isUpdate: isUpdate)
  }
}
