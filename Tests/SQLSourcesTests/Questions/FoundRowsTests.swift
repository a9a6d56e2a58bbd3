import ConnectedFeeds
import Feeds
import Paging
import Randomness
import Records
import SQLSources
import Search
import Synchronization
import Testing

@Suite struct `Rows that are looked for` {
  /// A thousand rows: every twentieth has `red`, and row 777 has `needle` in a long text.
  private func table(order: String = "", longest: Int = .max) throws -> QuestionTable {
    try QuestionTable(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, kind TEXT, body, score REAL);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
      INSERT INTO t SELECT i, CASE i % 20 WHEN 0 THEN 'red' ELSE 'blue' END,
      CASE i WHEN 777 THEN printf('%.*c', 5000, 'x') || 'Needle' ELSE i || ' things' END, i / 4.0 FROM n;
      """, order: order, longest: longest)
  }

  private func pattern(_ text: String) throws -> TableQuestions.Part {
    try .init(pattern: text, .smart)
  }

  @Test(
    arguments: ["", "id:desc", "kind", "kind:desc,score", "score:desc:nullslast"], [1, 7, 1_000])
  func `come in the order of the list, from either end`(order: String, count: Int) async throws {
    let table = try table(order: order)
    let all = try await table.all()
    let red = all.filter { $0.record?.value(at: "kind")?.text == "red" }
    #expect(red.count == 50)
    for part in [try pattern("red"), .init(try #require(try table.expression("kind=red")))] {
      #expect(try await table.found([part], by: count).ids == red.ids)
      #expect(try await table.found([part], backward: true, by: count).ids == red.ids)
    }
  }

  @Test func `are found in whole values, though the list holds less`() async throws {
    let table = try table(longest: 10)
    let found = try await table.found([try pattern("needle")])
    #expect(found.ids == [.integer(777)])
    #expect(found[0].isCut)
    #expect(found[0].record?.value(at: "body")?.text == "xxxxxxxxxx")
  }

  @Test func `meet all parts, and those that are turned round`() async throws {
    let table = try table()
    let parts = [
      try pattern("red"), .init(try #require(try table.expression("score>=200"))),
      .init(try SearchPattern("things"), isNegated: false),
      .init(try #require(try table.expression("id>980 or id=820")), isNegated: true),
    ]
    #expect(
      try await table.found(parts).ids
        == [800, 840, 860, 880, 900, 920, 940, 960, 980].map { .integer($0) })
  }

  @Test func `are found by what is shown of numbers and bytes`() async throws {
    let table = try QuestionTable(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a); INSERT INTO t (a) VALUES (1e16), (zeroblob(1500)), (NULL), (-7.0), ('');"
    )
    #expect(try await table.found([try pattern("1e.16")]).ids == [.integer(1)])
    #expect(try await table.found([try pattern("KiB")]).ids == [.integer(2)])
    #expect(try await table.found([try pattern("^-7\\.0$")]).ids == [.integer(4)])
    #expect(try await table.found([try pattern("^$")]).ids == [.integer(5)])
    #expect(try await table.found([try pattern("null")]).ids == [.integer(3)])
  }

  @Test(arguments: [false, true])
  func `come in a page that ends early, and goes on from there`(isBackward: Bool) async throws {
    let table = try table()
    let clock = SteppingClock()
    let source = FoundRows(
      TableQuestions([try pattern("needle")]).scan(of: table.relation), in: table.database,
      clock.timing)
    var (pages, position) = (0, PageRequest<KeysetCursor>.Position.start)
    if isBackward { position = .end }
    var found: [TableRow] = []
    while found.isEmpty {
      let page = try await source.load(PageRequest(reason: .append, position: position, count: 5))
      found = page.items
      pages += 1
      let next = isBackward ? page.before : page.after
      guard case .more(let cursor) = next else { break }
      position = isBackward ? .before(cursor) : .after(cursor)
    }
    #expect(found.ids == [.integer(777)])
    #expect(pages > 1)
  }

  @Test(arguments: ["", "id:desc"])
  func `come by an index where one finds them in the order of the list`(
    order: String
  ) async throws {
    let table = try QuestionTable(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, user INTEGER);
      CREATE INDEX of_user ON t (user);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
      INSERT INTO t SELECT i, i % 1000 FROM n;
      """, order: order)
    let part = TableQuestions.Part(try #require(try table.expression("user=999 and id>0")))
    // According to the clock, the time is up after every 64 rows.
    let source = FoundRows(
      TableQuestions([part]).scan(of: table.relation), in: table.database, SteppingClock().timing)
    let page = try await source.load(PageRequest(reason: .append, position: .start, count: 9))
    let ids = stride(from: 999, to: 5_000, by: 1_000).map { SQLValue.integer($0) }
    #expect(page.items.ids == (order.isEmpty ? ids : ids.reversed()))
  }

  @Test func `begin with the row whose place is before it`() async throws {
    let table = try table()
    let source = table.source([try pattern("red")])
    let page = try await source.load(
      PageRequest(
        reason: .append, position: .after(KeysetCursor([.integer(40)], isBefore: true)), count: 2))
    #expect(page.items.ids == [.integer(40), .integer(60)])
    #expect(page.before == .more(page.items[0].cursor))
    #expect(page.after == .more(page.items[1].cursor))
  }
}

/// A clock that advances by ten milliseconds on each call.
private final class SteppingClock: Sendable {
  private let asked = Mutex(0)

  var timing: FoundRows.Timing {
    var timing = FoundRows.Timing()
    let start = ContinuousClock.now
    timing.now = {
      start + .milliseconds(10)
        * self.asked.withLock {
          $0 += 1; return $0
        }
    }
    (timing.read, timing.withoutRows) = (.milliseconds(20), .milliseconds(40))
    return timing
  }
}
