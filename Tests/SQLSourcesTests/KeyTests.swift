import RowTrials
import SQLSources
import Testing

@Suite struct `What tells the rows of a table apart` {
  private func keys(_ statements: String...) throws -> [String] {
    let file = try TableFile(statements)
    return try file.database.readNow { reader throws(SQLError) in
      let table = try reader.table(named: "T")
      return try reader.keys(of: table, try reader.columns(of: table)).map { key in
        key.columns.map { column in
          column.name + (column.collation.map { " \($0)" } ?? "")
            + (column.descending ? " DESC" : "")
        }.joined(separator: ", ")
      }
    }
  }

  @Test(
    arguments: [
      ("(id INTEGER PRIMARY KEY, a)", ["id"]), ("(\"Id\" integer, a, PRIMARY KEY (ID))", ["Id"]),
      ("(id INTEGER, PRIMARY KEY (id DESC))", ["id"]), ("(a)", ["rowid"]),
      // SQLite treats `INTEGER PRIMARY KEY DESC` as an ordinary column, which may be NULL.
      ("(id INTEGER PRIMARY KEY DESC)", ["rowid"]),
      ("(id INTEGER NOT NULL PRIMARY KEY DESC)", ["id DESC", "rowid"]),
      ("(id INT PRIMARY KEY)", ["rowid"]), ("(id TEXT PRIMARY KEY)", ["rowid"]),
      ("(id TEXT NOT NULL PRIMARY KEY)", ["id", "rowid"]),
      ("(id TEXT COLLATE NOCASE PRIMARY KEY NOT NULL)", ["id", "rowid"]),
      ("(a NOT NULL, b NOT NULL, PRIMARY KEY (b DESC, a))", ["b DESC, a", "rowid"]),
      ("(a NOT NULL, b, PRIMARY KEY (b, a))", ["rowid"]),
      ("(a, b, PRIMARY KEY (b, a)) WITHOUT ROWID", ["b, a"]),
      ("(id INTEGER PRIMARY KEY, a) WITHOUT ROWID", ["id"]),
      ("(a TEXT PRIMARY KEY, b UNIQUE) WITHOUT ROWID", ["a"]),
      ("(a UNIQUE)", ["rowid"]), ("(a NOT NULL UNIQUE)", ["a", "rowid"]),
      ("(a NOT NULL, b NOT NULL UNIQUE, rowid)", ["b", "_rowid_"]),
      ("(rowid, _ROWID_)", ["oid"]), ("(rowid, _rowid_, OID)", []),
      ("(rowid, _rowid_, oid INTEGER PRIMARY KEY)", ["oid"]),
      ("(rowid, _rowid_, oid UNIQUE)", []),
      ("(a, g AS (a + 1) STORED NOT NULL UNIQUE)", ["g", "rowid"]),
      ("(a ANY PRIMARY KEY) STRICT", ["a", "rowid"]),
      ("(a INT PRIMARY KEY) STRICT", ["a", "rowid"]),
    ])
  func `is a key without NULLs, and else the number of the row`(
    body: String, expected: [String]
  ) throws {
    #expect(try keys("CREATE TABLE t \(body)") == expected)
  }

  @Test func `is no index of a part, of an expression, or of values that come twice`() throws {
    let found = try keys(
      "CREATE TABLE t (a NOT NULL, b NOT NULL)", "CREATE UNIQUE INDEX part ON t (a) WHERE b > 1",
      "CREATE UNIQUE INDEX sum ON t (a, b + 1)", "CREATE INDEX plain ON t (b)",
      "CREATE UNIQUE INDEX whole ON t (b COLLATE RTRIM DESC, a)")
    #expect(found == ["b RTRIM DESC, a", "rowid"])
  }

  @Test func `is nothing in a view, and a number in a table of full text`() throws {
    #expect(try keys("CREATE TABLE s (a PRIMARY KEY)", "CREATE VIEW t AS SELECT * FROM s") == [])
    #expect(try keys("CREATE VIRTUAL TABLE t USING fts5 (a, b)") == ["rowid"])
  }

  @Test func `is the key of a collation that is known here`() throws {
    let file = try TableFile([
      "CREATE TABLE t (id TEXT NOT NULL PRIMARY KEY, tag)", "INSERT INTO t VALUES ('a', 1)",
      "PRAGMA writable_schema = ON",
      "UPDATE sqlite_schema SET sql = replace(sql, 'TEXT', 'TEXT COLLATE LOCALIZED') WHERE name = 't'",
    ])
    let opening = try file.opening(of: "t")
    #expect(opening.relation?.order.columns.map(\.name) == ["rowid"])
  }

  @Test func `is one by which an index serves the order`() throws {
    let file = try TableFile([
      "CREATE TABLE t (id TEXT NOT NULL PRIMARY KEY, a, b)", "CREATE INDEX ta ON t (a)",
      "CREATE INDEX tb ON t (b DESC)",
    ])
    var request = RowsRequest()
    for (term, tie) in [
      (SortTerm("a"), "rowid up"), (SortTerm("a", descending: true), "rowid down"),
      (SortTerm("b"), "rowid down"), (SortTerm("b", descending: true), "rowid up"),
    ] {
      request.order = [term]
      let opening = try file.opening(of: "t", request)
      let last = try #require(opening.relation?.order.columns.last)
      #expect("\(last.name) \(last.descending ? "down" : "up")" == tie)
      #expect(!opening.sorts)
    }
    request.order = [SortTerm("a"), SortTerm("b")]
    #expect(try file.opening(of: "t", request).sorts)
  }
}
