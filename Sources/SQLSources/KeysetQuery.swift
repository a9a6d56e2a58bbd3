public import GRDB

/// The SQL of keyset pages over a table or a query.
package struct KeysetQuery: Sendable {
  /// The order of the rows.
  package let order: KeysetOrder
  private let relation: String
  private let arguments: StatementArguments

  /// Pages over a table or view; its name is quoted.
  package init(table: String, order: KeysetOrder) {
    relation = table.asIdentifier
    arguments = []
    self.order = order
  }

  /// Pages over the result of a `SELECT`; a semicolon at its end is dropped.
  package init(sql: String, arguments: StatementArguments, order: KeysetOrder) {
    let end = sql.lastIndex { !$0.isWhitespace && $0 != ";" }
    let select = end.map { sql[...$0] } ?? ""
    // A line break ends a comment that the query may close with.
    relation = "(\(select)\n)"
    self.arguments = arguments
    self.order = order
  }

  /// The query for the first rows of a stretch, up to a limit; an index on the two columns leads to
  /// them and has them in order.
  ///
  /// Columns are named with the relation: alone, a name that does not exist may be taken for a
  /// string (<https://www.sqlite.org/quirks.html>, 8). The last two columns are the row's cursor.
  package func sql(_ stretch: KeysetStretch, descending: Bool) -> String {
    let key = "page.\(order.column.asIdentifier)"
    let tie = "page.\(order.tieBreaker.asIdentifier)"
    let sign = descending ? "<" : ">"
    let direction = descending ? "DESC" : "ASC"
    let byTie = "\(tie) \(direction)"
    let byBoth = "\(key) \(direction), \(byTie)"
    let (condition, sorting) =
      switch stretch {
      case .ties: ("\(key) IS ? AND \(tie) \(sign) ?", byTie)
      case .beyond: ("\(key) \(sign) ?", byBoth)
      case .values: ("\(key) IS NOT NULL", byBoth)
      case .nulls: ("\(key) IS NULL", byTie)
      }
    return """
      SELECT page.*, \(key), \(tie) FROM \(relation) AS page \
      WHERE \(condition) ORDER BY \(sorting) LIMIT ?
      """
  }

  /// The values for the query's places, in order.
  package func arguments(_ stretch: KeysetStretch, limit: Int) -> StatementArguments {
    arguments + StatementArguments(stretch.values + [limit.databaseValue])
  }
}

/// The order of a list of rows: a sort key, and a tie-breaker that makes each place unique.
///
/// Both run in the same direction, so that an index on the two serves every page, whichever way it
/// is read. NULLs in the sort key come first when ascending and last when descending, as in SQLite.
public struct KeysetOrder: Hashable, Sendable {
  /// The column that is sorted by; it may hold NULLs and ties.
  public let column: String
  /// A column that is unique and never NULL, such as the primary key; it may be the sort key itself.
  public let tieBreaker: String
  /// Whether greater values come first.
  public let descending: Bool

  /// Creates an order by two columns, named as the query's result names them, without quotes.
  ///
  /// - Parameters:
  ///   - column: what is sorted by; it may hold NULLs and ties.
  ///   - tieBreaker: unique and never NULL. Where it is not unique, rows may be missed.
  ///   - descending: whether greater values come first, in both columns.
  public init(column: String, tieBreaker: String, descending: Bool = false) {
    self.column = column
    self.tieBreaker = tieBreaker
    self.descending = descending
  }
}

/// The place of a row in a keyset order: the row itself may be gone.
public struct KeysetCursor: Hashable, Sendable {
  /// The row's sort key; may be NULL.
  public let key: DatabaseValue
  /// The row's tie-breaker.
  public let tie: DatabaseValue

  /// Creates a cursor, as for a list that goes on where an earlier run of the program left it.
  ///
  /// - Parameters:
  ///   - key: a value of the sort key's column, as it is stored.
  ///   - tie: a value of the tie-breaker's column.
  public init(key: DatabaseValue, tie: DatabaseValue) {
    self.key = key
    self.tie = tie
  }
}

/// A part of a keyset order that one range of an index holds.
///
/// `(key, tie) > (?, ?)` would say the same in one query, but SQLite 3.40 uses only the key of it
/// when the tie-breaker is an `INTEGER PRIMARY KEY`: among a million rows of one key, a page at row
/// 900,000 took 107 ms; so it takes 0.1. And in SQL a comparison with NULL is neither true nor
/// false: rows without a key would be lost.
package enum KeysetStretch: Hashable, Sendable {
  /// What follows a row among those that have its key, or have none as it has none.
  case ties(KeysetCursor)
  /// The rows with a key that follows one.
  case beyond(DatabaseValue)
  /// All rows with a key.
  case values
  /// All rows without one.
  case nulls

  /// The stretches of an order from its start, or from a cursor on, one after the other.
  ///
  /// SQLite holds NULL smaller than everything: <https://www.sqlite.org/datatype3.html>, 4.1.
  package static func path(from cursor: KeysetCursor?, descending: Bool) -> [KeysetStretch] {
    guard let cursor else { return descending ? [.values, .nulls] : [.nulls, .values] }
    switch (cursor.key.isNull, descending) {
    case (true, true): return [.ties(cursor)]
    case (true, false): return [.ties(cursor), .values]
    case (false, true): return [.ties(cursor), .beyond(cursor.key), .nulls]
    case (false, false): return [.ties(cursor), .beyond(cursor.key)]
    }
  }

  /// The values that its condition compares with, in order.
  package var values: [DatabaseValue] {
    switch self {
    case .ties(let cursor): [cursor.key, cursor.tie]
    case .beyond(let key): [key]
    case .values, .nulls: []
    }
  }
}

extension String {
  /// The name as an identifier in SQL: in quotes, and those in it doubled.
  ///
  /// Ours, because `quotedDatabaseIdentifier` of GRDB 7.10 leaves the quotes in a name as they are.
  var asIdentifier: String {
    "\"" + split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}
