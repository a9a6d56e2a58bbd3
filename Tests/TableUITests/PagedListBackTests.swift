import Paging
import TableUI
import Terminal
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct `Back to before the last jump in a paged list` {
  private func page(_ items: Range<Int>) -> Page<TextItem, Int> { keyedPage(items) }

  @Test(arguments: ["G", "g", "40G", "50%", ":3\n", "100%"])
  func `shows what was there, to the line, and then to and fro`(jump: String) async throws {
    let list = try await ListFixture.loaded(0..<50, after: .end, rowsPerItem: 2)
    list.type("8j^E")
    let before = list.screen.picture
    list.type(jump)
    let after = list.screen.picture
    #expect(after != before)
    list.type("''")
    #expect(list.screen.picture == before)
    list.type("''")
    #expect(list.screen.picture == after)
  }

  @Test func `is not known before the first`() async throws {
    let list = try await ListFixture.loaded(columns: 70)
    list.type("jj''")
    #expect(list.statusLine.contains("no jump to return from"))
    #expect(list.selectedRows == ["item 2"])
  }

  @Test func `is where the reader came from, however often the end was asked for`() async throws {
    let list = try await ListFixture.loaded(0..<50, after: .end)
    list.type("7jGGG''")
    #expect(list.selectedRows == ["item 7"])
    list.type("''")
    #expect(list.selectedRows == ["item 49"])
  }

  @Test func `is a load where it is not held any more, by an item's cursor`() async throws {
    let list = try ListFixture(opensAtEnd: true)
    await list.load(.refresh, page(0..<40))
    list.type("20j^E^E")
    #expect(list.rows == (18..<23).map { "item \($0)" })
    #expect(list.selectedRows == ["item 20"])
    list.type("G")
    await list.load(.refresh, page(980..<1_000))
    #expect(list.selectedRows == ["item 999"])
    list.type("''")
    await wait { list.source.isAsked(.refresh) }
    #expect(list.source.requests.last?.position == .after(17))
    await list.load(.refresh, page(18..<58))
    #expect(list.rows == (18..<23).map { "item \($0)" })
    #expect(list.selectedRows == ["item 20"])
    list.type("''")
    await list.load(.refresh, page(980..<1_000))
    #expect(list.rows.last == "── end ──")
  }

  @Test func `is given up where another source is opened meanwhile`() async throws {
    let list = try ListFixture(opensAtEnd: true)
    await list.load(.refresh, page(0..<40))
    list.type("20j^E^EG")
    await list.load(.refresh, page(980..<1_000))
    list.type("''")
    await wait { list.source.isAsked(.refresh) }
    let other = RecordingSource(opensAtEnd: false)
    list.list.open(other, at: .after(40))
    for (items, after) in [(41..<44, Continuation<Int>.end), (11..<41, .more(40))] {
      await wait { other.isAsked(.refresh) }
      let page = Page(
        items: items.map { TextItem($0) }, before: .more(items.lowerBound), after: after)
      other.answer(.refresh, .success(page))
    }
    await wait { list.pager.state(of: .refresh) == .idle }
    list.session.drawIfNeeded()
    #expect(list.selectedRows == ["item 41"])
    #expect(list.rows == ["item 40", "item 41", "item 42", "item 43", "── end ──"])
  }

  @Test func `is the same line and selection where its page is at hand`() throws {
    let screen = MemoryScreen(size: Size(lines: 6, columns: 40))
    let configuration = try PagerConfiguration(pageSize: 40, prefetchDistance: 0, keep: 40)
    let list = PagedListController(pager: Pager(source: NearSource(), configuration: configuration))
    { table, item, path in
      let cell: TextCell = table.dequeueCell(for: path)
      cell.text = item.text
      return cell
    }
    list.tableView.register(TextCell.self)
    let session = Session(screen: screen, root: list)
    for _ in 0..<12 { screen.type("j") }
    for _ in 0..<2 { screen.type("^E") }
    let before = list.visibleItems.map(\.id)
    screen.type("G")
    #expect(list.selectedItem?.id == 999)
    screen.type("'", "'")
    #expect(list.visibleItems.map(\.id) == before)
    #expect(list.selectedItem?.id == 12)
    withExtendedLifetime(session) {}
  }

  @Test func `is the start again by a load`() async throws {
    let list = try ListFixture(opensAtEnd: true)
    await list.load(.refresh, 0..<20)
    list.type("jjG")
    await list.load(.refresh, 990..<1_000, before: .more(990), after: .end)
    list.type("''")
    await wait { list.source.isAsked(.refresh) }
    #expect(list.source.requests.last?.position == .start)
    await list.load(.refresh, 0..<20)
    #expect(list.rows.first == "item 0")
    #expect(list.selectedRows == ["item 2"])
  }

  @Test func `says where nothing leads there`() async throws {
    let list = try ListFixture(columns: 70, opensAtEnd: true)
    await list.load(.refresh, 0..<40)
    list.type("9j3^EG")
    await list.load(.refresh, 990..<1_000, before: .more(990), after: .end)
    list.type("''")
    #expect(list.statusLine.contains("the previous place is no longer loaded"))
    #expect(list.selectedRows == ["item 999"])
  }

  @Test func `leads over placeholders of a counted source`() async throws {
    let list = try ListFixture(columns: 60, opensAtItems: true)
    let counted = { (items: Range<Int>) in
      var page = page(items)
      page.itemCursors = []
      page.extent = PageExtent(start: items.lowerBound, total: 1_000)
      return page
    }
    await list.load(.refresh, counted(0..<10))
    list.type("4jG")
    await list.load(.refresh, counted(990..<1_000))
    list.type("''")
    #expect(list.rows == ["…", "…", "…", "…", "…"])
    await list.load(.refresh, counted(0..<10))
    #expect(list.rows == (0..<5).map { "item \($0)" })
    #expect(list.selectedRows == ["item 4"])
  }

  @Test func `stays where it is if its load fails`() async throws {
    let list = try ListFixture(opensAtEnd: true)
    await list.load(.refresh, page(0..<40))
    list.type("9jG")
    await list.load(.refresh, page(980..<1_000))
    list.type("''")
    await list.fail(.refresh, "away")
    #expect(list.selectedRows == ["item 999"])
    list.type("r")
    await list.load(.refresh, page(0..<40))
    #expect(list.selectedRows == ["item 999"])
  }
}

/// A page of a keyed source of a thousand items: the cursor of an item is its number.
private nonisolated func keyedPage(_ items: Range<Int>) -> Page<TextItem, Int> {
  var page = Page<TextItem, Int>(
    items: items.map { TextItem($0) },
    before: items.lowerBound > 0 ? .more(items.lowerBound) : .end,
    after: items.upperBound < 1_000 ? .more(items.upperBound - 1) : .end)
  page.itemCursors = Array(items)
  return page
}

/// A keyed source of a thousand items, all of which are available immediately.
private nonisolated struct NearSource: PagingSource {
  typealias Item = TextItem
  typealias Cursor = Int

  let traits = PagingTraits(opensAtEnd: true)

  func load(_ request: PageRequest<Int>) async throws(PagingError) -> Page<TextItem, Int> {
    page(request)
  }

  func cachedPage(for request: PageRequest<Int>) -> Page<TextItem, Int>? { page(request) }

  private func page(_ request: PageRequest<Int>) -> Page<TextItem, Int> {
    let first =
      switch request.position {
      case .start: 0
      case .end: 1_000 - request.count
      case .after(let cursor): cursor + 1
      case .before(let cursor): max(0, cursor - request.count)
      case .number(let number): number
      }
    return keyedPage(first..<min(1_000, first + request.count))
  }
}
