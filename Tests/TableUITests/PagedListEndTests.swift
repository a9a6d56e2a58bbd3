import Paging
import TableUI
import Terminal
import Testing

/// Loading page after page to the end of a list, which `G` starts.
@MainActor @Suite(.timeLimit(.minutes(5))) struct `The way to the end of a list` {
  /// A list that is loading up to its end, and has loaded one more page so far.
  private func list() async throws -> ListFixture {
    let list = try await ListFixture.loaded(lines: 6, columns: 60)
    list.type("G")
    await list.load(.append, 10..<20)
    return list
  }

  @Test func `is loaded page after page, and shown to the end`() async throws {
    let list = try await list()
    #expect(list.rows == ["item 16", "item 17", "item 18", "item 19", "loading…"])
    await list.load(.append, 20..<30)
    #expect(list.selectedRows == ["item 29"])
    await list.load(.append, 30..<40, after: .end)
    #expect(list.rows == ["item 36", "item 37", "item 38", "item 39", "── end ──"])
    #expect(list.selectedRows == ["item 39"])
  }

  @Test func `says what stops it`() async throws {
    let list = try await list()
    #expect(list.statusLine.contains("loading to the end, 20 so far · Esc: stop"))
    list.screen.resize(to: Size(lines: 30, columns: 60))
    list.type("H")
    #expect(list.screen.picture.contains("stop loading further pages"))
  }

  @Test func `says what stops it where there is no room for the rest`() async throws {
    let list = try await list()
    list.screen.resize(to: Size(lines: 6, columns: 34))
    #expect(list.statusLine.contains("… · Esc: stop"))
  }

  @Test func `calls the key that stops it as the help does`() async throws {
    var theme = Theme.standard
    theme.symbols.keyNames[.escape] = "Escape"
    let list = try await ListFixture.loaded(lines: 6, columns: 60, theme: theme)
    list.type("G")
    #expect(list.statusLine.contains("loading to the end, 10 so far · Escape: stop"))
  }

  @Test(arguments: [.escape, "^C", "g"] as [Key])
  func `is stopped by Escape, by ^C and by a jump elsewhere`(key: Key) async throws {
    let list = try await list()
    list.type(key)
    #expect(list.session.end == nil)
    #expect(!list.pager.seeksEnd)
    #expect(!list.statusLine.contains("to the end"))
  }

  @Test func `says that it was stopped, and the key that goes on`() async throws {
    let list = try await list()
    list.type(.escape)
    #expect(list.statusLine.contains("·  stopped · G: continue  ·"))
    list.type("G")
    #expect(list.pager.seeksEnd)
  }

  @Test(
    arguments: ["x", ".", "r", "7", "H", "^L", "G", "h", .enter, "j", "k", .space, "u"] as [Key])
  func `is stopped by no other key`(key: Key) async throws {
    let list = try await list()
    list.type(key)
    #expect(list.pager.seeksEnd)
    list.screen.send([.input(.focus(true))])
    #expect(list.pager.seeksEnd)
  }

  @Test func `goes on after the head was looked at`() async throws {
    let list = try await list()
    await wait { list.source.isAsked(.append) }
    list.type("r")
    await list.load(.refresh, 0..<10)
    // The loop answers the load that the refresh has cancelled, and then the next load.
    for _ in 1...2 { await list.load(.append, 20..<30) }
    #expect(list.selectedRows == ["item 29"])
    #expect(list.pager.seeksEnd)
  }

  @Test(arguments: [("k", "item 28"), ("3k", "item 26"), ("kkj", "item 28"), ("j", "item 29")])
  func `is where movements begin that were typed on the way`(keys: String, item: String)
    async throws
  {
    let list = try await list()
    list.type(keys)
    await list.load(.append, 20..<30, after: .end)
    await list.frame()
    #expect(list.selectedRows == [item])
  }

  @Test func `waits for the first page`() async throws {
    let list = try ListFixture(lines: 6, columns: 60)
    list.type("G")
    await list.load(.refresh, 0..<10)
    await list.load(.append, 10..<20, after: .end)
    #expect(list.selectedRows == ["item 19"])
  }

  @Test func `is asked about after a number of requests, and goes on by a key`() async throws {
    let list = try ListFixture(lines: 6, columns: 80, requestsToEnd: 2)
    await list.load(.refresh, 0..<10)
    list.type("G")
    for start in [10, 20] { await list.load(.append, start..<start + 10) }
    await wait { list.statusLine.contains("2 requests made · .: continue") }
    #expect(list.rows.last == "2 requests made · .: continue")
    list.type(".")
    await list.load(.append, 30..<40, after: .end)
    #expect(list.selectedRows == ["item 39"])
  }

  @Test func `is given up by who moves while it waits for a key`() async throws {
    let list = try ListFixture(lines: 6, columns: 80, requestsToEnd: 1)
    await list.load(.refresh, 0..<10)
    list.type("G")
    await list.load(.append, 10..<20)
    await wait { list.statusLine.contains("1 request made · .: continue") }
    list.type("k")
    #expect(list.selectedRows == ["item 18"])
    #expect(!list.pager.seeksEnd)
  }
}

