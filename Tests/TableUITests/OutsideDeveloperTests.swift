import Paging
import PagingTesting
import TableUI
import Terminal
import Testing

/// Features that an outside developer missed in the table.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `A developer who chooses the table` {
  private final class MailCell: TableViewCell {
    var text = ""
    func draw(in canvas: inout Canvas) { canvas.draw(SafeText(text)) }
  }

  /// The app's own row for a place without an item.
  private final class OwnStatusCell: TableViewCell {
    var status: ListStatus?
    func draw(in canvas: inout Canvas) {
      guard let status else { return }
      canvas.draw(SafeText("<\(status.place) \(status.state)>"))
    }
  }

  private func show<Item, Cursor>(
    _ list: PagedListController<Item, Cursor>
  ) -> (screen: MemoryScreen, session: Session) {
    let screen = MemoryScreen(size: Size(lines: 6, columns: 44))
    return (screen, Session(screen: screen, root: list))
  }

  @Test func `has a static list in three lines`() {
    let mails = ["one", "two"].enumerated().map { TextItem($0.offset, $0.element) }
    let list = PagedListController(pager: Pager(source: ArraySource(mails)), cell: MailCell.self) {
      cell, mail, _ in cell.text = mail.text
    }
    #expect(
      show(list).screen.picture == """
        ▌ one
          two
          ── end ──


         item 1 of 2     r refresh  F1 help  q quit
        """)
  }

  @Test func `speaks another language`() async throws {
    let fixture = try await ListFixture.loaded(0..<2, lines: 6, columns: 60, after: .end)
    fixture.list.words.end = "Ende"
    fixture.list.theme = .standard
    await wait { fixture.rows.contains("── Ende ──") }
    let empty = try ListFixture(lines: 6, columns: 60)
    (empty.list.words.empty, empty.list.words.reloads) = ("noch nichts hier", "lädt neu")
    await empty.load(.refresh, [], after: .end)
    await wait { empty.rows.contains { $0.hasSuffix("  noch nichts hier · r: lädt neu") } }
    let failing = try ListFixture(lines: 6, columns: 60)
    failing.list.words.triesAgain = "versucht es noch einmal"
    await failing.fail(.refresh, "kein Netz")
    await wait { failing.screen.picture.contains("kein Netz · .: versucht es noch einmal") }
  }

  /// A list with the app's own cells for rows that are not items.
  private func listWithOwnStatusCells() throws -> ListFixture {
    let fixture = try ListFixture(lines: 6, columns: 60)
    fixture.list.tableView.register(OwnStatusCell.self)
    fixture.list.statusCell = { table, status, path in
      let cell: OwnStatusCell = table.dequeueCell(for: path)
      cell.status = status
      return cell
    }
    return fixture
  }

  @Test func `shows cells of its own for what is no item`() async throws {
    let fixture = try listWithOwnStatusCells()
    await fixture.load(.refresh, 0..<2, after: .more(2))
    await wait { fixture.rows.contains("<edge(Paging.Edge.trailing) loading>") }
    await fixture.load(.append, 2..<4, after: .end)
    await wait { fixture.rows.contains("<edge(Paging.Edge.trailing) end>") }
  }

  @Test func `has a failure in a cell of its own or in the status line, but not in both`()
    async throws
  {
    let fixture = try listWithOwnStatusCells()
    await fixture.load(.refresh, 0..<10)
    fixture.type("9", "j", "j")
    await fixture.fail(.append, "away")
    await wait { fixture.rows.last?.hasPrefix("<edge(Paging.Edge.trailing) failed") == true }
    #expect(!fixture.statusLine.contains("away"))
    fixture.type("9", "k")
    #expect(fixture.statusLine.contains("away"))
  }

  @Test func `is told that a list cannot go to a place`() async throws {
    let chain = try await ListFixture.loaded(0..<10)
    #expect(!chain.list.jump(to: .number(55)))
    #expect(chain.list.jump(to: .start))
  }

  @Test func `finds the selection in sight when a filter has been taken off`() async throws {
    let items = (0..<60).map { TextItem($0) }
    let source = ArraySource(items)
    let list = PagedListController(
      pager: Pager(source: source.erasingCursors()), cell: MailCell.self
    ) { cell, item, _ in cell.text = item.text }
    let (screen, session) = show(list)
    list.open(source.filter { $0.id.isMultiple(of: 25) }.erasingCursors())
    await list.pager.settled()
    session.drawIfNeeded()
    screen.type("G")
    await wait { list.selectedItem?.id == 50 }
    list.open(source.erasingCursors())
    await list.pager.settled()
    session.drawIfNeeded()
    let selected = list.selectedItem?.id
    #expect(list.visibleItems.contains { $0.id == selected })
  }
}
