/// A part of a keyset order that is one range of an index: rows that have fixed values in the first
/// columns and, in the next column, values beyond a given one, any values, or NULLs.
///
/// The condition `(a, b) > (?, ?)` would express all stretches after a row in one query. However,
/// SQLite 3.40 uses only the first part of this condition if `b` is an `INTEGER PRIMARY KEY`: among
/// a million rows with the same `a`, a page at row 900,000 took 107 ms with this condition, and
/// takes 0.1 ms with a query for each stretch. `a > ? OR a = ? AND b > ?` is not one range of an
/// index. Besides, an SQL comparison with NULL is neither true nor false, so rows with NULLs would
/// be lost.
package struct KeysetStretch: Hashable, Sendable {
  /// The condition on the column after the fixed ones.
  package enum Bound: Hashable, Sendable {
    /// Values that follow a given one in the order.
    case beyond(SQLValue)
    /// Values of this and all later columns that follow those of a given row, optionally including
    /// the row itself.
    case beyondRow([SQLValue], orSame: Bool)
    /// All values that are not NULL.
    case values
    /// NULL only.
    case nulls
  }

  /// The values of the first columns.
  package let equal: [SQLValue]
  /// The condition on the next column; nil if there is none.
  package let bound: Bound?

  package init(equal: [SQLValue] = [], _ bound: Bound? = nil) {
    (self.equal, self.bound) = (equal, bound)
  }

  /// The consecutive stretches of an order, from its start or from a position.
  package static func path(
    from cursor: KeysetCursor?, in order: KeysetOrder, includingRow: Bool = false
  ) -> [KeysetStretch] {
    guard let cursor else { return start(in: order) }
    let row = includingRow ? [KeysetStretch(equal: cursor.values)] : []
    return row
      + order.columns.indices.reversed().flatMap { index in
        bounds(beyond: cursor.values[index], in: order.columns[index]).map {
          KeysetStretch(equal: Array(cursor.values[..<index]), $0)
        }
      }
  }

  /// The stretches for a database that can use an index for `(a, b) > (?, ?)`: a single one if the
  /// order has several columns, all in the same direction and without NULLs.
  package static func path(
    byRowsFrom cursor: KeysetCursor?, in order: KeysetOrder, includingRow: Bool = false
  ) -> [KeysetStretch] {
    let columns = order.columns
    let goesOneWay = columns.allSatisfy { !$0.mayBeNull && $0.descending == columns[0].descending }
    guard let cursor, columns.count > 1, goesOneWay, !cursor.values.contains(.null) else {
      return path(from: cursor, in: order, includingRow: includingRow)
    }
    return [KeysetStretch(.beyondRow(cursor.values, orSame: includingRow))]
  }

  /// The stretches from the start of an order; if the NULLs of its first column are not where an
  /// index has them, they are a separate stretch.
  private static func start(in order: KeysetOrder) -> [KeysetStretch] {
    guard let first = order.columns.first, !first.hasNullsAsStored else { return [KeysetStretch()] }
    let (nulls, values) = (KeysetStretch(.nulls), KeysetStretch(.values))
    return first.nullsFirst ? [nulls, values] : [values, nulls]
  }

  private static func bounds(beyond value: SQLValue, in column: KeysetColumn) -> [Bound] {
    switch (value.isNull, column.nullsFirst) {
    case (true, true): [.values]
    case (true, false): []
    case (false, true): [.beyond(value)]
    case (false, false): column.mayBeNull ? [.beyond(value), .nulls] : [.beyond(value)]
    }
  }

  /// The values of the condition's parameters, in order.
  package var values: [SQLValue] { equal.filter { !$0.isNull } + boundValues }

  /// The values for a server, to which some values are passed twice; see `KeysetQuery`.
  var serverValues: [SQLValue] { equal.filter { !$0.isNull }.flatMap { [$0, $0] } + boundValues }

  private var boundValues: [SQLValue] {
    switch bound {
    case .beyond(let value): [value]
    // The first value occurs twice, because its column is also compared separately.
    case .beyondRow(let values, _): values.prefix(1) + values
    case .values, .nulls, nil: []
    }
  }
}
