import Paging
import TableUI
import Terminal
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct `What happens to the pager of a list` {
  /// A cell for items that show a property if it differs from that of the item above.
  private final class DayCell: TableViewCell {
    var text = ""
    func draw(in canvas: inout Canvas) { canvas.draw(SafeText(text)) }
  }

  @Test func `may be looked at by an app in the middle of it`() async throws {
    let list = try await ListFixture.loaded(0..<50, prefetch: 5)
    list.type("G")
    var seen: [[Int]] = []
    list.pager.onActivity = { [list = list.list] _ in
      seen.append(list.visibleItems.map(\.id))
      _ = list.selectedItem
      _ = list.positionToSave
      list.scroll(to: 2)
    }
    list.pager.jump(to: .after(90))
    await wait { list.source.isAsked(.refresh) }
    let page = Page(items: [90, 91, 92].map { TextItem($0) }, before: .more(90), after: .more(93))
    list.source.answer(.refresh, .success(page))
    await wait { list.pager.count == 3 }
    await wait { seen.last == [90, 91, 92] }
    #expect(seen.contains { $0.first == 46 })
  }

  @Test func `may be looked at by an observer that is told before the list`() async throws {
    let source = RecordingSource(opensAtEnd: false)
    let pager = Pager(source: source)
    var list: PagedListController<TextItem, Int>?
    // The items that were visible at the first change after the jump, because a frame may be drawn
    // at any time after it.
    var seen: [Int]?
    let watch = pager.observe { _ in
      if seen == nil, pager.count == 3 { seen = list?.visibleItems.map(\.id) }
    }
    let made = Self.list(pager)
    list = made
    let screen = MemoryScreen(size: Size(lines: 6, columns: 40))
    let session = Session(screen: screen, root: made)
    try await Self.answer(source, 0..<50, pager)
    session.drawIfNeeded()
    pager.jump(to: .after(90))
    try await Self.answer(source, 90..<93, pager)
    #expect(seen == [])
    session.drawIfNeeded()
    #expect(made.visibleItems.map(\.id) == [90, 91, 92])
    withExtendedLifetime(watch) {}
  }

  @Test func `shows in each of several lists`() async throws {
    let list = try await ListFixture.loaded()
    let second = Self.list(list.pager)
    let screen = MemoryScreen(size: Size(lines: 6, columns: 40))
    let session = Session(screen: screen, root: second)
    #expect(screen.picture.hasPrefix("▌ item 0"))
    list.type("j", "r")
    await list.load(.refresh, (-3..<10).map { TextItem($0) }, after: .more(10))
    session.drawIfNeeded()
    #expect(list.rows.first == "item 0")
    #expect(second.visibleItems.first?.id == 0)
    #expect(list.statusLine.contains("3 new"))
    list.pager.jump(to: .after(20))
    await list.load(.refresh, 20..<30)
    session.drawIfNeeded()
    #expect(list.rows.first == "item 20")
    #expect(screen.picture.hasPrefix("▌ item 20"))
  }

  @Test func `keeps the reader's line by an item that has not moved`() async throws {
    let list = try await ListFixture.loaded()
    list.type("^E", "^E", "^E", "j", "j", "j", "j")
    #expect(list.rows.first == "item 3")
    list.type("r")
    let moved = [3, 0, 1, 2, 4, 5, 6, 7, 8, 9].map { TextItem($0) }
    await list.load(.refresh, moved, after: .more(10))
    #expect(list.rows == ["item 2", "item 4", "item 5", "item 6", "item 7"])
    #expect(list.selectedRows == ["item 6"])
  }

  @Test func `by the app shows at once`() async throws {
    let list = try await ListFixture.loaded()
    list.type("j", "j")
    list.pager.remove(1)
    list.session.drawIfNeeded()
    #expect(list.rows == [0, 2, 3, 4, 5].map { "item \($0)" })
    #expect(list.selectedRows == ["item 2"])
    list.pager.insert(TextItem(70), .after(2))
    list.session.drawIfNeeded()
    #expect(list.rows == [0, 2, 70, 3, 4].map { "item \($0)" })
    list.pager.move(0, .after(3))
    list.session.drawIfNeeded()
    #expect(list.rows == [2, 70, 3, 0, 4].map { "item \($0)" })
  }

  @Test func `lays a cell out again whose neighbour has changed`() async throws {
    let source = RecordingSource(opensAtEnd: false)
    let pager = Pager(source: source, configuration: try PagerConfiguration(prefetchDistance: 0))
    let list = PagedListController(pager: pager) { table, item, path in
      let cell: DayCell = table.dequeueCell(for: path)
      let index = pager.index(of: .item(item.id)) ?? 0
      let above = index > 0 ? pager[index - 1].item : nil
      cell.text =
        (above.map { $0.id / 10 } == item.id / 10 ? "" : "Day \(item.id / 10) ") + item.text
      return cell
    }
    list.tableView.register(DayCell.self)
    let screen = MemoryScreen(size: Size(lines: 4, columns: 40))
    let session = Session(screen: screen, root: list)
    try await Self.answer(source, 15..<25, before: .more(15), pager)
    session.drawIfNeeded()
    #expect(screen.picture.contains("Day 1 item 15"))
    await wait { source.isAsked(.prepend) }
    source.answer(
      .prepend,
      .success(Page(items: (5..<15).map { TextItem($0) }, before: .end, after: .more(15))))
    await wait { pager.count == 20 }
    session.drawIfNeeded()
    #expect(screen.picture.contains("item 15"))
    #expect(!screen.picture.contains("Day 1"))
    pager.remove(14)
    pager.remove(13)
    pager.remove(12)
    pager.remove(11)
    pager.remove(10)
    session.drawIfNeeded()
    #expect(screen.picture.contains("Day 1 item 15"))
  }

  @Test func `keeps the place in another source's items, or begins at their start`() async throws {
    let list = try await ListFixture.loaded()
    list.type("j", "j", "j", "^E")
    let evens = RecordingSource(opensAtEnd: false)
    list.pager.source = evens
    #expect(list.rows.first == "item 1")
    try await Self.answer(evens, [0, 2, 4, 6, 8, 10, 12], list.pager)
    list.session.drawIfNeeded()
    #expect(list.rows == [0, 2, 4, 6, 8].map { "item \($0)" })
    let others = RecordingSource(opensAtEnd: false)
    list.pager.source = others
    try await Self.answer(others, Array(50..<60), list.pager)
    list.session.drawIfNeeded()
    #expect(list.rows == (50..<55).map { "item \($0)" })
    #expect(list.selectedRows == ["item 50"])
  }

  @Test func `keeps the place in another source's items after the end was visited`() async throws {
    let list = try await ListFixture.loaded(0..<50, after: .end, opensAtEnd: true)
    list.type("G", "3", "0", "k")
    #expect(list.selectedRows == ["item 19"])
    let same = RecordingSource(opensAtEnd: true)
    list.pager.source = same
    try await Self.answer(same, 0..<50, list.pager)
    list.session.drawIfNeeded()
    #expect(list.selectedRows == ["item 19"])
  }

  @Test func `goes to the end of another source whose first page has not come yet`() async throws {
    let list = try await ListFixture.loaded(after: .end)
    let other = RecordingSource(opensAtEnd: false)
    list.list.open(other)
    list.type("G")
    try await Self.answer(other, 50..<60, list.pager)
    await wait { other.isAsked(.append) }
    let page = Page<TextItem, Int>(items: (60..<70).map { TextItem($0) }, after: .end)
    other.answer(.append, .success(page))
    await wait { list.pager.count == 20 }
    list.session.drawIfNeeded()
    #expect(list.selectedRows == ["item 69"])
  }

  @Test func `goes to an item of another source whose first page has not come yet`() async throws {
    let list = try await ListFixture.loaded(after: .end)
    let other = RecordingSource(opensAtEnd: false)
    list.list.open(other)
    list.type("3G")
    try await Self.answer(other, 50..<60, list.pager)
    list.session.drawIfNeeded()
    #expect(list.selectedRows == ["item 52"])
  }

  // MARK: Helpers

  private static func list(_ pager: Pager<TextItem, Int>) -> PagedListController<TextItem, Int> {
    let list = PagedListController(pager: pager) { table, item, path in
      let cell: TextCell = table.dequeueCell(for: path)
      cell.text = item.text
      return cell
    }
    list.tableView.register(TextCell.self)
    return list
  }

  private static func answer(
    _ source: RecordingSource, _ items: Range<Int>, before: Continuation<Int> = .end,
    _ pager: Pager<TextItem, Int>
  ) async throws {
    try await answer(source, Array(items), before: before, pager)
  }

  private static func answer(
    _ source: RecordingSource, _ items: [Int], before: Continuation<Int> = .end,
    _ pager: Pager<TextItem, Int>
  ) async throws {
    await wait { source.isAsked(.refresh) }
    let last = try #require(items.last)
    source.answer(
      .refresh,
      .success(
        Page(items: items.map { TextItem($0) }, before: before, after: .more(last + 1))))
    await wait { pager.index(of: .item(last)) != nil && pager.state(of: .refresh) != .loading }
  }
}
