package import Feeds
package import Paging
package import Records

/// What the rows of a database can be asked for beside their pages.
///
/// Each answer may take a while; cancelling the task that waits for it ends what runs for it.
nonisolated package struct RowActions<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>:
  Sendable
where Item.ID: Sendable {
  /// A column that rows are sorted by.
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
    /// What that costs where no index serves the order; nil where one does.
    package let warning: String?
    /// Makes it the order of the feed, of which `sorting`, `searching` and `place` tell then.
    ///
    /// Called once its first page has come, and not where the reader has thought better of it.
    package let begin: @Sendable () -> Void

    package init(
      source: any PagingSource<Item, Cursor>, warning: String?,
      begin: @escaping @Sendable () -> Void
    ) { (self.source, self.warning, self.begin) = (source, warning, begin) }
  }

  /// Where a row is, or where it would be.
  package struct Place: Sendable {
    /// The place before it; nil where it would be behind all rows.
    package let cursor: Cursor?
    /// The row; nil where none has the key.
    package let id: Item.ID?

    package init(cursor: Cursor?, id: Item.ID?) { (self.cursor, self.id) = (cursor, id) }
  }

  /// A list of the rows that a value refers to.
  package struct Reference: Sendable {
    /// Opens it, off the main actor.
    package let open: @Sendable () async -> Result<any Feed, Failure>

    package init(open: @escaping @Sendable () async -> Result<any Feed, Failure>) {
      self.open = open
    }
  }

  /// What the rows are sorted by now, beside what tells them apart.
  package var sorting: @Sendable () -> [Sorting]
  /// Sorts by a column; by none as at the start.
  package var sort: @Sendable ([Sorting]) async -> Result<Sorted, Failure>
  /// The place of the row with a key, as it is typed after `:key`.
  package var place: @Sendable (_ key: String) async -> Result<Place, Failure>
  /// The place at a share of the way, in percent from 0 to 100, by the range of the key.
  package var placeAtPercent: @Sendable (Double) async -> Result<Cursor, Failure>
  /// How many rows there are, in words: exact, or `at least N rows` where counting takes too long.
  package var count: @Sendable () async -> Result<String, Failure>
  /// A row with all of its values, whole.
  package var whole: @Sendable (Item) async -> Result<Record, Failure>
  /// What a value of a row refers to; nil where it refers to nothing.
  ///
  /// It is asked for each row of a detail in each layout, so it must cost next to nothing.
  package var reference: @Sendable (_ item: Item, _ column: String) -> Reference?

  /// The same rows in the same order with the values of these columns at least, where what is read now lacks some; nil where
  /// it has them.
  ///
  /// Other values may be left out (`Record.init(row:values:header:isRead:)`). From then on it is what the feed reads.
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
