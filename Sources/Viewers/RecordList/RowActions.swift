package import Feeds
package import Paging
package import Records

/// Actions on the rows of a database other than loading pages.
///
/// Most actions may take a while; canceling the waiting task ends the query.
nonisolated package struct RowActions<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>:
  Sendable
where Item.ID: Sendable {
  /// A column of the sort order.
  package struct Sorting: Hashable, Sendable {
    package let column: String
    package let descending: Bool

    package init(column: String, descending: Bool) {
      (self.column, self.descending) = (column, descending)
    }
  }

  /// Rows in another order, which is not shown yet.
  package struct Sorted: Sendable {
    package let source: any PagingSource<Item, Cursor>
    /// A warning about the cost if no index serves the order; nil otherwise.
    package let warning: String?
    /// Makes this the order of the feed, which `sorting`, `searching` and `place` then use.
    ///
    /// It is called when the first page has arrived, unless the reader has cancelled the sorting.
    package let begin: @Sendable () -> Void

    package init(
      source: any PagingSource<Item, Cursor>, warning: String?,
      begin: @escaping @Sendable () -> Void
    ) { (self.source, self.warning, self.begin) = (source, warning, begin) }
  }

  /// The position of a row, or the position where it would be.
  package struct Place: Sendable {
    /// The position before the row; nil if that is the end.
    package let cursor: Cursor?
    /// The identity of the row; nil if no row has the key.
    package let id: Item.ID?

    package init(cursor: Cursor?, id: Item.ID?) { (self.cursor, self.id) = (cursor, id) }
  }

  /// The rows to which a value refers.
  package struct Reference: Sendable {
    /// Opens the rows, off the main actor.
    package let open: @Sendable () async -> Result<any Feed, Failure>

    package init(open: @escaping @Sendable () async -> Result<any Feed, Failure>) {
      self.open = open
    }
  }

  /// The current sort order, without the identifying columns.
  package var sorting: @Sendable () -> [Sorting]
  /// Sorts by columns; with an empty array, restores the initial order.
  package var sort: @Sendable ([Sorting]) async -> Result<Sorted, Failure>
  /// The position of the row with a key, as typed after `:key`.
  package var place: @Sendable (_ key: String) async -> Result<Place, Failure>
  /// The position at a percentage, from 0 to 100, computed from the range of the key.
  package var placeAtPercent: @Sendable (Double) async -> Result<Cursor, Failure>
  /// A description of the number of rows: exact, or `at least N rows` if counting takes too long.
  package var count: @Sendable () async -> Result<String, Failure>
  /// A row with complete values.
  package var whole: @Sendable (Item) async -> Result<Record, Failure>
  /// The target of a value; nil if it refers to nothing.
  ///
  /// It is called often while the detail screen is laid out, so it must be fast.
  package var reference: @Sendable (_ item: Item, _ column: String) -> Reference?

  /// The same rows with the values of at least these columns; nil, the default, if the source need
  /// not change.
  ///
  /// Other values may be left out (`Record.init(row:values:header:isRead:)`). The feed reads this
  /// source from then on.
  package var columnsInSight: @Sendable (_ names: [String]) -> (any PagingSource<Item, Cursor>)?

  package init(
    sorting: @escaping @Sendable () -> [Sorting],
    sort: @escaping @Sendable ([Sorting]) async -> Result<Sorted, Failure>,
    place: @escaping @Sendable (String) async -> Result<Place, Failure>,
    placeAtPercent: @escaping @Sendable (Double) async -> Result<Cursor, Failure>,
    count: @escaping @Sendable () async -> Result<String, Failure>,
    whole: @escaping @Sendable (Item) async -> Result<Record, Failure>,
    reference: @escaping @Sendable (Item, String) -> Reference?,
    columnsInSight: @escaping @Sendable ([String]) -> (any PagingSource<Item, Cursor>)? = { _ in
      nil
    }
  ) {
    (self.sorting, self.sort, self.place) = (sorting, sort, place)
    (self.placeAtPercent, self.count) = (placeAtPercent, count)
    (self.whole, self.reference) = (whole, reference)
    self.columnsInSight = columnsInSight
  }
}
