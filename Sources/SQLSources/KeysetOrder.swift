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
