import Paging
import TableUI
import Terminal
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct `A refresh of a paged list` {
  /// The head after three new items were added.
  private let newer = [-3, -2, -1, 0, 1, 2, 3, 4, 5, 6].map { TextItem($0) }

  @Test func `P60: keeps the reader's line and says how many are new`() async throws {
    let list = try await ListFixture.loaded()
    list.type("j", "r")
    #expect(list.statusLine.contains("loading…"))
    await list.load(.refresh, newer, after: .more(7))
    #expect(list.rows == (0..<5).map { "item \($0)" })
    #expect(list.selectedRows == ["item 1"])
    #expect(list.statusLine.hasPrefix(" List  ·  3 new ↑"))
  }

  @Test func `lets a key go to what is new, and then there is nothing new`() async throws {
    let list = try await ListFixture.loaded()
    list.type("r")
    await list.load(.refresh, newer, after: .more(7))
    list.type("j")
    #expect(list.statusLine.contains("3 new ↑"))
    list.type("g")
    await list.frame()
    #expect(list.rows == ["item -3", "item -2", "item -1", "item 0", "item 1"])
    #expect(list.selectedRows == ["item -3"])
    #expect(!list.statusLine.contains("new"))
  }

  @Test(arguments: ["r", "R", "^R", .function(5)] as [Key])
  func `says that all is up to date`(key: Key) async throws {
    let list = try await ListFixture.loaded()
    list.type(key)
    await list.load(.refresh, 0..<10)
    #expect(list.statusLine.hasPrefix(" List  ·  up to date"))
    list.type("j")
    #expect(!list.statusLine.contains("up to date"))
  }

  @Test func `P54: shows items that have changed`() async throws {
    let list = try await ListFixture.loaded()
    list.type("r")
    let changed = [TextItem(0), TextItem(1, "one")] + (2..<10).map { TextItem($0) }
    await list.load(.refresh, changed, after: .more(10))
    #expect(list.rows.prefix(3) == ["item 0", "one", "item 2"])
  }

  @Test func `N7, P49: that fails keeps the list and says why`() async throws {
    let list = try await ListFixture.loaded(columns: 60)
    list.type("j", "r")
    await list.fail(.refresh, "away for lunch")
    #expect(list.rows == (0..<5).map { "item \($0)" })
    #expect(list.statusLine.contains("away for lunch"))
    list.type(".")
    await list.load(.refresh, 0..<10)
    #expect(list.statusLine.contains("up to date"))
    #expect(!list.statusLine.contains("away"))
  }

  @Test func `P37: keeps the reader's line through others that come faster than answers`()
    async throws
  {
    let list = try await ListFixture.loaded()
    list.type("^E", "^E", "j", "j", "j")
    let (rows, selected) = (list.rows, list.selectedRows)
    for count in 2...5 {
      list.type("r", "r")
      await wait { list.source.requests.count == count }
      if count < 5 { list.type("^C") }
    }
    while list.source.isAsked(.refresh) { await list.load(.refresh, newer, after: .more(7)) }
    #expect(list.rows == rows)
    #expect(list.selectedRows == selected)
    #expect(list.statusLine.contains("3 new ↑"))
  }

  @Test func `of what does not meet leaves a gap, which Enter fills`() async throws {
    let list = try await ListFixture.loaded(100..<110)
    list.type("r")
    await list.load(.refresh, 0..<2, after: .more(2))
    #expect(list.rows.first == "item 100")
    list.type("g", "j", "j")
    #expect(
      list.rows == ["item 0", "item 1", "── more here · Enter: load", "item 100", "item 101"])
    #expect(list.selectedRows == ["── more here · Enter: load"])
    list.type(.enter)
    #expect(list.rows[2] == "loading…")
    await list.load(.gap, 2..<4, after: .more(4))
    #expect(
      list.rows == ["item 0", "item 1", "item 2", "item 3", "── more here · Enter: load"])
    #expect(list.selectedRows == ["item 2"])
    list.type("j", "j", .enter)
    await list.fail(.gap, "away")
    #expect(list.rows[4] == "away · .: try again")
    #expect(!list.statusLine.contains("away"))
    list.type(.enter)
    await list.load(.gap, [TextItem(4), TextItem(100)], after: .more(101))
    #expect(list.rows == ["item 0", "item 1", "item 2", "item 3", "item 4"])
    #expect(list.selectedRows == ["item 4"])
    list.type("j")
    #expect(list.rows.last == "item 100")
  }

  @Test func `P57: is filled from below where the reader comes from there, whose rows stay`()
    async throws
  {
    let list = try await ListFixture.loaded(100..<110, before: .unknown(100))
    list.type("r")
    await list.load(.refresh, 0..<2, after: .more(2))
    list.type("g", "j", "j", "j", "k")
    #expect(list.selectedRows == ["── more here · Enter: load"])
    list.type(.enter)
    await list.load(.gap, 97..<100, before: .more(97))
    #expect(list.rows == ["item 97", "item 98", "item 99", "item 100", "item 101"])
    #expect(list.selectedRows == ["item 99"])
    #expect(list.source.requests.last?.position == .before(100))
  }

  @Test func `P57: says about how many are missing where the source counts`() async throws {
    let list = try ListFixture()
    await list.load(.refresh, page(100..<110, of: 10))
    list.type("r")
    await list.load(.refresh, page(0..<4, of: 400))
    list.type("g")
    #expect(list.rows.last == "── ~386 more · Enter: load")
  }

  private func page(_ items: Range<Int>, of total: Int) -> Page<TextItem, Int> {
    Page(
      items: items.map { TextItem($0) }, after: .more(items.upperBound),
      extent: PageExtent(start: 0, total: total))
  }

  @Test func `around the reader asks for the page of an item that is taller than the screen`()
    async throws
  {
    let list = try await ListFixture.loaded(rowsPerItem: 2)
    list.type(".")
    var items = (10..<20).map { TextItem($0) }
    items[5].text = "item 15" + String(repeating: "\n.", count: 9)
    await list.load(.append, items, after: .end)
    list.list.scroll(to: 15)
    list.type("^E")
    #expect(list.rows == [".", ".", ".", ".", "."])
    list.pager.refreshAround()
    await wait { list.source.isAsked(.refresh) }
    #expect(list.source.requests.last?.position == .after(10))
  }

  @Test func `keeps a line in the middle through gap and new items`() async throws {
    let list = try await ListFixture.loaded(100..<110, rowsPerItem: 2)
    list.type("^E", "^E", "^E", "r")
    let before = list.rows
    #expect(before.first == "more of 101")
    await list.load(.refresh, 0..<10, after: .more(10))
    #expect(list.rows == before)
  }
}
