import GRDB

/// What the database says of itself: one row, written with the schema and with every batch.
package struct TimelineState: Hashable, Sendable {
  /// The moment that the posts' times count back from: seconds since 1970-01-01 00:00 UTC.
  package let epoch: Int
  /// Posts that the timeline is filled with.
  package let total: Int
  /// How many of them are there, from the newest on.
  package let filled: Int

  /// Whether all of them are there.
  package var isFull: Bool { filled == total }

  /// Reads the row.
  ///
  /// - Throws: where there is none, or its values are impossible.
  init(_ db: Database) throws {
    guard let row = try Row.fetchOne(db, sql: "SELECT epoch, total, filled FROM meta") else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the table meta is empty")
    }
    epoch = try row.decode(atIndex: 0)
    total = try row.decode(atIndex: 1)
    filled = try row.decode(atIndex: 2)
    guard abs(epoch) < 1 << 40, 0...(1 << 30) ~= total, 0...total ~= filled else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the table meta is invalid")
    }
  }
}
