import GRDB
import GRDBSources
import Paging
import SQLSources
import Testing

@Suite struct `A keyset source` {
  typealias Request = PageRequest<KeysetCursor>

  let database: DatabaseQueue

  init() throws {
    database = try DatabaseQueue()
    try Entry.table(of: 60, in: database)
  }

  private func source(descending: Bool = false) -> TableSource<Entry> {
    TableSource(
      table: "entry", in: database,
      order: KeysetOrder(column: "key", tieBreaker: "id", descending: descending))
  }

  @Test(arguments: 1...7, [false, true])
  func `P51: walks forward as a plain ORDER BY does`(count: Int, descending: Bool) async throws {
    let walked = try await walk(source(descending: descending), from: .start, by: count)
    #expect(walked.items == (try sorted(database, descending ? "DESC" : "ASC")))
    #expect(walked.pages == (60 + count - 1) / count)
  }

  @Test(arguments: 1...7, [false, true])
  func `P51: walks in from the end as a plain ORDER BY does`(
    count: Int, descending: Bool
  ) async throws {
    let walked = try await walk(source(descending: descending), from: .end, by: count)
    #expect(walked.items == (try sorted(database, descending ? "DESC" : "ASC")))
    #expect(walked.pages == (60 + count - 1) / count)
  }

  @Test(arguments: 1...7, [false, true])
  func `goes back from every page to the one before`(count: Int, descending: Bool) async throws {
    let source = source(descending: descending)
    var page = try await source.load(Request(reason: .refresh, position: .start, count: count))
    while case .more(let next) = page.after {
      let following = try await source.load(
        Request(reason: .append, position: .after(next), count: count))
      let cursor = try #require(following.before.cursor)
      let again = try await source.load(
        Request(reason: .prepend, position: .before(cursor), count: count))
      #expect(again.items == page.items)
      #expect(again.after == .more(next))
      page = following
    }
  }

  @Test func `says what lies on each side`() async throws {
    let source = source()
    let start = try await source.load(Request(reason: .refresh, position: .start, count: 60))
    // Rows may be added before the first one at any time.
    #expect(start.before == .unknown(try #require(start.before.cursor)))
    #expect(start.after == .end)
    let first = try await source.load(Request(reason: .refresh, position: .start, count: 59))
    let cursor = try #require(first.after.cursor)
    let last = try await source.load(Request(reason: .append, position: .after(cursor), count: 9))
    #expect(last.items.count == 1)
    #expect(last.before.cursor != nil)
    #expect(last.after == .end)
    let end = try await source.load(Request(reason: .refresh, position: .end, count: 9))
    #expect(end.after == .end)
    #expect(end.before.cursor != nil)
  }

  @Test func `answers with the end where nothing follows a cursor`() async throws {
    let beyond = KeysetCursor([.integer(99), .integer(0)])
    let page = try await source().load(
      Request(reason: .append, position: .after(beyond), count: 5))
    #expect(page.items.isEmpty)
    #expect(page.before == .more(beyond))
    #expect(page.after == .end)
  }

  @Test(arguments: [Request.Position.start, .end])
  func `finds nothing in an empty table`(position: Request.Position) async throws {
    try await database.write { try $0.execute(sql: "DELETE FROM entry") }
    let page = try await source().load(Request(reason: .refresh, position: position, count: 5))
    #expect(page == Page(items: [], before: .end, after: .end))
  }

  @Test(arguments: [Int.min, 0, 1, Int.max])
  func `answers any count with at least an item`(count: Int) async throws {
    let page = try await source().load(Request(reason: .refresh, position: .start, count: count))
    #expect(page.items.count == min(max(count, 1), 60))
  }

  @Test func `P48: goes on where a row was deleted`() async throws {
    let source = source()
    let page = try await source.load(Request(reason: .refresh, position: .start, count: 10))
    let last = try #require(page.items.last)
    let cursor = try #require(page.after.cursor)
    try await database.write {
      try $0.execute(sql: "DELETE FROM entry WHERE id = ?", arguments: [last.id])
    }
    let rest = try await walk(source, from: .after(cursor), by: 7)
    #expect(rest.items == Array(try sorted(database, "ASC").dropFirst(9)))
  }

  @Test func `sorts by its tie-breaker alone if asked`() async throws {
    let source = TableSource<Entry>(
      table: "entry", in: database, order: KeysetOrder(column: "id", tieBreaker: "id"))
    let walked = try await walk(source, from: .start, by: 7)
    #expect(walked.items.map(\.id) == walked.items.map(\.id).sorted())
    #expect(walked.items.count == 60)
  }
}
