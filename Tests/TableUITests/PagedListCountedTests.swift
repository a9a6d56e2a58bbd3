import Paging
import TableUI
import Terminal
import Testing

@Suite(.timeLimit(.minutes(5))) @MainActor struct `A list of a counted source` {
  /// A list of a thousand items, of which the first ten are held.
  private func list() async throws -> ListFixture {
    let list = try ListFixture(columns: 80, opensAtItems: true)
    await list.load(.refresh, page(at: 0))
    return list
  }

  private func page(at start: Int, total: Int = 1_000) -> Page<TextItem, Int> {
    let items = start..<min(start + 10, total)
    return Page(
      items: items.map { TextItem($0) }, before: start > 0 ? .more(start) : .end,
      after: items.upperBound < total ? .more(items.upperBound) : .end,
      extent: PageExtent(start: start, total: total))
  }

  @Test func `P65: says where you are of how many`() async throws {
    let list = try await list()
    #expect(list.statusLine.contains("item 1 of 1,000"))
  }

  @Test func `P68: goes to its end over placeholders, with one load`() async throws {
    let list = try await list()
    list.type("G")
    #expect(list.rows == ["…", "…", "…", "…", "…"])
    #expect(list.statusLine.contains("item 1,000 of 1,000"))
    await list.load(.refresh, page(at: 990))
    #expect(list.source.requests.last?.position == .number(995))
    #expect(list.rows == ["item 996", "item 997", "item 998", "item 999", "── end ──"])
    #expect(list.selectedRows == ["item 999"])
    #expect(list.source.requests.count == 2)
  }

  @Test func `P68: goes back to its start, with one load`() async throws {
    let list = try await list()
    list.type("G")
    await list.load(.refresh, page(at: 990))
    list.type("g")
    #expect(list.rows == ["…", "…", "…", "…", "…"])
    await list.load(.refresh, page(at: 0))
    #expect(list.rows == (0..<5).map { "item \($0)" })
    #expect(list.selectedRows == ["item 0"])
    #expect(list.source.requests.count == 3)
  }

  @Test func `shows placeholders below what is held, and their items in the same place`()
    async throws
  {
    let list = try await list()
    list.type(.space, "^E", "^E", "^E", "^E")
    #expect(list.rows == ["item 9", "…", "…", "…", "…"])
    await list.load(.append, page(at: 10))
    #expect(list.rows == (9..<14).map { "item \($0)" })
  }

  @Test func `says on the placeholders why nothing comes`() async throws {
    let list = try await list()
    list.type("G")
    await list.fail(.refresh, "away")
    #expect(list.rows.first == "away · .: try again")
  }

  @Test func `P22: says that a filter has left nothing`() async throws {
    let list = try ListFixture()
    let page = Page<TextItem, Int>(items: [TextItem(1), TextItem(2)], after: .end)
    await list.load(.refresh, page.replacingItems([TextItem]()))
    #expect(list.rows.contains("   no match among 2 · r: refresh"))
  }
}
