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

  /// Rows in another order.
  package struct Sorted: Sendable {
    package let source: any PagingSource<Item, Cursor>
    /// What that costs where no index serves the order; nil where one does.
    package let warning: String?

    package init(source: any PagingSource<Item, Cursor>, warning: String?) {
      (self.source, self.warning) = (source, warning)
    }
  }

  /// What the rows are sorted by now, beside what tells them apart.
  package var sorting: @Sendable () -> [Sorting]
  /// Sorts by a column; by none as at the start.
  package var sort: @Sendable ([Sorting]) async -> Result<Sorted, Failure>
  /// The place before the row with a key, as it is typed after `:key`.
  package var place: @Sendable (_ key: String) async -> Result<Cursor, Failure>
  /// The place so many percent of the way, from 0 to 100, by the range of the key.
  package var placeAtPercent: @Sendable (Double) async -> Result<Cursor, Failure>
  /// How many rows there are, in words: exact, or at least so many where counting takes too long.
  package var count: @Sendable () async -> Result<String, Failure>
  /// A row with all of its values, whole.
  package var whole: @Sendable (Item) async -> Result<Record, Failure>
  /// The list of the rows that a value of a row refers to; nil where it refers to none.
  package var reference: @Sendable (_ item: Item, _ column: String) -> (any Feed)?

  package init(
    sorting: @escaping @Sendable () -> [Sorting],
    sort: @escaping @Sendable ([Sorting]) async -> Result<Sorted, Failure>,
    place: @escaping @Sendable (String) async -> Result<Cursor, Failure>,
    placeAtPercent: @escaping @Sendable (Double) async -> Result<Cursor, Failure>,
    count: @escaping @Sendable () async -> Result<String, Failure>,
    whole: @escaping @Sendable (Item) async -> Result<Record, Failure>,
    reference: @escaping @Sendable (Item, String) -> (any Feed)?
  ) {
    (self.sorting, self.sort, self.place) = (sorting, sort, place)
    (self.placeAtPercent, self.count) = (placeAtPercent, count)
    (self.whole, self.reference) = (whole, reference)
  }
}
