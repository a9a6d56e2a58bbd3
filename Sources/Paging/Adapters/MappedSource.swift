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
  /// What the base says.
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
  public func map<New: Identifiable & Sendable>(
    _ transform: @escaping @Sendable (Item) throws(PagingError) -> New
  ) -> MappedSource<Self, New> {
    MappedSource(self, keepsAll: true) { item throws(PagingError) in try transform(item) }
  }

  /// A source of what a transform makes of each item, without those it makes nothing of.
  ///
  /// An error of the transform fails the whole page. Places among all items are lost, because it is
  /// not known how many will be left out. So there are no placeholders.
  public func compactMap<New: Identifiable & Sendable>(
    _ transform: @escaping @Sendable (Item) throws(PagingError) -> New?
  ) -> MappedSource<Self, New> {
    MappedSource(self, transform: transform)
  }
}
