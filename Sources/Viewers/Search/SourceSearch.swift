package import Paging

/// How a source itself finds items, among all it has: one request a step, instead of every page.
nonisolated package struct SourceSearch<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>:
  Sendable
where Item.ID: Sendable {
  /// The pages of the items that meet all parts; nil where the source cannot tell, and so the list looks at
  /// what it loads.
  let matching: @Sendable ([FilterPart]) -> (any PagingSource<Item, Cursor>)?
  /// The place before an item, from which it comes first.
  let before: @Sendable (Item) -> Cursor
  /// The place behind an item.
  let behind: @Sendable (Item) -> Cursor

  /// Creates a way to search.
  ///
  /// - Parameters:
  ///   - matching: the pages of the items that meet all parts, in the order of the list, with its cursors.
  ///   - before: the place before an item, from which it comes first.
  ///   - behind: the place behind an item.
  package init(
    matching: @escaping @Sendable ([FilterPart]) -> (any PagingSource<Item, Cursor>)?,
    before: @escaping @Sendable (Item) -> Cursor, behind: @escaping @Sendable (Item) -> Cursor
  ) { (self.matching, self.before, self.behind) = (matching, before, behind) }
}
