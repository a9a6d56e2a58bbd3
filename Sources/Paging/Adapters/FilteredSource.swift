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
  public init(_ base: Base, isIncluded: @escaping @Sendable (Item) -> Bool) {
    self.base = base
    self.isIncluded = isIncluded
  }

  /// What the base can do, but for numbers of items.
  public var traits: PagingTraits { base.traits.withoutItemNumbers }
  /// What the base says.
  public func updates() -> AsyncStream<Void>? { base.updates() }

  /// Loads a page of the base and leaves out what is not wanted.
  ///
  /// - Throws: what the base throws.
  public func load(_ request: PageRequest<Cursor>) async throws(PagingError) -> Page<Item, Cursor> {
    try await base.load(request).uncounted.filter(isIncluded)
  }

  /// A page of the base that is at hand, without what is not wanted.
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
  /// are no placeholders.
  public func filter(
    _ isIncluded: @escaping @Sendable (Item) -> Bool
  ) -> FilteredSource<Self> {
    FilteredSource(self, isIncluded: isIncluded)
  }
}
