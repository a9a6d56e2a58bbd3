import GRDB

/// The tables of a timeline.
enum TimelineSchema {
  private static let definition = """
    CREATE TABLE post (
      id INTEGER PRIMARY KEY,
      time INTEGER NOT NULL,
      authorName TEXT NOT NULL,
      authorHandle TEXT NOT NULL,
      text TEXT NOT NULL,
      picture TEXT,
      likes INTEGER NOT NULL,
      isLiked INTEGER NOT NULL
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
