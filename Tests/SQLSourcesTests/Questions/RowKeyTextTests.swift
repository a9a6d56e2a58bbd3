import Paging
import RowTrials
import SQLSources
import Testing

@Suite struct `The stored values of a row` {
  @Test func `are exact where the row shows them shortened`() async throws {
    let table = try QuestionTable(
      """
      CREATE TABLE t (id TEXT NOT NULL PRIMARY KEY, b BLOB, s TEXT, n);
      INSERT INTO t VALUES ('a long key', x'00ff', 'a long text', NULL), ('other', x'01', 's', 1);
      """, longest: 4)
    let source = TableSource(table.relation, in: table.database)
    let row = try #require(try await source.rows().first)
    let values = try table.database.readNow { [relation = table.relation] reader throws(SQLError) in
      try reader.values(of: row, in: ["s", "b", "id", "n"], relation)
    }
    #expect(
      values == [.text("a long text"), .blob([0, 255]), .text("a long key"), .null])
  }
}

@Suite struct `A key that is typed` {
  private func place(
    _ text: String, _ table: QuestionTable
  ) throws -> (place: KeysetCursor, isFound: Bool)? {
    typealias Found = (place: KeysetCursor, isFound: Bool)
    return try table.database.readNow {
      [relation = table.relation] (reader) throws(SQLError) -> Found? in
      try reader.place(ofKey: text, in: relation)
    }
  }

  private static let numbers =
    "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT); INSERT INTO t VALUES (1, 'x'), (42, 'm'), (100, 'b');"

  @Test(arguments: ["", "id:desc", "a", "a:desc"])
  func `leads to its row in any order`(order: String) async throws {
    let table = try QuestionTable(Self.numbers, order: order)
    let found = try #require(try place(" 42 ", table))
    #expect(found.isFound)
    let page = try await TableSource(table.relation, in: table.database).load(
      PageRequest(reason: .refresh, position: .after(found.place), count: 1))
    #expect(page.items.ids == [.integer(42)])
  }

  @Test func `leads where its row would stand, in the order of the key`() async throws {
    let table = try QuestionTable(Self.numbers)
    let found = try #require(try place("41", table))
    #expect(!found.isFound)
    let page = try await TableSource(table.relation, in: table.database).load(
      PageRequest(reason: .refresh, position: .after(found.place), count: 1))
    #expect(page.items.ids == [.integer(42)])
  }

  @Test func `leads nowhere without its row, in another order`() throws {
    #expect(try place("41", try QuestionTable(Self.numbers, order: "a")) == nil)
  }

  @Test(arguments: [
    ("TEXT", "'42'", "42"), ("TEXT", "'042'", "042"), ("", "42", "42"), ("", "'42'", "42"),
    ("", "'42'", "\"42\""),
    ("", "4.5", "4.5"), ("REAL", "4.0", "4"), ("BLOB", "x'0aff'", "x'0AFF'"),
    ("TEXT", "'a, b'", "\"a, b\""),
    ("TEXT", "'a, b'", "a, b"), ("TEXT", "'say \"hi\"'", "\"say \"\"hi\"\"\""),
    ("TEXT COLLATE NOCASE", "'Ada'", "ada"), ("TEXT", "''", ""),
  ])
  func `is of the type that the column holds`(type: String, value: String, text: String) throws {
    let table = try QuestionTable(
      "CREATE TABLE t (id \(type) NOT NULL PRIMARY KEY); INSERT INTO t VALUES (\(value)), ('other');"
    )
    #expect(try #require(try place(text, table)).isFound)
  }

  @Test func `in quotes is a text`() throws {
    let table = try QuestionTable(
      "CREATE TABLE t (id NOT NULL PRIMARY KEY); INSERT INTO t VALUES (42);")
    #expect(try place("42", table)?.isFound == true)
    #expect(try place("\"42\"", table)?.isFound == false)
  }

  @Test func `has a value for each column`() throws {
    let table = try QuestionTable(
      "CREATE TABLE t (a TEXT, b INTEGER, c, PRIMARY KEY (a, b)) WITHOUT ROWID; INSERT INTO t VALUES ('x', 1, 9), ('x', 2, 8), ('y, z', 1, 7);",
      order: "c")
    #expect(try place("x, 2", table)?.isFound == true)
    #expect(try place("\"y, z\",1", table)?.isFound == true)
    #expect(try place("z,1", table) == nil)
    #expect(
      throws: SQLError(.mistaken, "the key has 2 columns: type 2 values separated by commas")
    ) {
      try place("x", table)
    }
    #expect(throws: SQLError(.mistaken, "a quote is not closed: \"x")) { try place("\"x", table) }
  }
}
