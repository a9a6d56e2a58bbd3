import Paging
import TableUI
import Terminal
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct `The next page of a paged list` {
  @Test(arguments: [1, 2], [Key.character("j"), .control("E"), .character("d"), .space])
  func `K14: is loaded once, with the frame that draws the last row`(
    rowsPerItem: Int, key: Key
  ) async throws {
    let list = try await ListFixture.loaded(rowsPerItem: rowsPerItem)
    let last = rowsPerItem == 1 ? "item 9" : "more of 9"
    var keys = 0
    while !list.rows.contains(last) {
      await list.frame()
      #expect(list.started == 1)
      #expect(list.pager.state(of: .append) == .idle)
      list.type(key)
      keys += 1
    }
    #expect(keys > 0)
    for _ in 0..<3 {
      list.type("^E", "^Y")
      await list.frame()
    }
    #expect(list.started == 2)
    #expect(list.pager.state(of: .append) == .loading)
  }

  @Test func `P4: is loaded at once where the first does not fill the screen`() async throws {
    let list = try await ListFixture.loaded(0..<3)
    #expect(list.started == 2)
    await list.load(.append, 3..<4)
    #expect(list.started == 3)
    await list.load(.append, 4..<14)
    #expect(list.started == 3)
    #expect(list.rows == (0..<5).map { "item \($0)" })
  }

  @Test func `P5: is loaded where the screen becomes high enough`() async throws {
    let list = try await ListFixture.loaded()
    #expect(list.started == 1)
    list.screen.resize(to: Size(lines: 11, columns: 40))
    #expect(list.started == 2)
  }

  @Test func `is loaded ahead of the last row by the prefetch distance`() async throws {
    let list = try await ListFixture.loaded(prefetch: 3)
    list.type("^E", "^E")
    #expect(list.rows.last == "item 6")
    #expect(list.started == 1)
    list.type("^E")
    #expect(list.rows.last == "item 7")
    #expect(list.started == 2)
  }

  @Test func `is loaded by a key before it is wanted`() async throws {
    let list = try await ListFixture.loaded()
    list.type(".")
    await list.load(.append, 10..<20)
    #expect(list.pager.count == 20)
    #expect(list.rows == (0..<5).map { "item \($0)" })
  }

  @Test func `P41: is not asked for again and again while nothing changes`() async throws {
    let list = try await ListFixture.loaded(0..<2)
    await list.fail(.append, "away")
    for _ in 0..<5 {
      list.type("j", "^E", "k")
      list.screen.resize(to: Size(lines: 6 + list.started, columns: 40))
      await list.frame()
    }
    #expect(list.started == 2)
  }

  @Test func `P60: does not move what is in sight`() async throws {
    let list = try await ListFixture.loaded()
    list.type("9jk")
    #expect(list.rows == ["item 5", "item 6", "item 7", "item 8", "item 9"])
    await list.load(.append, 10..<20)
    #expect(list.rows == ["item 5", "item 6", "item 7", "item 8", "item 9"])
    #expect(list.selectedRows == ["item 8"])
  }

  @Test func `P8: is loaded for a list that took the place of one of the same size`() async throws {
    let list = try await ListFixture.loaded(0..<3, opensAtEnd: true)
    #expect(list.started == 2)
    // The jump must cancel a load that has reached the source, so that the answer comes too late.
    await wait { list.source.isAsked(.append) }
    list.type("G")
    await wait { list.source.isAsked(.refresh) }
    await list.load(.append, 3..<3, after: .end)
    await list.load(.refresh, 50..<53, before: .end, after: .more(53))
    #expect(list.rows.contains("item 52"))
    await list.load(.append, 53..<54, after: .end)
    #expect(list.source.requests.map(\.position) == [.start, .after(3), .end, .after(53)])
    #expect(list.rows == ["item 50", "item 51", "item 52", "item 53", "── end ──"])
  }

  @Test(arguments: [3..<4, 3..<3, 2..<3])
  func `N4, N5: that is the last and brings one item or none leaves no loading row`(
    last: Range<Int>
  ) async throws {
    let list = try await ListFixture.loaded(0..<3)
    await list.frame()
    #expect(list.rows[3] == "loading…")
    await list.load(.append, last, after: .end)
    let items = (0..<last.upperBound).map { "item \($0)" }
    #expect(list.rows.filter { !$0.isEmpty } == items + ["── end ──"])
  }

  @Test(arguments: [LoadReason.append, .prepend])
  func `P10: is asked for by keys alone where its row comes, grows and goes`(
    reason: LoadReason
  ) async throws {
    let isAppend = reason == .append
    let list = try await ListFixture.loaded(
      50..<54, columns: 20, before: isAppend ? .end : .more(50),
      after: isAppend ? .more(54) : .end)
    for key in [".", ".", "."] as [Key] {
      await list.fail(reason, "a reason that is as long as the list is high, or nearly so")
      let started = list.started
      for _ in 0..<5 {
        list.type("^Y")
        await list.frame()
        list.type("^E")
        await list.frame()
      }
      #expect(list.started == started)
      list.type(isAppend ? key : ".")
      await list.frame()
      #expect(list.started == started + 1)
    }
  }

  @Test(arguments: [false, true])
  func `P59: before the first does not move what is in sight, before a scroll or after`(
    scrolls: Bool
  ) async throws {
    let tall = (50..<60).map { TextItem($0, "item \($0)\nmore of \($0)") }
    let list = try ListFixture()
    await list.load(.refresh, tall, before: .more(50), after: .more(60))
    if scrolls { list.type("^E", "^E", "^E") }
    list.type(".")
    await list.frame()
    let still = list.rows
    #expect(still.first == (scrolls ? "more of 51" : "item 50"))
    let new = (-150..<50).map { TextItem($0, "item \($0)" + ($0 % 3 == 0 ? "\nmore" : "")) }
    await list.load(.prepend, new, before: .end, after: .more(50))
    #expect(list.pager.state(of: .append) == .loading)
    #expect(list.rows == still)
    await list.load(.append, 60..<70)
    #expect(list.rows == still)
  }

  @Test func `and the one before are loaded at both edges`() async throws {
    let list = try await ListFixture.loaded(50..<52, before: .more(50), after: .more(52))
    #expect(list.started == 3)
    await list.load(.prepend, 40..<50, before: .more(40))
    #expect(list.rows == ["item 48", "item 49", "item 50", "item 51", "loading…"])
    await list.load(.append, 52..<62)
    #expect(list.rows == (48..<53).map { "item \($0)" })
    #expect(list.started == 3)
    list.type("G", "g")
    #expect(list.selectedRows == ["item 40"])
  }

  @Test func `follows page after page while the reader goes on`() async throws {
    let list = try await ListFixture.loaded()
    for page in 1..<30 {
      while list.pager.state(of: .append) != .loading { list.type(.space) }
      await list.load(.append, (page * 10)..<(page * 10 + 10))
    }
    #expect(list.pager.count <= 100)
    #expect(list.rows.contains("item 289"))
    #expect(list.list.tableView.cellsMade(of: TextCell.self) <= 6)
  }
}
