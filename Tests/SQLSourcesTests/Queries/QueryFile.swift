import GRDB
import Paging
import RowTrials
import SQLSources

/// A database for trying queries, and the complete result of each query.
struct QueryFile {
  let file: TableFile

  init() throws {
    file = try TableFile([
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a INT, b TEXT COLLATE NOCASE, c)",
      "CREATE INDEX ta ON t (a)",
      "CREATE TABLE u (id INTEGER PRIMARY KEY, t INT, x)",
      "CREATE INDEX ut ON u (t)",
      "CREATE TABLE w (k TEXT, l INT, v, PRIMARY KEY (k, l)) WITHOUT ROWID",
      "CREATE TABLE x (id INTEGER PRIMARY KEY, f TEXT NOT NULL)", "CREATE INDEX xf ON x (f)",
      "CREATE VIEW v AS SELECT id, a, b FROM t WHERE a IS NOT NULL",
      "CREATE VIEW chance AS SELECT id, random() AS r FROM t",
      "CREATE VIEW both AS SELECT id, a AS x FROM t UNION ALL SELECT id + 1000, x FROM u",
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
      INSERT INTO t SELECT i * 37 % 101, nullif(i % 7, 3), char(65 + i % 5 + i % 2 * 32), i % 4 FROM n
      """,
      "INSERT INTO u SELECT id + 5, id % 40, iif(id % 3, b, id) FROM t WHERE id % 2",
      "INSERT INTO w SELECT b, id, a FROM t", "INSERT INTO x SELECT id, id % 80 FROM t",
    ])
  }

  /// The rows of a query, with each value as the text that a record has for it.
  func whole(_ sql: String) throws -> [[String?]] {
    try file.writer.read { db in
      try Row.fetchAll(db, sql: sql).map { row in
        row.map { _, value in
          switch value.storage {
          case .null: nil
          case .int64(let number): "\(number)"
          case .double(let number): "\(number)"
          case .string(let text): text
          case .blob: "blob"
          }
        }
      }
    }
  }

  /// The results of all ways to walk through the rows: from both ends if they are paged by key,
  /// otherwise once.
  func walks(_ opening: TableOpening, by count: Int) async throws -> [[[String?]]] {
    guard let relation = opening.relation else {
      let source = QuerySource(
        opening.sql, in: file.database.another(), RowLayout(names: opening.names))
      return [try await walk(source, from: .start, by: count).items.map(\.texts)]
    }
    let source = TableSource(relation, in: file.database)
    return [
      try await walk(source, from: .start, by: count).items.map(\.texts),
      try await walk(source, from: .end, by: count).items.map(\.texts),
    ]
  }
}

/// A query, and how it should be read.
struct QueryCase: Sendable, CustomStringConvertible {
  let sql: String
  /// Whether the query is paged by key; nil if either is possible.
  var isPaged: Bool?
  /// Whether the query has a defined order.
  var isSorted = true

  var description: String { sql }

  static func paged(_ sql: String) -> QueryCase { QueryCase(sql: sql, isPaged: true) }
  static func once(_ sql: String) -> QueryCase { QueryCase(sql: sql, isPaged: false) }
  static func pagedAnyhow(_ sql: String) -> QueryCase {
    QueryCase(sql: sql, isPaged: true, isSorted: false)
  }
  static func onceAnyhow(_ sql: String) -> QueryCase {
    QueryCase(sql: sql, isPaged: false, isSorted: false)
  }
}
