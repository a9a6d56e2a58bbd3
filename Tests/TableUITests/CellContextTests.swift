import Paging
import TableUI
import Terminal
import Testing

/// Checks that cells are filled with the right item and context, and again when these change.
@MainActor @Suite(.timeLimit(.minutes(5))) struct `A cell of a list in its shortest form` {
  private typealias List = PagedListController<TextItem, Int>

  /// A list whose pages the test supplies.
  @MainActor private struct Run {
    let source = RecordingSource(opensAtEnd: false)
    let pager: Pager<TextItem, Int>
    let list: List
    let screen: MemoryScreen
    let session: Session

    init(lines: Int = 5, _ fill: @escaping List.CellFiller<TextCell>) {
      pager = Pager(source: source, configuration: .standard.with(prefetchDistance: 0))
      list = PagedListController(pager: pager, title: "List", cell: TextCell.self, fill: fill)
      screen = MemoryScreen(size: Size(lines: lines, columns: 40))
      session = Session(screen: screen, root: list)
    }

    /// The lines above the status line.
    var rows: [String] {
      session.drawIfNeeded()
      return screen.picture.split(separator: "\n", omittingEmptySubsequences: false)
        .dropLast().map(String.init)
    }

    func load(
      _ reason: LoadReason, _ items: Range<Int>, before: Continuation<Int> = .end
    ) async {
      await wait { source.isAsked(reason) }
      let items = items.map { TextItem($0) }
      let last = items.last?.id ?? 0
      source.answer(reason, .success(Page(items: items, before: before, after: .more(last + 1))))
      await wait { pager.index(of: .item(last)) != nil }
    }
  }

  /// Shows an item; the first of every ten items, which are a day, has an additional line above, as
  /// in the article "From UITableView to TableView".
  private static func show(_ cell: TextCell, _ item: TextItem, _ context: CellContext<TextItem>) {
    let day = item.id / 10
    let isFirst = context.previous.map { $0.id / 10 } != day
    cell.text = (isFirst ? "Day \(day)\n" : "") + item.text
  }

  @Test func `is registered by the list, and filled with its item`() async {
    let run = Run { cell, item, _ in cell.text = item.text }
    await run.load(.refresh, 0..<9)
    #expect(run.rows == ["▌ item 0", "  item 1", "  item 2", "  item 3"])
  }

  @Test func `knows the item before it, and when a page comes above`() async {
    let run = Run(Self.show)
    await run.load(.refresh, 15..<25, before: .more(15))
    #expect(run.rows == ["▌ Day 1", "▌ item 15", "  item 16", "  item 17"])
    await run.load(.prepend, 5..<15)
    #expect(run.rows == ["▌ item 15", "  item 16", "  item 17", "  item 18"])
    run.screen.type("k")
    #expect(run.rows.first == "▌ item 14")
  }

  @Test func `knows that the item before it has gone, or is another by now`() async {
    let run = Run(Self.show)
    await run.load(.refresh, 8..<20)
    run.screen.type("^E", "^E")
    #expect(run.rows.first == "  item 9")
    run.screen.type("^E", "^E")
    #expect(run.rows == ["  item 10", "  item 11", "  item 12", "  item 13"])
    run.pager.move(9, .after(11))
    #expect(run.rows == ["  item 10", "  item 11", "  Day 0", "  item 9"])
    run.pager.remove(9)
    #expect(run.rows == ["  item 10", "  item 11", "  item 12", "  item 13"])
    run.pager.remove(8)
    run.pager.remove(10)
    #expect(run.rows.first == "▌ Day 1")
  }

  @Test func `has no item before it where a gap stands there`() async {
    let run = Run(lines: 6, Self.show)
    await run.load(.refresh, 10..<13)
    run.screen.type("r")
    await run.load(.refresh, 0..<2)
    run.screen.type("g")
    #expect(run.rows[..<2] == ["▌ Day 0", "▌ item 0"])
    run.screen.type("^E", "^E", "^E")
    #expect(run.rows[..<3] == ["  ── more here · Enter: load", "  Day 1", "  item 10"])
  }

  @Test func `knows its place, also when items have come and gone above`() async {
    let run = Run { cell, item, context in cell.text = "\(context.index): \(item.text)" }
    await run.load(.refresh, 20..<30, before: .more(20))
    #expect(run.rows == ["▌ 0: item 20", "  1: item 21", "  2: item 22", "  3: item 23"])
    await run.load(.prepend, 0..<20)
    #expect(run.rows == ["▌ 20: item 20", "  21: item 21", "  22: item 22", "  23: item 23"])
    run.pager.remove(3)
    #expect(run.rows.first == "▌ 19: item 20")
  }

  @Test func `knows whether it is selected`() async {
    let run = Run { cell, item, context in
      cell.text = item.text + (context.isSelected ? "!" : "")
    }
    await run.load(.refresh, 0..<9)
    #expect(run.rows == ["▌ item 0!", "  item 1", "  item 2", "  item 3"])
    run.screen.type("j", "j")
    #expect(run.rows == ["  item 0", "  item 1", "▌ item 2!", "  item 3"])
    run.screen.type(.space)
    #expect(run.rows.filter { $0.hasSuffix("!") } == run.rows.filter { $0.hasPrefix("▌") })
    run.list.select(0)
    run.list.onNeedsDisplay?()
    #expect(run.rows.first == "▌ item 0!")
    run.pager.remove(0)
    #expect(run.rows.first == "▌ item 1!")
  }

  @Test func `stays in sight as a whole where it is higher while it is selected`() async {
    let run = Run { cell, item, context in
      cell.text = item.text + (context.isSelected ? "\nits second line" : "")
    }
    await run.load(.refresh, 0..<9)
    run.screen.type("j", "j", "j")
    #expect(run.rows == ["  item 1", "  item 2", "▌ item 3", "▌ its second line"])
    run.screen.type("k", "k", "k")
    #expect(run.rows == ["▌ item 0", "▌ its second line", "  item 1", "  item 2"])
  }

  @Test func `is filled once for each time it comes into sight where it asks for nothing`() async {
    var filled: [Int] = []
    let run = Run { cell, item, _ in
      cell.text = item.text
      filled.append(item.id)
    }
    await run.load(.refresh, 0..<9)
    run.screen.type("j", "j", "j", "j")
    #expect(run.rows.last == "▌ item 4")
    #expect(filled == [0, 1, 2, 3, 4])
  }

  private class Plain: ReusableCell {
    func draw(in canvas: inout Canvas) {}
  }

  private final class Loud: Plain {
    override func draw(in canvas: inout Canvas) { canvas.draw("loud") }
  }

  @Test func `is used again though the closure makes it of a subclass`() async {
    let source = RecordingSource(opensAtEnd: false)
    let pager = Pager(source: source)
    let list = PagedListController(pager: pager, cell: Plain.self, make: { Loud() }) { _, _, _ in }
    let screen = MemoryScreen(size: Size(lines: 4, columns: 20))
    let session = Session(screen: screen, root: list)
    await wait { source.isAsked(.refresh) }
    source.answer(.refresh, .success(Page(items: (0..<30).map { TextItem($0) }, after: .end)))
    await wait { pager.hasLoaded }
    session.drawIfNeeded()
    for _ in 0..<20 { screen.type("j") }
    #expect(screen.picture.hasPrefix("  loud\n  loud\n▌ loud"))
    #expect(list.tableView.cellsMade(of: Plain.self) <= 4)
  }
}
