/// The order of a list of rows: columns, of which the last make each place unique.
///
/// An index that has these columns, in these directions or in all the opposite ones, serves every page, whichever way it is
/// read. Without one the database sorts for each page.
public struct KeysetOrder: Hashable, Sendable {
  /// What is sorted by, the first column first; at least one.
  public let columns: [KeysetColumn]

  /// Creates an order.
  ///
  /// - Parameter columns: what is sorted by; the last of them must make each row's place unique, such as the primary key,
  ///   because else rows may be missed.
  public init(_ columns: [KeysetColumn]) { self.columns = columns }

  /// Creates an order by a column with ties, and by one that is unique, both in one direction.
  ///
  /// - Parameters:
  ///   - column: what is sorted by; it may hold NULLs and ties.
  ///   - tieBreaker: unique and never NULL; it may be the same column.
  ///   - descending: whether greater values come first, in both columns.
  public init(column: String, tieBreaker: String, descending: Bool = false) {
    let tie = KeysetColumn(tieBreaker, descending: descending, mayBeNull: false)
    columns = column == tieBreaker ? [tie] : [KeysetColumn(column, descending: descending), tie]
  }
}

/// A column of an order.
public struct KeysetColumn: Hashable, Sendable {
  /// The name of the column, as the table or the query's result names it, without quotes.
  public var name: String
  /// Whether greater values come first.
  public var descending: Bool
  /// Whether rows without a value come first.
  public var nullsFirst: Bool
  /// The collation by which texts are compared; nil for the column's own.
  public var collation: String?
  /// Whether there may be rows without a value; where there are none, saying so saves a query at an end.
  public var mayBeNull: Bool
  /// Whether rows without a value come first where an index has the column upwards.
  ///
  /// In SQLite they do, because they are smaller than everything (<https://www.sqlite.org/datatype3.html>, 4.1).
  package var storesNullsFirst = true
  /// The type that a value to compare with is converted to, as SQL has it; nil where the column tells it.
  var type: String?

  /// Creates a column of an order.
  ///
  /// - Parameters:
  ///   - name: its name, without quotes.
  ///   - descending: whether greater values come first.
  ///   - nullsFirst: whether rows without a value come first; by default when ascending, as SQLite has it
  ///     (<https://www.sqlite.org/lang_select.html#orderby>).
  ///   - collation: by which texts are compared; nil for the column's own.
  ///   - mayBeNull: whether there may be rows without a value.
  public init(
    _ name: String, descending: Bool = false, nullsFirst: Bool? = nil, collation: String? = nil,
    mayBeNull: Bool = true
  ) {
    (self.name, self.descending, self.collation) = (name, descending, collation)
    (self.nullsFirst, self.mayBeNull) = (nullsFirst ?? !descending, mayBeNull)
  }

  /// Whether its NULLs stand where an index has them.
  package var hasNullsAsStored: Bool { !mayBeNull || nullsFirst == storesNullsFirstHere }

  /// Whether an index that is read in the direction of the column has NULLs first.
  var storesNullsFirstHere: Bool { storesNullsFirst != descending }

  /// The same column read from the end.
  var reversed: KeysetColumn {
    var column = self
    (column.descending, column.nullsFirst) = (!descending, !nullsFirst)
    return column
  }

  /// The same column the other way, with its NULLs where an index has them.
  var turned: KeysetColumn { directed(descending: !descending) }

  /// The same column in a direction, with its NULLs where an index has them.
  func directed(descending: Bool) -> KeysetColumn {
    var column = self
    column.descending = descending
    column.nullsFirst = column.storesNullsFirstHere
    return column
  }
}

extension KeysetOrder {
  /// The same order read from the end.
  package var reversed: KeysetOrder { KeysetOrder(columns.map(\.reversed)) }
}

/// The place beside a row in a keyset order: the row itself may be gone.
public struct KeysetCursor: Hashable, Sendable {
  /// The row's values in the columns of the order, in their order.
  public let values: [SQLValue]
  /// Whether going on forward begins with the row itself, as long as it is there; going back never does.
  public let isBefore: Bool

  /// Creates a cursor, as for a list that goes on where an earlier run of the program left it.
  ///
  /// - Parameters:
  ///   - values: of the columns of the order, in their order, as they are stored.
  ///   - isBefore: whether a page after the place begins with the row.
  public init(_ values: [SQLValue], isBefore: Bool = false) {
    (self.values, self.isBefore) = (values, isBefore)
  }
}

extension KeysetOrder {
  /// The orders by some columns and the rest of a key, which may go either way, and as it does in its index.
  ///
  /// The first one has one direction at the end, so that a plain index serves it, read from either end.
  static func candidates(by sorted: [KeysetColumn], _ key: RowKey) -> [KeysetOrder] {
    // A column of a key has no NULLs, and asking for them would say nothing true about cost.
    let sorted = sorted.map { column in
      var column = column
      let part = key.columns.first { $0.name == column.name }
      column.mayBeNull = column.mayBeNull && part?.mayBeNull ?? true
      return column
    }
    let isDescending = sorted.last?.descending ?? false
    let rest = key.columns.filter { column in
      !sorted.contains { $0.name == column.name && $0.collation == column.collation }
    }
    let one = rest.map { $0.descending == isDescending ? $0 : $0.turned }
    var orders: [KeysetOrder] = []
    for columns in [one, one.map(\.turned), rest, rest.map(\.turned)] {
      let order = KeysetOrder(sorted + columns)
      if !orders.contains(order) { orders.append(order) }
    }
    return orders
  }
}
