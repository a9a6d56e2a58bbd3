import RowTrials
import SQLSources
import TemporaryFolders
import Testing

@Suite struct `A typed statement` {
  private let folder: TemporaryFolder
  private let database: SQLiteDatabase

  init() throws {
    folder = try TemporaryFolder()
    let writer = try folder.database().writer
    try writer.run(
      """
      CREATE VIEW v AS SELECT id, a FROM t WHERE id < 3;
      CREATE VIRTUAL TABLE f USING fts5 (words);
      INSERT INTO f VALUES ('a cat'), ('a dog');
      CREATE VIRTUAL TABLE r USING rtree (id, low, high);
      INSERT INTO r VALUES (1, 0, 5), (2, 10, 20);
      CREATE VIEW fv AS SELECT words FROM f WHERE f MATCH 'dog';
      """)
    database = SQLiteDatabase(path: folder.path("a.db"))
  }

  @Test(
    arguments: [
      "INSERT INTO t VALUES (9, 'x')", "UPDATE t SET a = 'x'", "DELETE FROM t",
      "REPLACE INTO t VALUES (1, 'x')",
      "INSERT INTO t VALUES (9, 'x') RETURNING id", "WITH n AS (SELECT 1) DELETE FROM t",
      "CREATE TABLE n (a)", "CREATE TEMP TABLE n (a)", "CREATE INDEX i ON t (a)",
      "CREATE VIEW w AS SELECT 1",
      "CREATE VIRTUAL TABLE w USING fts5 (a)", "DROP TABLE t", "ALTER TABLE t RENAME TO u",
      "ATTACH 'b.db' AS b", "ATTACH ':memory:' AS b", "DETACH main", "VACUUM",
      "VACUUM INTO 'copy.db'", "REINDEX", "ANALYZE",
      "PRAGMA journal_mode = WAL", "PRAGMA journal_mode(WAL)", "PRAGMA user_version = 3",
      "PRAGMA writable_schema = 1",
      "PRAGMA schema_version = 9", "PRAGMA wal_checkpoint", "PRAGMA optimize",
      "PRAGMA query_only = 0",
      "PRAGMA trusted_schema = 1", "PRAGMA mmap_size = 100000", "PRAGMA temp_store_directory = '/'",
      "PRAGMA incremental_vacuum", "PRAGMA cell_size_check = 0", "SELECT load_extension('x.so')",
      "SELECT LOAD_EXTENSION('x.so', 'y')", "SELECT writefile('x', 'y')", "SELECT edit('x')",
      "SELECT readfile('x')",
      "SELECT 1; SELECT 2", "SELECT 1; DELETE FROM t", "SELECT 1;; nonsense", "", " ", ";",
      "-- nothing", "/* open",
      "SELECT", "nonsense", "SELECT 1\0", "SELECT nosuch(1)", "SELECT nosuch FROM t",
      "SELECT * FROM nosuch",
      "INSERT INTO f(f) VALUES ('optimize')", "SELECT fts3_tokenizer('simple', x'00')",
    ])
  func `that does not read is refused in one line`(sql: String) throws {
    let before = try folder.state()
    let error = try #require(database.error(of: sql))
    #expect(error.kind == .mistaken, "\(error)")
    #expect(!error.description.isEmpty && !error.description.contains("\n"))
    #expect(try folder.state() == before)
    #expect(try database.texts("SELECT count(*) FROM t") == ["3"])
  }

  @Test(
    arguments: [
      ("SELECT count(*) FROM v", "2"), ("SELECT words FROM f WHERE f MATCH 'cat'", "a cat"),
      ("SELECT words FROM fv", "a dog"), ("SELECT id FROM r WHERE low > 5", "2"),
      ("SELECT value FROM json_each('[7]')", "7"),
      ("SELECT key FROM json_tree('{\"a\": 1}') LIMIT 1 OFFSET 1", "a"),
      ("SELECT count(*) FROM pragma_table_info('t')", "2"), ("PRAGMA Table_Info(t)", "0"),
      ("PRAGMA integrity_check", "ok"), ("PRAGMA page_size", "4096"), ("PRAGMA USER_VERSION", "0"),
      (
        "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 9) SELECT max(x) FROM n",
        "9"
      ),
      ("SELECT 1; -- behind", "1"), ("SELECT 1 /* open", "1"), ("SELECT 1;;", "1"),
      ("VALUES (5)", "5"),
      ("EXPLAIN QUERY PLAN SELECT * FROM t", "2"),
      ("SELECT row_number() OVER () FROM t LIMIT 1", "1"),
    ])
  func `that reads is run`(sql: String, first: String) throws {
    #expect(try database.texts(sql).first == first)
  }

  @Test(
    arguments: [
      ("query_only", "1"), ("cell_size_check", "1"), ("mmap_size", "0"),
    ], [false, true])
  func `finds the settings for files of strangers`(
    setting: (name: String, value: String), log: Bool
  ) throws {
    let (path, writer) = try folder.database("b.db", log: log)
    let database = SQLiteDatabase(path: path)
    let value = try database.texts("PRAGMA \(setting.name)")
    #expect(value == [setting.value])
    _ = writer
  }

  @Test func `finds every table, with its rows, and a view of one table`() throws {
    let names = try database.readNow { reader throws(SQLError) in try reader.tables().map(\.name) }
    #expect(names == ["f", "fv", "r", "t", "v"])
    #expect(try database.walkAll().count == 2 * (2 + 2 + 3 + 2))
  }
}
