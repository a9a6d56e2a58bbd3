import Paging
import TableUI
import Terminal
import Testing

@Suite(.timeLimit(.minutes(5))) @MainActor struct `A list of a counted source` {
  /// A list of a thousand items, of which the first ten are held.
  private func list(mayUndercount: Bool = false) async throws -> ListFixture {
    let list = try ListFixture(columns: 80, opensAtItems: true, mayUndercount: mayUndercount)
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

  /// The source counts 1,000 items, but has only 25.
  @Test func `goes to its last item page after page where it has counted too many`() async throws {
    let list = try await list()
    list.type("G")
    await list.load(
      .refresh,
      Page<TextItem, Int>(items: [], after: .end, extent: PageExtent(start: 995, total: 1_000)))
    await list.load(.append, page(at: 10))
    await list.load(.append, page(at: 20, total: 25))
    #expect(list.selectedRows == ["item 24"])
    #expect(list.rows.last == "── end ──")
    #expect(!list.statusLine.contains("try again"))
  }

  /// A page of a source that counts 1,000 items, and has more.
  private func longer(at start: Int, end: Int? = nil) -> Page<TextItem, Int> {
    Page(
      items: (start..<start + 10).map { TextItem($0) }, before: start > 0 ? .more(start) : .end,
      after: end == nil ? .more(start + 10) : .end,
      extent: PageExtent(start: start, total: max(1_000, start + 10)))
  }

  @Test func `goes on to its end where it may have counted too few`() async throws {
    let list = try await list(mayUndercount: true)
    list.type("G")
    await list.load(.refresh, longer(at: 990))
    await list.load(.append, longer(at: 1_000))
    await list.load(.append, longer(at: 1_010, end: 1_020))
    #expect(list.selectedRows == ["item 1019"])
    #expect(list.rows.last == "── end ──")
    #expect(!list.list.isLoadingOn)
  }

  @Test func `stays at what a reader has moved to, where it may have counted too few`()
    async throws
  {
    let list = try await list(mayUndercount: true)
    list.type("Gkk")
    await list.load(.refresh, longer(at: 990))
    await list.load(.append, longer(at: 1_000))
    #expect(!list.list.isLoadingOn)
    #expect(list.selectedRows == ["item 997"])
  }

  @Test func `looks for an item beyond those that it has counted, where these may be too few`()
    async throws
  {
    let list = try await list(mayUndercount: true)
    list.type("995G")
    await list.load(.refresh, longer(at: 990))
    list.type("1015G")
    await list.load(.append, longer(at: 1_000))
    await list.load(.append, longer(at: 1_010, end: 1_020))
    #expect(list.selectedRows == ["item 1014"])
    list.type("1021G")
    #expect(list.statusLine.contains("no item 1,021"))
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
    #expect(!list.statusLine.contains("away"))
  }

  /// A list over an array of a thousand items.
  private func arrayList() -> PagedListController<TextItem, Int> {
    let source = ArraySource((0..<1_000).map { TextItem($0) })
    return PagedListController(pager: Pager(source: source), cell: TextCell.self) {
      cell, item, _ in cell.text = item.text
    }
  }

  @Test(
    arguments: [PageRequest<Int>.Position.number(500), .after(500), .before(505)], [false, true])
  func `stays where a jump has led`(to position: PageRequest<Int>.Position, isShown: Bool) {
    let list = arrayList()
    var requests: [PageRequest<Int>.Position] = []
    list.pager.onActivity = {
      if case .started(let ticket) = $0, ticket.request.reason == .refresh {
        requests.append(ticket.request.position)
      }
    }
    if !isShown { list.jump(to: position) }
    let screen = MemoryScreen(size: Size(lines: 6, columns: 40))
    let session = Session(screen: screen, root: list)
    if isShown { list.jump(to: position) }
    for _ in 0..<3 { session.drawIfNeeded() }
    #expect(list.visibleItems.map(\.id) == Array(500..<505))
    #expect(requests == (isShown ? [.start, position] : [position]))
  }

  @Test func `stays where another source was opened`() {
    let list = arrayList()
    let session = Session(screen: MemoryScreen(size: Size(lines: 6, columns: 40)), root: list)
    let other = ArraySource((0..<1_000).map { TextItem(2_000 + $0) })
    for position in [PageRequest<Int>.Position.number(500), .after(500)] {
      list.open(other, at: position)
      for _ in 0..<3 { session.drawIfNeeded() }
      #expect(list.visibleItems.map(\.id) == Array(2_500..<2_505))
    }
  }

  @Test func `begins where its source was opened, and then keeps the reader's place`() {
    let list = arrayList()
    list.open(ArraySource((0..<1_000).map { TextItem($0) }), at: .number(500))
    let session = Session(screen: MemoryScreen(size: Size(lines: 6, columns: 40)), root: list)
    #expect(list.visibleItems.map(\.id) == Array(500..<505))
    list.pager.source = ArraySource((480..<1_000).map { TextItem($0) })
    session.drawIfNeeded()
    #expect(list.visibleItems.map(\.id) == Array(500..<505))
  }

  @Test func `P22: says that a filter has left nothing`() async throws {
    let list = try ListFixture()
    let page = Page<TextItem, Int>(items: [TextItem(1), TextItem(2)], after: .end)
    await list.load(.refresh, page.replacingItems([TextItem]()))
    #expect(list.rows.contains("   no match among 2 · r: refresh"))
  }
}
