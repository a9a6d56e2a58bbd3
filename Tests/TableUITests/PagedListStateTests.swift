import Paging
import TableUI
import Terminal
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct `A paged list` {
  @Test func `says that its first page is loading`() throws {
    let list = try ListFixture(lines: 5, columns: 36)
    #expect(
      list.screen.picture == """

                      loading…


         List    r refresh  F1 help  q quit
        """)
    #expect(list.pager.state(of: .refresh) == .loading)
  }

  @Test func `says nothing of a load that does not take long`() async throws {
    let list = try await ListFixture.loaded(0..<10)
    list.list.loadingDelay = .seconds(600)
    list.type("r")
    await wait { list.source.isAsked(.refresh) }
    // The frame for the key itself may still be due.
    for _ in 0..<50 { await Task.yield() }
    let frames = list.session.frameCount
    #expect(!list.statusLine.contains("loading"))
    for _ in 0..<50 { await Task.yield() }
    #expect(list.session.frameCount == frames)
  }

  @Test func `says of a load that takes longer that something is loading`() async throws {
    let list = try await ListFixture.loaded(0..<10)
    list.list.loadingDelay = .milliseconds(1)
    list.type("r")
    await wait { list.statusLine.contains("loading…") }
  }

  @Test func `asks for its first page once`() async throws {
    let list = try ListFixture()
    list.list.viewDidAppear()
    await wait { list.source.isAsked(.refresh) }
    await list.load(.refresh, 0..<3, after: .end)
    list.list.viewDidAppear()
    #expect(list.source.requests == [PageRequest(reason: .refresh, position: .start, count: 10)])
  }

  @Test func `shows the first page, its first item selected`() async throws {
    let list = try await ListFixture.loaded(0..<3, lines: 6, columns: 40, after: .end)
    #expect(
      list.screen.picture == """
        ▌ item 0
          item 1
          item 2
          ── end ──

         List  ·  item 1 of 3   F1 help  q quit
        """)
  }

  @Test func `says at the end of what is loaded that more is loading`() async throws {
    let list = try await ListFixture.loaded()
    list.type("G")
    #expect(list.rows == ["item 6", "item 7", "item 8", "item 9", "loading…"])
    #expect(list.statusLine.contains("loading to the e… · Esc: stop"))
    await list.load(.append, 10..<12, after: .end)
    #expect(list.rows == ["item 8", "item 9", "item 10", "item 11", "── end ──"])
  }

  @Test func `P41: says in place that a load has failed, why, and which key tries again`()
    async throws
  {
    let list = try await ListFixture.loaded(0..<3, columns: 60)
    await list.fail(.append, "the network is away")
    #expect(
      list.rows == ["item 0", "item 1", "item 2", "the network is away · .: try again", ""])
    #expect(!list.statusLine.contains("the network is away"))
    #expect(list.selectedRows == ["item 0"])
    list.type(".")
    #expect(list.rows[3] == "loading…")
    await list.load(.append, 3..<4, after: .end)
    #expect(list.rows == ["item 0", "item 1", "item 2", "item 3", "── end ──"])
  }

  @Test(
    arguments: [(nil, "gone · .: start again"), ("r", "gone · r: start again")]
      as [(Key?, String)])
  func `names the key that restarts it where a cursor has expired`(
    key: Key?, row: String
  ) async throws {
    let list = try await ListFixture.loaded(0..<3, columns: 60)
    list.list.restartKey = key
    await list.fail(.append, "gone", hasExpired: true)
    #expect(list.rows[3] == row)
  }

  @Test func `wraps a reason that is too long for a line`() async throws {
    let list = try await ListFixture.loaded(0..<1, lines: 8, columns: 21)
    await list.fail(.append, "no answer from a very far host")
    #expect(
      list.rows == ["item 0", "no answer from a", "very far host · .:", "try again", "", "", ""])
  }

  @Test func `P42: says on the whole screen that its first load has failed`() async throws {
    let list = try ListFixture(lines: 5, columns: 36)
    await list.fail(.refresh, "no route to host")
    #expect(
      list.screen.picture.split(separator: "\n", omittingEmptySubsequences: false)[1]
        == "  no route to host · .: try again")
    list.type(".")
    #expect(list.screen.picture.contains("loading…"))
    await list.load(.refresh, 0..<1, after: .end)
    #expect(list.rows == ["item 0", "── end ──", "", ""])
  }

  @Test(arguments: ["r", "."] as [Key])
  func `tries its first load again by either key`(key: Key) async throws {
    let list = try ListFixture()
    await list.fail(.refresh, "away")
    list.type(key)
    #expect(list.pager.state(of: .refresh) == .loading)
  }

  @Test func `P22: says that it is empty`() async throws {
    let list = try await ListFixture.loaded(0..<0, after: .end)
    #expect(list.rows == ["", "   nothing here yet · r: refresh", "", "", ""])
    #expect(list.selectedRows == [])
    #expect(list.statusLine.hasPrefix(" List "))
    list.type("j", "G", "g", .enter, .space, "r")
    await list.load(.refresh, 0..<2, after: .end)
    #expect(list.rows == ["item 0", "item 1", "── end ──", "", ""])
    #expect(list.selectedRows == ["item 0"])
  }

  @Test(
    arguments: [
      (["r"], "nothing here yet · R: refresh"),
      (["r", "R", .function(5), "^R"], "nothing here yet"),
    ] as [([Key], String)])
  func `tells the key that is left where the app takes the first one`(
    taken: [Key], row: String
  ) async throws {
    let list = try ListFixture()
    list.list.extraCommands = [Command("read", keys: taken) {}]
    await list.load(.refresh, 0..<0, after: .end)
    #expect(list.rows.contains { $0.drop { $0 == " " } == row[...] })
  }

  @Test func `P23: goes on after a page without items`() async throws {
    let list = try await ListFixture.loaded(0..<1)
    await list.load(.append, 1..<1, after: .more(77))
    await wait { list.source.isAsked(.append) }
    #expect(list.source.requests.last?.position == .after(77))
  }

  @Test func `P19: says that ten pages brought nothing, and goes on by a key`() async throws {
    let list = try await ListFixture.loaded(0..<1)
    for page in 1...10 { await list.load(.append, 1..<1, after: .more(page + 1)) }
    #expect(list.rows == ["item 0", "10 pages, nothing new · .: continue", "", "", ""])
    #expect(list.started == 11)
    list.type(".")
    await list.load(.append, 1..<2, after: .end)
    #expect(list.rows == ["item 0", "item 1", "── end ──", "", ""])
  }

  @Test func `says that a load was stopped, and goes on when asked`() async throws {
    let list = try await ListFixture.loaded(0..<2)
    await wait { list.source.isAsked(.append) }
    list.type("^C")
    #expect(list.rows == ["item 0", "item 1", "stopped · .: continue", "", ""])
    #expect(list.session.end == nil)
    list.type(".")
    #expect(list.started == 3)
    #expect(list.rows[2] == "loading…")
    list.type("^C", ".")
    #expect(list.rows[2] == "loading…")
  }

  @Test func `says in the status line what was stopped, and the key that goes on`() async throws {
    let list = try await ListFixture.loaded(0..<2, columns: 60)
    await wait { list.source.isAsked(.append) }
    list.type("^C")
    #expect(list.statusLine.hasPrefix(" List  ·  stopped · .: continue  ·  item 1"))
    list.type("j")
    #expect(!list.statusLine.contains("stopped"))
    list.list.extraCommands = [Command("mine", keys: ["."]) {}]
    list.list.pager.retry()
    list.type("^C")
    #expect(list.statusLine.hasPrefix(" List  ·  stopped  ·  item 2"))
  }

  @Test func `says which try of a load is out that failed, in its row and in the status line`()
    async throws
  {
    let soon = RetryPolicy(limit: .seconds(600), firstDelay: .milliseconds(1))
    let list = try ListFixture(columns: 60, retry: soon)
    for attempt in 2...3 {
      await list.fail(.refresh, "away")
      await wait { list.source.isAsked(.refresh) }
      await list.frame()
      #expect(list.screen.picture.contains("trying again (\(attempt))…"))
    }
    await list.load(.refresh, 0..<2)
    await wait { list.source.isAsked(.append) }
    #expect(list.rows[2] == "loading…")
    await list.fail(.append, "away")
    await wait { list.source.isAsked(.append) }
    await list.frame()
    #expect(list.rows[2] == "trying again (2)…")
    #expect(list.statusLine.contains("·  trying again (2)…  ·"))
    await list.load(.append, 2..<3)
    #expect(!list.screen.picture.contains("again"))
  }

  @Test func `offers to open an item when there is one`() async throws {
    let list = try ListFixture(columns: 80)
    #expect(!list.statusLine.contains("open"))
    #expect(list.statusLine.hasSuffix("r refresh  F1 help  q quit"))
    await list.load(.refresh, 0..<2, after: .end)
    #expect(list.statusLine.contains("Enter open"))
  }

  @Test func `cuts a reason in the status line, and not the key that tries again`() async throws {
    let reason = String(repeating: "the network is away ", count: 5)
    let list = try await ListFixture.loaded(0..<3, columns: 80)
    list.list.title = String(repeating: "a long title ", count: 9)
    list.type("r")
    await list.fail(.refresh, reason)
    #expect(list.statusLine.hasPrefix(" a long title a …  ·  the network is away the"))
    #expect(list.statusLine.contains("… · .: try again"))
  }

  @Test func `P33: takes no answer to a load that was stopped`() async throws {
    let list = try await ListFixture.loaded(0..<2)
    await wait { list.source.isAsked(.append) }
    list.type("^C")
    await list.load(.append, 2..<5, after: .end)
    #expect(list.rows == ["item 0", "item 1", "stopped · .: continue", "", ""])
  }

  @Test func `P40, K11, T5: may go while a load is out`() async throws {
    let source = RecordingSource(opensAtEnd: false)
    var list: PagedListController? = PagedListController(
      pager: Pager(source: source),
      cell: { table, _, path in table.dequeueCell(for: path) as TextCell })
    weak let released = list
    list?.viewDidAppear()
    await wait { source.isAsked(.refresh) }
    list = nil
    #expect(released == nil)
    source.answer(.refresh, .success(Page(items: [TextItem(0)], after: .end)))
  }

  @Test func `stops its first load too`() async throws {
    let list = try ListFixture(lines: 4, columns: 30)
    list.type("^C")
    #expect(list.screen.picture.contains("stopped · .: continue"))
    list.type("r")
    #expect(list.screen.picture.contains("loading…"))
    list.type("^C")
    #expect(list.session.end == nil)
    list.type("^C")
    #expect(list.session.end == .interrupted)
  }

  @Test func `says what goes on at its leading edge`() async throws {
    let list = try await ListFixture.loaded(50..<60, before: .more(50), after: .end)
    await list.frame()
    #expect(list.rows.first == "item 50")
    list.type("k")
    #expect(list.rows == ["loading…", "item 50", "item 51", "item 52", "item 53"])
    #expect(list.selectedRows == ["item 50"])
    await list.fail(.prepend, "away")
    #expect(list.rows.first == "away · .: try again")
    list.type(".")
    await list.load(.prepend, 40..<50, before: .end, after: .end)
    #expect(list.rows == ["item 49", "item 50", "item 51", "item 52", "item 53"])
  }

  @Test func `asks for what a frame lacks when it is laid out, and draws without any effect`()
    async throws
  {
    let list = try await ListFixture.loaded(lines: 20)
    // The list draws a frame now, so that the loads of this frame are not counted below.
    await list.frame()
    let asked = list.source.requests.count
    let size = Size(lines: 19, columns: 40)
    let other = PagedListController(pager: list.pager) { table, item, path in
      let cell: TextCell = table.dequeueCell(for: path)
      cell.text = item.text
      return cell
    }
    other.tableView.register(TextCell.self)
    var canvas = Canvas(size: size)
    other.draw(in: &canvas)
    #expect(canvas.picture == String(repeating: "\n", count: 18))
    #expect(list.source.requests.count == asked)
    other.layout(for: size)
    let frames = (0..<2).map { _ in
      var canvas = Canvas(size: size)
      other.draw(in: &canvas)
      return canvas.picture
    }
    #expect(frames[0].hasPrefix("▌ item 0\n  item 1"))
    #expect(frames[0] == frames[1])
  }

  @Test func `opens the item that is selected`() async throws {
    let list = try await ListFixture.loaded(rowsPerItem: 2)
    list.type("j", .enter, "j", .enter)
    #expect(list.opened == [1, 2])
    #expect(list.list.selectedItem?.id == 2)
    #expect(list.selectedRows == ["item 2", "more of 2"])
  }

  @Test func `renews an item where it stands`() async throws {
    let list = try await ListFixture.loaded()
    list.type("j")
    list.pager.replace(TextItem(2, "two"))
    list.pager.replace(TextItem(77, "nobody"))
    await list.frame()
    #expect(list.rows == ["item 0", "item 1", "two", "item 3", "item 4"])
    #expect(list.selectedRows == ["item 1"])
  }

  @Test func `shows a word until the next key`() async throws {
    let list = try await ListFixture.loaded()
    list.list.show(Message("copied"))
    await list.frame()
    #expect(list.statusLine.hasPrefix(" List  ·  copied  ·  item 1"))
    list.type("j")
    #expect(!list.statusLine.contains("copied"))
  }

  @Test func `groups the digits of how much is loaded`() async throws {
    let list = try await ListFixture.loaded(0..<1_234)
    list.list.itemNames = (one: "post", many: "posts")
    list.type("j")
    #expect(list.statusLine.hasPrefix(" List  ·  post 2  ·  1,234 loaded"))
  }
}
