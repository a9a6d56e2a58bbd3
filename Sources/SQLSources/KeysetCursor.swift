public import GRDB

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
