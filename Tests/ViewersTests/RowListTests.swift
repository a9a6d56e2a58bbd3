import Feeds
import Records
import Synchronization
import TableUI
import TemporaryFolders
import Terminal
import Testing

@testable import Viewers

/// The features that a list of database rows has in addition to those of other lists of records.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `A list of rows` {
  private let feed = ShopFeed()

  private func show(
    lines: Int = 20, columns: Int = 70, options: ViewerOptions = ViewerOptions(),
    _ body: (ViewerFixture) async throws -> Void
  ) async throws {
    try await TemporaryFolder.run { folder in
      let viewer = try ViewerFixture(
        folder, feed: feed, lines: lines, columns: columns, options: options)
      await viewer.wait("rows") { $0[0].hasPrefix("  id") && $0[1].hasPrefix("▌  1 ") }
      try await body(viewer)
    }
  }

  @Test func `tells NULL from an empty text, and has numbers at the right`() async throws {
    try await show { viewer in
      await viewer.wait("the first rows") {
        $0[0].hasPrefix("  id  name  amount  tags") && $0[1].hasPrefix("▌  1           999  {")
          && $0[2].hasPrefix("   2  n2       998") && $0[3].hasPrefix("   3  NULL     997")
      }
    }
  }

  // MARK: Sorting

  @Test func `is sorted by a column, up, down, and no longer`() async throws {
    try await show { viewer in
      viewer.type("Cjjs")
      await viewer.wait("up") { $0[0].contains("amount ↑") && $0[1].hasPrefix("▌ 1000 ") }
      await viewer.wait(for: "sorted by amount")
      #expect(viewer.rows.contains { $0.contains("[x] amount ↑") })
      viewer.type("S")
      await viewer.wait("down") { $0[0].contains("amount ↓") && $0[1].hasPrefix("▌    1 ") }
      viewer.type("S")
      await viewer.wait(for: "back in the original order")
      #expect(!viewer.rows[0].contains("↓"))
    }
  }

  @Test func `warns of an order without an index, and sorts when asked once more`() async throws {
    feed.answers.withLock { $0.warning = "no index: this reads 1,000 rows" }
    try await show { viewer in
      viewer.type("Cjjs")
      await viewer.wait(for: "no index: this reads 1,000 rows; press s again to sort")
      #expect(feed.sorting.isEmpty)
      viewer.type("j")
      await viewer.wait("no warning") { !($0.last?.contains("no index") ?? true) }
      viewer.type("ks")
      await viewer.wait(for: "press s again to sort")
      let read = feed.answers.withLock { $0.pagesRead }
      viewer.type("s")
      await viewer.wait("sorted") { $0[0].contains("amount ↑") && $0[1].hasPrefix("▌ 1000 ") }
      // Sorting has loaded one page, and that page is shown.
      #expect(feed.answers.withLock { $0.pagesRead } == read + 1)
    }
  }

  @Test func `stays as it was where sorting fails`() async throws {
    try await show { viewer in
      feed.answers.withLock { $0.failure = .source("the disk is gone") }
      viewer.type("Cjjs")
      await viewer.wait(for: "the disk is gone")
      #expect(feed.sorting.isEmpty)
      #expect(viewer.rows[0].hasPrefix("  id  name  amount  tags"))
      #expect(viewer.rows[1].hasPrefix("▌  1 "))
    }
  }

  @Test(arguments: ["7", "amount!=5"]) func `keeps its filter while it is sorted`(filter: String)
    async throws
  {
    try await show { viewer in
      viewer.type("&\(filter)\n")
      await viewer.wait("filtered") {
        $0.last?.contains("shop  ·  only \(filter)") ?? false
          || $0.last?.contains("shop  ·  amount") ?? false
      }
      if filter == "7" { await viewer.wait("the sevens") { $0[1].hasPrefix("▌  7") } }
      viewer.type("Cjjs")
      let last = filter == "7" ? "997" : "1000"
      await viewer.wait("sorted") {
        $0[0].contains("amount ↑") && $0[1].hasPrefix("▌ " + last)
          && !$0.contains { $0.contains("995 ") }
      }
      viewer.type("q")
      viewer.type(.escape)
      await viewer.wait("all of it, sorted") {
        $0[0].contains("amount ↑") && $0.contains { $0.contains("995 ") }
      }
    }
  }

  @Test func `has no order to choose where it has no database`() async throws {
    try await TemporaryFolder.run { folder in
      let viewer = try ViewerFixture(folder, feed: StarFeed(count: 5), lines: 50, columns: 70)
      await viewer.wait(for: ["  id  name    class"])
      viewer.type("CH")
      await viewer.wait(for: "show or hide the column")
      #expect(!viewer.rows.contains { $0.contains("sort by") })
    }
  }

  @Test func `says how far a filter has looked, is stopped, and goes on there`() async throws {
    feed.answers.withLock { $0.holds = true }
    try await show { viewer in
      viewer.type("&none\n")
      await viewer.wait("how far it is") { rows in
        rows.contains { $0.hasSuffix(" filtering 50%…") }
          && rows.last?.contains("only none  ·  ^C: stop") == true
      }
      let interrupt: Key = "^C"
      viewer.type(interrupt)
      await viewer.wait("the key that goes on") {
        $0.contains { $0.hasSuffix("  stopped · .: continue") }
      }
      feed.answers.withLock { $0.holds = false }
      viewer.type(".")
      await viewer.wait(for: "no row matches · r: refresh")
      #expect(
        feed.answers.withLock { $0.placesLookedAt } == Array(stride(from: 0, to: 1_000, by: 100)))
      viewer.type(.escape)
      await viewer.wait("all rows") { $0[1].hasPrefix("▌  1 ") }
    }
  }

  @Test func `says no longer how to stop a filter that has been removed`() async throws {
    feed.answers.withLock { $0.holds = true }
    try await show(columns: 100) { viewer in
      viewer.type("&7\n")
      await viewer.wait("the sevens") { $0[1].hasPrefix("▌  7") }
      viewer.type("&none\n")
      await viewer.wait(for: "^C: stop")
      viewer.type(.escape)
      await viewer.wait("the sevens alone") {
        $0[1].hasPrefix("▌  7") && $0.last?.contains("^C: stop") == false
      }
    }
  }

  // MARK: Places

  @Test(
    arguments: [
      (.item(300), " 300 "), (.end, " 1000 "), (.match("n299"), " 299 "),
    ] as [(StartPosition, String)])
  func `begins where the command line says`(start: StartPosition, row: String) async throws {
    try await TemporaryFolder.run { folder in
      var options = ViewerOptions()
      options.start = start
      let viewer = try ViewerFixture(folder, feed: feed, lines: 20, columns: 70, options: options)
      await viewer.wait("the row") { $0.contains { $0.contains(row) } }
    }
  }

  @Test func `goes to a key, or to the next one, and a share of the way`() async throws {
    try await show { viewer in
      viewer.type(":key 500\n")
      await viewer.wait("row 500") { $0[1].hasPrefix("▌ 500 ") }
      viewer.type(":key -3\n")
      await viewer.wait(for: "no row has the key -3: this is the next one")
      #expect(viewer.rows[1].hasPrefix("▌   1 "))
      viewer.type(":key 2000\n")
      await viewer.wait(for: "no row has the key 2000 or a later one")
      await viewer.wait("the end") { $0.contains { $0.hasPrefix("  1000 ") } }
      viewer.type("25%")
      await viewer.wait("a quarter") { $0[1].hasPrefix("▌  251 ") }
      viewer.type(":key x\n")
      await viewer.wait(for: "no number: x")
      viewer.type("''")
      await viewer.wait("back") { $0.contains { $0.hasPrefix("  1000 ") } }
    }
  }

  @Test func `goes to a key near the end, where the rows before it arrive as well`() async throws {
    try await show(columns: 100) { viewer in
      viewer.type(":key 995\n")
      await viewer.wait("row 995") { $0.contains { $0.hasPrefix("▌") && $0.contains(" 995 ") } }
      #expect(!viewer.rows.contains { $0.contains("filter") })
      viewer.type(":key 1000\n")
      await viewer.wait("the end") { $0.contains { $0.hasPrefix("▌ 1000 ") } }
    }
  }

  @Test func `is counted with the place, until that is stopped`() async throws {
    try await show { viewer in
      viewer.type("=")
      await viewer.wait("the count") { $0.contains(" table shop") && $0.contains(" 1,000 rows") }
      feed.answers.withLock { $0.holds = true }
      viewer.type("=")
      await viewer.wait(for: "counting…")
      viewer.type(.escape)
      await viewer.wait(for: "stopped")
    }
  }

  // MARK: Whole rows

  @Test func `shows a row whole, with what is JSON in it, and copies that`() async throws {
    try await show { viewer in
      viewer.type("JJ\n")
      await viewer.wait(for: [
        "▌   id        3", "    name      NULL", "    amount    997",
        "  ▾ tags      2 fields", "      note    " + String(repeating: "x", count: 30),
        "      n       3", "    customer  3 →",
      ])
      viewer.type("jjjy")
      await viewer.wait(for: "sent tags")
      let whole = #"{"note":"\#(String(repeating: "x", count: 30))","n":3}"#
      #expect(viewer.screen.clipboard == Array(whole.utf8))
      feed.answers.withLock { $0.failure = .source("the disk is gone") }
      viewer.type("J")
      await viewer.wait(for: "the disk is gone")
      await viewer.wait("what the list holds") { $0[3].contains(#"tags      {"note":"xxx"#) }
    }
  }

  @Test func `shows the pictures that values of a row are below them`() async throws {
    try await show { viewer in
      viewer.type("\nJ")
      await viewer.wait("the picture of row 2") {
        $0[3].contains("tags") && $0.contains("              18 × 56")
          && $0.last?.contains("row 2") == true
      }
      viewer.type("J")
      await viewer.wait("row 3 without one") {
        $0.last?.contains("row 3") == true && !$0.contains { $0.contains("×") }
      }
    }
  }

  @Test func `copies a value of the detail once it is whole`() async throws {
    try await show { viewer in
      feed.answers.withLock { $0.holds = true }
      viewer.type("\njjjy")
      await viewer.wait("the held part") { $0[3].hasSuffix(#"tags      {"note":"xxx"#) }
      #expect(viewer.screen.clipboard == nil)
      feed.answers.withLock { $0.holds = false }
      await viewer.wait(for: "sent tags")
      #expect(viewer.screen.clipboard?.count == 47)
    }
  }

  @Test func `copies no part of a row that could not be read, and reads it again for that`()
    async throws
  {
    try await show { viewer in
      feed.answers.withLock { $0.failure = .source("the server is gone") }
      viewer.type("\njjj")
      await viewer.wait(for: "the server is gone")
      viewer.type("jky")
      await viewer.wait(for: "the server is gone")
      #expect(viewer.screen.clipboard == nil)
      feed.answers.withLock { $0.failure = nil }
      viewer.type("y")
      await viewer.wait(for: "sent tags")
      #expect(viewer.screen.clipboard?.count == 47)
    }
  }

  @Test func `leads from a value to the rows that it refers to, and back`() async throws {
    try await show { viewer in
      viewer.type("\nG")
      await viewer.wait("the mark") { $0.contains { $0.hasPrefix("▌   customer  1 →") } }
      viewer.type("\n")
      await viewer.wait(for: ["  id  name    class"])
      viewer.type("q")
      await viewer.wait("the detail") { $0.contains { $0.hasPrefix("▌   customer  1 →") } }
    }
  }

  // MARK: Values

  @Test(arguments: [
    ("id==5", [5]), ("amount>998", [1]), ("name==null and id<7", [3, 6]),
    (#"name=="" and id<5"#, [1, 4]), ("name!=null and id<3", [1, 2]), ("tags>5 and id<5", []),
  ]) func `is asked by the types of its values`(condition: String, found: [Int]) async throws {
    let questions = ListQuestions(
      feed: feed, columns: RecordColumns(feed.head), rule: .smart, zone: .source
    ) { [ShopRow(1)] }
    let matcher = ItemMatcher([FilterPart(try questions.pattern(of: condition))], of: feed)
    #expect((1...1_000).filter { matcher.matches(ShopRow($0)) } == found)
  }

  @Test func `leaves out what was not read of a row, which is no NULL`() {
    let whole = ShopRow.record(3, whole: true)
    let part = Record(
      row: Array(whole.raw), values: whole.rowValues, header: ShopRow.header
    ) { $0 == 1 || $0 == 2 }
    let columns = RecordColumns(feed.head)
    #expect((0..<5).map { columns.value($0, of: part)?.text } == [nil, "NULL", "997", nil, nil])
    #expect(part.jsonLine() == Array(#"{"name":null,"amount":997}"#.utf8))
    let tree = DetailTree(DetailSubject([], of: 3, part, called: "the row"))
    #expect(tree.rows.map(\.name) == ["name", "amount"])
    #expect(tree.rows.map(\.id).count == Set(tree.rows.map(\.id)).count)
  }

  @Test func `is written with tabs between, NULL as nothing, and as exact objects`() throws {
    func line(_ id: Int, _ options: ViewerOptions) -> String {
      let lines = RecordItemLines(PlainForm(options: options, toTerminal: false)) { feed.head }
      return String(decoding: lines.bytes(of: ShopRow(id, whole: true).content), as: UTF8.self)
    }
    var options = ViewerOptions()
    let note = String(repeating: "x", count: 30)
    #expect(
      line(3, options)
        == "id\tname\tamount\ttags\tcustomer\n3\t\t997\t{\"note\":\"\(note)\",\"n\":3}\t3\n")
    options.columns = ["amount", "name"]
    #expect(line(3, options) == "amount\tname\n997\t\n")
    options.writesJSON = true
    #expect(line(3, options) == #"{"amount":997,"name":null}"# + "\n")
    #expect(line(1, options) == #"{"amount":999,"name":""}"# + "\n")
  }
}
