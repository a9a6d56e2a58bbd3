/// The order of a list of rows: the columns to sort by, which together make each row's position
/// unique.
///
/// An index on these columns, with these directions or with all of them reversed, serves every page
/// in either direction. Without such an index the database sorts for each page.
public struct KeysetOrder: Hashable, Sendable {
  /// The columns of the order, the most significant first; at least one.
  public let columns: [KeysetColumn]

  /// Creates an order.
  ///
  /// - Parameter columns: the columns of the order. The last ones must make each row's position
  ///   unique, as a primary key does; otherwise rows may be missed.
  public init(_ columns: [KeysetColumn]) { self.columns = columns }

  /// Creates an order by a column that may have equal values, then by a unique column, both in the
  /// same direction.
  ///
  /// - Parameters:
  ///   - column: the first column; it may contain NULLs and equal values.
  ///   - tieBreaker: a column that is unique and never NULL; it may be the same as `column`.
  ///   - descending: whether both columns are in descending order.
  public init(column: String, tieBreaker: String, descending: Bool = false) {
    let tie = KeysetColumn(tieBreaker, descending: descending, mayBeNull: false)
    columns = column == tieBreaker ? [tie] : [KeysetColumn(column, descending: descending), tie]
  }
}

/// A column of an order.
public struct KeysetColumn: Hashable, Sendable {
  /// The name of the column in the table or the query's result, unquoted.
  public var name: String
  /// Whether the column is in descending order.
  public var descending: Bool
  /// Whether NULLs come first.
  public var nullsFirst: Bool
  /// The collation for comparing strings; nil for that of the column.
  public var collation: String?
  /// Whether the column may contain NULLs; if not, no query looks for NULLs.
  public var mayBeNull: Bool
  /// Whether NULLs come first in an ascending index.
  ///
  /// In SQLite they do, because NULL is smaller than any value
  /// (<https://www.sqlite.org/datatype3.html>, section 4.1).
  package var storesNullsFirst = true
  /// The SQL type to which compared values are cast; nil if the column determines it.
  var type: String?
  /// Whether the type of the column is a domain over `type`.
  ///
  /// The column is then cast to `type` as well, because PostgreSQL has no operators for a domain
  /// over an enumeration.
  var isDomain = false

  /// Creates a column of an order.
  ///
  /// - Parameters:
  ///   - name: the name of the column, unquoted.
  ///   - descending: whether the column is in descending order.
  ///   - nullsFirst: whether NULLs come first; by default only in ascending order, as in SQLite
  ///     (<https://www.sqlite.org/lang_select.html#orderby>).
  ///   - collation: the collation for comparing strings; nil for that of the column.
  ///   - mayBeNull: whether the column may contain NULLs.
  public init(
    _ name: String, descending: Bool = false, nullsFirst: Bool? = nil, collation: String? = nil,
    mayBeNull: Bool = true
  ) {
    (self.name, self.descending, self.collation) = (name, descending, collation)
    (self.nullsFirst, self.mayBeNull) = (nullsFirst ?? !descending, mayBeNull)
  }

  /// Whether NULLs, if the column may contain them, are in the same position as in an index.
  package var hasNullsAsStored: Bool { !mayBeNull || nullsFirst == storesNullsFirstHere }

  /// Whether NULLs come first in an index that is read in the direction of the column.
  var storesNullsFirstHere: Bool { storesNullsFirst != descending }

  /// The column of the reversed order.
  var reversed: KeysetColumn {
    var column = self
    (column.descending, column.nullsFirst) = (!descending, !nullsFirst)
    return column
  }

  /// The column in the opposite direction, with its NULLs where an index has them.
  var turned: KeysetColumn { directed(descending: !descending) }

  /// The column in a direction, with its NULLs where an index has them.
  func directed(descending: Bool) -> KeysetColumn {
    var column = self
    column.descending = descending
    column.nullsFirst = column.storesNullsFirstHere
    return column
  }
}

extension KeysetOrder {
  /// The order in reverse.
  package var reversed: KeysetOrder { KeysetOrder(columns.map(\.reversed)) }
}

/// A position next to a row in a keyset order; the row itself may have been deleted.
public struct KeysetCursor: Hashable, Sendable {
  /// The row's values in the columns of the order, one for each column.
  public let values: [SQLValue]
  /// Whether a page after this position begins with the row itself, if the row still exists; a page
  /// before this position never includes the row.
  public let isBefore: Bool

  /// Creates a cursor, for example to continue a list where an earlier run of the program left off.
  ///
  /// - Parameters:
  ///   - values: the stored values in the columns of the order, one for each column.
  ///   - isBefore: whether a page after this position begins with the row.
  public init(_ values: [SQLValue], isBefore: Bool = false) {
    (self.values, self.isBefore) = (values, isBefore)
  }
}

extension KeysetOrder {
  /// The possible orders: by the given columns, and then by the remaining columns of a key, in
  /// either direction.
  ///
  /// In the first order, the columns of the key have the direction of the last given column, so
  /// that a plain index, read from either end, serves the order.
  static func candidates(by sorted: [KeysetColumn], _ key: RowKey) -> [KeysetOrder] {
    // A column of a key usually contains no NULLs. It is then marked accordingly, because a plan
    // for NULLs would give a wrong estimate of the cost.
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
