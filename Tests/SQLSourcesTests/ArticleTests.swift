import GRDB
import GRDBSources
import Paging
import SQLSources
import Testing

/// The code of the examples in the articles; each article must have the same code.
@Suite struct `The articles about tables` {
  private struct Post: FetchableRecord, Identifiable, Sendable {
    let id: Int64

    init(row: Row) throws { id = try row.decode(forColumn: "id") }
  }

  @Test func `page through records`() async throws {
    let database = try DatabaseQueue()
    try await database.write {
      try $0.execute(
        sql: """
          CREATE TABLE post (id INTEGER PRIMARY KEY, time INTEGER, author TEXT, state TEXT);
          INSERT INTO post VALUES (1, 10, 'b', 'draft'), (2, 20, 'A', 'sent'), (3, 30, 'a', 'draft');
          """)
    }
    try await pageByTime(database)
    try await pageByAuthor(database)
  }

  private func pageByTime(_ database: DatabaseQueue) async throws {
    let order = KeysetOrder(column: "time", tieBreaker: "id", descending: true)
    let posts = TableSource<Post>(table: "post", in: database, order: order)
    #expect(try await walk(posts, from: .start, by: 2).items.map(\.id) == [3, 2, 1])
  }

  private func pageByAuthor(_ database: DatabaseQueue) async throws {
    let order = KeysetOrder([
      KeysetColumn("author", collation: "NOCASE"), KeysetColumn("time", descending: true),
      KeysetColumn("id", mayBeNull: false),
    ])
    let posts = TableSource<Post>(table: "post", in: database, order: order)
    #expect(try await walk(posts, from: .start, by: 2).items.map(\.id) == [3, 2, 1])
    let drafts = TableSource<Post>(
      sql: "SELECT * FROM post WHERE state = ?", arguments: ["draft"], in: database, order: order)
    #expect(try await walk(drafts, from: .start, by: 1).items.map(\.id) == [3, 1])
  }

  /// The example in the SQLSources article; the file that it names does not exist.
  @Test func `open a table, and say that it is missing`() async throws {
    func cheapest() async throws {
      let database = SQLiteDatabase(path: "shop.db")
      let cheapest = [KeysetColumn("price"), KeysetColumn("name", collation: "NOCASE")]
      let articles = try await TableSource.rows(of: "article", in: database, by: cheapest)
      _ = try await walk(articles, from: .start, by: 10)
    }
    await #expect(throws: SQLError.self) { try await cheapest() }
  }
}
