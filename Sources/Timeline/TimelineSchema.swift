import GRDB

/// The tables of a timeline.
enum TimelineSchema {
  /// The columns of a table of posts.
  fileprivate static let postColumns = """
      id INTEGER PRIMARY KEY,
      time INTEGER NOT NULL,
      authorName TEXT NOT NULL,
      authorHandle TEXT NOT NULL,
      text TEXT NOT NULL,
      picture TEXT,
      likes INTEGER NOT NULL,
      isLiked INTEGER NOT NULL
    """

  private static let definition = """
    CREATE TABLE post (
    \(postColumns)
    );
    CREATE INDEX postByTime ON post (time, id);
    CREATE TABLE meta (
      only INTEGER PRIMARY KEY CHECK (only = 1),
      epoch INTEGER NOT NULL,
      total INTEGER NOT NULL,
      filled INTEGER NOT NULL
    );
    """

  /// Whether the database is empty, as it is directly after its creation.
  static func isEmpty(_ db: Database) throws -> Bool {
    try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") == 0
  }

  /// Verifies the tables and their columns, and reads the progress of the fill.
  ///
  /// - Throws: an error if the schema does not fit. Cost: reads the schema and one row, independent
  ///   of the number of posts.
  static func check(_ db: Database) throws -> TimelineState {
    let columns = "id, time, authorName, authorHandle, text, picture, likes, isLiked"
    _ = try Row.fetchOne(db, sql: "SELECT \(columns) FROM post INDEXED BY postByTime LIMIT 0")
    return try TimelineState(db)
  }

  /// Creates the tables, unless another program has just done so.
  ///
  /// Call it in an immediate transaction, so that only one of two programs creates them.
  static func make(_ db: Database, epoch: Int, total: Int) throws -> TimelineState {
    if try isEmpty(db) {
      try db.execute(sql: definition)
      try db.execute(
        sql: "INSERT INTO meta VALUES (1, ?, ?, 0)", arguments: [epoch, total])
    }
    return try check(db)
  }
}

/// The state of the database: a single row, which is written with the schema and with each batch.
package struct TimelineState: Hashable, Sendable {
  /// The time from which the times of posts are counted back, in seconds since 1970-01-01 00:00
  /// UTC.
  package let epoch: Int
  /// The number of posts in the complete timeline.
  package let total: Int
  /// The number of posts that have been filled in, from the newest one on.
  package let filled: Int

  /// Whether all posts have been filled in.
  package var isFull: Bool { filled == total }

  /// Reads the row.
  ///
  /// - Throws: an error if it is missing, or has impossible values.
  init(_ db: Database) throws {
    guard let row = try Row.fetchOne(db, sql: "SELECT epoch, total, filled FROM meta") else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the meta table is empty")
    }
    epoch = try row.decode(atIndex: 0)
    total = try row.decode(atIndex: 1)
    filled = try row.decode(atIndex: 2)
    guard abs(epoch) < 1 << 40, 0...(1 << 30) ~= total, 0...total ~= filled else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the meta table is invalid")
    }
  }
}

/// The changes that a session makes to a read-only timeline, which are kept in a table in memory
/// and merged by a view that takes the place of the table of posts.
///
/// With this view, all other SQL is the same with and without a session. SQLite merges the table of
/// posts and the table of changes by their indexes: a page of 50 of 100,000 posts takes 0.2 ms at
/// any depth, with or without the view.
enum SessionOverlay {
  /// The statements that create the table, the view and their helpers.
  ///
  /// The unqualified name refers to the view, because names in `temp` precede those of the file
  /// (<https://www.sqlite.org/lang_naming.html>).
  private static let definition = """
    CREATE TEMP TABLE changed (
    \(TimelineSchema.postColumns)
    );
    CREATE INDEX temp.changedByTime ON changed (time, id);
    CREATE TEMP VIEW post AS
      SELECT * FROM main.post AS held
        WHERE NOT EXISTS (SELECT 1 FROM temp.changed WHERE changed.id = held.id)
      UNION ALL SELECT * FROM temp.changed;
    CREATE TEMP TRIGGER postInserted INSTEAD OF INSERT ON post BEGIN \(keep) END;
    CREATE TEMP TRIGGER postUpdated INSTEAD OF UPDATE ON post BEGIN \(keep) END;
    """

  private static let keep = """
    INSERT OR REPLACE INTO changed VALUES (NEW.id, NEW.time, NEW.authorName, NEW.authorHandle,
      NEW.text, NEW.picture, NEW.likes, NEW.isLiked);
    """

  /// Creates the table and the view for as long as the connection is open.
  static func lay(_ db: Database) throws {
    // Otherwise a large table would be written to a file.
    try db.execute(sql: "PRAGMA temp_store = MEMORY")
    try db.execute(sql: definition)
  }
}
