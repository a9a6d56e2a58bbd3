import GRDB

/// The tables of a timeline.
enum TimelineSchema {
  /// What a table of posts has in its parentheses.
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

  /// Whether the database holds nothing at all, as one that was made a moment ago.
  static func isEmpty(_ db: Database) throws -> Bool {
    try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") == 0
  }

  /// Looks whether the tables are there with their columns, and how far the fill is.
  ///
  /// - Throws: where they are not. Cost: the schema and one row, however many posts there are.
  static func check(_ db: Database) throws -> TimelineState {
    let columns = "id, time, authorName, authorHandle, text, picture, likes, isLiked"
    _ = try Row.fetchOne(db, sql: "SELECT \(columns) FROM post INDEXED BY postByTime LIMIT 0")
    return try TimelineState(db)
  }

  /// Makes the tables, if another program has not made them just now.
  ///
  /// To be called in an immediate transaction, so that of two only one makes them.
  static func make(_ db: Database, epoch: Int, total: Int) throws -> TimelineState {
    if try isEmpty(db) {
      try db.execute(sql: definition)
      try db.execute(
        sql: "INSERT INTO meta VALUES (1, ?, ?, 0)", arguments: [epoch, total])
    }
    return try check(db)
  }
}

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

/// What a session does to a timeline that it may only read: kept in tables in memory, and seen
/// through a view in the place of the posts.
///
/// So all other SQL is the same, whether the posts are written or not. SQLite merges the two by
/// their indexes: a page of 50 of 100,000 posts takes 0.2 ms at any depth, as without it.
enum SessionOverlay {
  /// The unqualified name finds the view first: names in `temp` come before those of the file
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

  /// Lays the tables over the posts while the connection is open.
  static func lay(_ db: Database) throws {
    // Else a large table would go to a file.
    try db.execute(sql: "PRAGMA temp_store = MEMORY")
    try db.execute(sql: definition)
  }
}