/// Going to an item that is not loaded, by its number.
@MainActor @Suite(.timeLimit(.minutes(5))) struct `The way to an item of a list` {
  @Test(arguments: ["25G", ":25\n"])
  func `is loaded page after page, while what is in sight stays`(keys: String) async throws {
    let list = try await ListFixture.loaded(lines: 6, columns: 80)
    list.type("j" + keys)
    await list.load(.append, 10..<20)
    #expect(list.rows.first == "item 0")
    #expect(list.statusLine.contains("loading up to item 25, 20 so far · Esc: stop"))
    await list.load(.append, 20..<30)
    #expect(list.rows.first == "item 24")
    #expect(list.selectedRows == ["item 24"])
    #expect(!list.pager.seeksEnd)
    list.type("''")
    #expect(list.selectedRows == ["item 1"])
  }

  @Test func `is stopped by Escape, and the reader stays`() async throws {
    let list = try await ListFixture.loaded(lines: 6, columns: 80)
    list.type("j25G")
    list.type(.escape)
    #expect(list.statusLine.contains("stopped"))
    await list.load(.append, 10..<20)
    #expect(list.selectedRows == ["item 1"])
    #expect(!list.pager.seeksEnd)
  }

  @Test func `ends at the last item, where there is none of that number`() async throws {
    let list = try await ListFixture.loaded(lines: 6, columns: 80)
    list.type("j99G")
    await list.load(.append, 10..<20, after: .end)
    #expect(list.statusLine.contains("no item 99; the last is 20"))
    #expect(list.selectedRows == ["item 1"])
  }

  @Test func `is where movements begin that were typed on the way`() async throws {
    let list = try await ListFixture.loaded(lines: 6, columns: 80)
    list.type("25Gkk")
    await list.load(.append, 10..<20)
    await list.load(.append, 20..<30)
    await list.frame()
    #expect(list.selectedRows == ["item 22"])
  }

  @Test(arguments: [("8Gkk", "item 5"), ("Gk", "item 8")])
  func `is where movements begin that were typed before the first page`(keys: String, row: String)
    async throws
  {
    let list = try ListFixture(lines: 6, columns: 80)
    list.type(keys)
    await list.load(.refresh, 0..<10, after: .end)
    await list.frame()
    #expect(list.selectedRows == [row])
  }

  @Test func `is given up by a click`() async throws {
    let list = try await ListFixture.loaded(lines: 6, columns: 80)
    list.type("25G")
    list.click(line: 2)
    #expect(!list.pager.seeksEnd)
    await list.load(.append, 10..<20)
    #expect(list.selectedRows == ["item 2"])
  }

  @Test func `is reported to end once, even before the first page`() async throws {
    let list = try ListFixture(lines: 6, columns: 60)
    var outcomes: [ListGoal.Outcome] = []
    let goal = ListGoal("searching", at: .trailing) {
      nil
    } onEnd: {
      outcomes.append($0)
    }
    list.list.loadOn(to: goal)
    #expect(outcomes == [])
    list.list.loadOn(to: goal)
    #expect(outcomes == [.interrupted])
    list.list.goToItem(5)
    #expect(outcomes == [.interrupted, .interrupted])
    list.list.loadOn(to: goal)
    list.list.goToEnd()
    #expect(outcomes == [.interrupted, .interrupted, .interrupted])
    list.list.loadOn(to: goal)
    await list.load(.refresh, 0..<10, after: .end)
    #expect(outcomes == [.interrupted, .interrupted, .interrupted, .exhausted])
  }

  @Test func `has no limit on requests where the item was held a moment ago`() async throws {
    let list = try ListFixture(lines: 6, columns: 80, requestsToEnd: 2)
    await list.load(.refresh, 0..<10)
    var outcomes: [ListGoal.Outcome] = []
    var goal = ListGoal("loading", at: .trailing) {
      list.pager.index(of: .item(45))
    } onEnd: {
      outcomes.append($0)
    }
    goal.isLimited = false
    list.list.loadOn(to: goal)
    for start in [10, 20, 30, 40] { await list.load(.append, start..<start + 10) }
    #expect(outcomes == [.found(45)])
    list.type("G")
    // The load that was running when the item arrived does not count.
    for start in [50, 60, 70] { await list.load(.append, start..<start + 10) }
    await wait { list.statusLine.contains("2 requests made · .: continue") }
  }

  @Test func `keeps memory bounded, and comes back from there`() async throws {
    let list = try ListFixture(lines: 6, columns: 80, keep: 20)
    await list.load(.refresh, 0..<10)
    list.type("55G")
    for start in [10, 20, 30, 40, 50] { await list.load(.append, start..<start + 10) }
    #expect(list.selectedRows == ["item 54"])
    #expect(list.pager.count <= 30)
    list.type("2G")
    await list.load(.refresh, 0..<10)
    #expect(list.selectedRows == ["item 1"])
  }
}
