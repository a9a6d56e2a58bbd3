import GRDB
import GRDBSources
import Paging
import Randomness
import RowTrials
import SQLSources
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Records of GRDB's` {
  /// A row that is identified by its tag.
  struct Tagged: FetchableRecord, Identifiable, Sendable {
    let id: Int

    init(row: Row) throws { id = try row.decode(forColumn: "tag") }
  }

  @Test(arguments: UInt64(0)..<150)
  func `are walked in any order, whatever their values`(start: UInt64) async throws {
    var random = SplitMix64(start: start ^ 0xABCD)
    let table = RandomTable(start: start)
    let file = try TableFile(table.statements, hasLog: start % 2 == 0)
    guard table.name != "view", let order = try file.opening(of: table).relation?.order else {
      return
    }
    let expected = try file.tags(of: table.name, by: order)
    let quoted = RandomColumn.quoted(table.name)
    let ofTable = TableSource<Tagged>(table: table.name, in: file.writer, order: order)
    let all = order.columns.map { RandomColumn.quoted($0.name) }.joined(separator: ", ")
    let ofQuery = TableSource<Tagged>(
      sql: "SELECT tag, \(all) FROM \(quoted) WHERE tag <> :none; -- all", arguments: ["none": -1],
      in: file.writer, order: order)
    for source in [ofTable, ofQuery] {
      for position in [PageRequest<KeysetCursor>.Position.start, .end] {
        let walked = try await walk(source, from: position, by: random.within(1...60))
        #expect(walked.items.map(\.id) == expected)
      }
    }
  }

  @Test func `go on with a row, or behind it`() async throws {
    let file = try TableFile([
      "CREATE TABLE t (tag INTEGER PRIMARY KEY, a)",
      "INSERT INTO t VALUES (1, 5), (2, 5), (3, NULL)",
    ])
    let order = KeysetOrder([KeysetColumn("a", nullsFirst: false), KeysetColumn("tag")])
    let source = TableSource<Tagged>(table: "t", in: file.writer, order: order)
    for (isBefore, tags) in [(false, [3]), (true, [2, 3])] {
      let place = KeysetCursor([.integer(5), .integer(2)], isBefore: isBefore)
      #expect(try await walk(source, from: .after(place), by: 1).items.map(\.id) == tags)
      #expect(try await walk(source, from: .before(place), by: 1).items.map(\.id) == [1])
    }
    let other = KeysetCursor([.integer(5)])
    let error = await #expect(throws: PagingError.self) {
      try await source.load(PageRequest(reason: .append, position: .after(other), count: 1))
    }
    #expect(error?.description == "this position belongs to a list in a different order")
  }
}

@Suite struct `The rows of a table, for an app,` {
  private let file: TableFile

  init() throws {
    file = try TableFile([
      "CREATE TABLE article (sku TEXT NOT NULL PRIMARY KEY, name TEXT, price REAL, picture BLOB)",
      """
      INSERT INTO article VALUES ('a', 'Zest', 2, NULL), ('b', 'apple', 1.5, x'00ff'),
        ('c', 'Bread', NULL, NULL), ('d', 'bread', 1.5, NULL)
      """,
      "CREATE VIEW cheap AS SELECT sku, price FROM article WHERE price < 2",
      "CREATE VIEW prices AS SELECT price, count(*) AS n FROM article GROUP BY price",
    ])
  }

  private func skus(_ source: TableSource<TableRow>) async throws -> [String?] {
    try await walk(source, from: .start, by: 1).items.map { $0.texts.first.flatMap { $0 } }
  }

  @Test func `are in the order of their key, or in any other`() async throws {
    let rows = try await TableSource.rows(of: "Article", in: file.database)
    #expect(try await skus(rows) == ["a", "b", "c", "d"])
    let sorted = try await TableSource.rows(
      of: "article", in: file.database,
      by: [
        KeysetColumn("Price", nullsFirst: false),
        KeysetColumn("name", descending: true, collation: "NOCASE"),
      ])
    #expect(try await skus(sorted) == ["d", "b", "a", "c"])
  }

  @Test func `have their values as they are, also of a view`() async throws {
    let rows = try await TableSource.rows(of: "article", in: file.database)
    let items = try await walk(rows, from: .end, by: 3).items
    #expect(items[1].texts == ["b", "apple", "1.5", "x'00ff'"])
    #expect(items[2].texts == ["c", "Bread", nil, nil])
    #expect(items[2].id == TableRowID([.text("c")]))
    let cheap = try await TableSource.rows(of: "cheap", in: file.database)
    #expect(try await skus(cheap) == ["b", "d"])
    let prices = try await TableSource.rows(
      of: "prices", in: file.database, identifiedBy: ["price"])
    #expect(try await walk(prices, from: .end, by: 2).items.count == 3)
  }

  @Test func `need something that tells them apart`() async throws {
    let error = await #expect(throws: SQLError.self) {
      try await TableSource.rows(of: "prices", in: file.database)
    }
    #expect(
      error?.description == "no key identifies the rows of 'prices': name the key columns")
    let missing = await #expect(throws: SQLError.self) {
      try await TableSource.rows(of: "none", in: file.database)
    }
    #expect(
      missing?.description == "no table 'none'; available: article, cheap, prices")
    let column = await #expect(throws: SQLError.self) {
      try await TableSource.rows(of: "article", in: file.database, by: [KeysetColumn("cost")])
    }
    #expect(
      column?.description == "no column 'cost'; available: sku, name, price, picture")
  }
}
