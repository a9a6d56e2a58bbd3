package import GRDB

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
