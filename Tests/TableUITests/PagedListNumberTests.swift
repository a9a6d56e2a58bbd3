import Paging
import TableUI
import Terminal
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct `A number before G or % in a paged list` {
  private func page(_ items: Range<Int>, of total: Int = 1_000) -> Page<TextItem, Int> {
    Page(
      items: items.map { TextItem($0) },
      before: items.lowerBound > 0 ? .more(items.lowerBound) : .end,
      after: items.upperBound < total ? .more(items.upperBound) : .end,
      extent: PageExtent(start: items.lowerBound, total: total))
  }

  private func counted() async throws -> ListFixture {
    let list = try ListFixture(columns: 80, opensAtItems: true)
    await list.load(.refresh, page(0..<10))
    return list
  }

  // MARK: Items

  @Test(arguments: ["7G", "7g", ":7\n"])
  func `goes to that item, as far up as what follows allows`(keys: String) async throws {
    let list = try await ListFixture.loaded(0..<50)
    list.type(keys)
    #expect(list.rows == (6..<11).map { "item \($0)" })
    #expect(list.selectedRows == ["item 6"])
    list.type("48G")
    #expect(list.rows == (46..<50).map { "item \($0)" } + ["loading…"])
    #expect(list.selectedRows == ["item 47"])
    list.type("1G")
    #expect(list.rows.first == "item 0")
    #expect(list.started == 2)
  }

  @Test func `goes anywhere in a counted source, with one load`() async throws {
    let list = try await counted()
    list.type("500G")
    #expect(list.rows == ["…", "…", "…", "…", "…"])
    #expect(list.statusLine.contains("item 500 of 1,000"))
    await list.load(.refresh, page(495..<505))
    #expect(list.rows == (499..<504).map { "item \($0)" })
    #expect(list.selectedRows == ["item 499"])
    #expect(list.source.requests.count == 2)
    list.type("1001G")
    #expect(list.statusLine.contains("no item 1,001"))
    #expect(list.selectedRows == ["item 499"])
  }

  @Test(
    arguments: [
      ("0G", "no item 0"),
      ("50%", "the number of items is not known; G: load to the end"),
    ])
  func `says where it cannot go, and stays`(keys: String, words: String) async throws {
    let list = try await ListFixture.loaded(columns: 80)
    list.type("jj" + keys)
    #expect(list.statusLine.contains("  ·  \(words)  "))
    #expect(list.selectedRows == ["item 2"])
    #expect(list.started == 1)
    list.type("k")
    #expect(!list.statusLine.contains(words))
  }

  @Test func `says that there is no such item where all are held`() async throws {
    let list = try await ListFixture.loaded(0..<10, columns: 80, after: .end)
    list.list.itemNames = (one: "post", many: "posts")
    list.type("11G")
    #expect(list.statusLine.contains("no post 11"))
  }

  @Test func `says no key that an app has taken`() async throws {
    let list = try await ListFixture.loaded(columns: 80)
    list.list.extraCommands = [Command("mine", keys: ["G"]) {}]
    list.type("50%")
    #expect(list.statusLine.contains("is not known; End: load to the end"))
    list.list.extraCommands = [Command("mine", keys: ["G", .end, ">"]) {}]
    list.type("50%")
    #expect(list.statusLine.contains("is not known  ·"))
  }

  @Test func `begins to count at the start, after a jump to the end`() async throws {
    let list = try await ListFixture.loaded(columns: 80, opensAtEnd: true)
    list.type("G")
    await list.load(.refresh, 990..<1_000, before: .more(990), after: .end)
    list.type("5G")
    #expect(list.selectedRows == ["item 999"])
    await list.load(.refresh, 0..<10)
    #expect(list.selectedRows == ["item 4"])
  }

  @Test func `waits for the first page`() async throws {
    let list = try ListFixture()
    list.type("7Gj")
    await list.load(.refresh, 0..<50)
    await list.frame()
    #expect(list.rows.first == "item 6")
    #expect(list.selectedRows == ["item 7"])
  }

  @Test func `waits for nothing where another jump follows`() async throws {
    let list = try ListFixture()
    list.type("7Gg")
    await list.load(.refresh, 0..<50)
    #expect(list.rows.first == "item 0")
    #expect(list.selectedRows == ["item 0"])
  }

  @Test func `gives up what waits`() async throws {
    let list = try await ListFixture.loaded()
    list.type("25j3G")
    await list.load(.append, 10..<40)
    #expect(list.selectedRows == ["item 2"])
    #expect(list.rows.first == "item 2")
  }

  // MARK: Percent

  @Test(
    arguments: [("50%", 25), ("1%", 0), ("99%", 49), ("100%", 49), ("400%", 49), ("0%", 0)])
  func `goes so far into what is held whole`(keys: String, item: Int) async throws {
    let list = try await ListFixture.loaded(0..<50, after: .end)
    list.type("3j" + keys)
    #expect(list.selectedRows == ["item \(item)"])
  }

  @Test func `goes so far into a counted source`() async throws {
    let list = try await counted()
    list.type("75%")
    await list.load(.refresh, page(745..<755))
    #expect(list.selectedRows == ["item 750"])
    #expect(list.rows.first == "item 750")
  }
}
