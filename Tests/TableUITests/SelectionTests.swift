import Paging
import TableUI
import Terminal
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct `A selection` {
  // MARK: Reports of the selection

  @Test func `is told once for each frame in which it is another`() {
    let table = SampleTable(count: 9, lines: 4)
    #expect(table.selections == [])
    _ = table.frame()
    #expect(table.selections == ["0"])
    for _ in 0..<5 { table.view.selectNext() }
    _ = table.frame()
    _ = table.frame()
    #expect(table.selections == ["0", "5"])
    table.view.selectNext()
    table.view.selectPrevious()
    _ = table.frame()
    #expect(table.selections == ["0", "5"])
    table.remove("5")
    _ = table.frame()
    #expect(table.selections == ["0", "5", "6"])
  }

  @Test func `of a list is told as its item`() async throws {
    let list = try await ListFixture.loaded()
    #expect(list.selections == [0])
    list.type("j", "j")
    #expect(list.selections == [0, 1, 2])
    list.pager.replace(TextItem(2, "two"))
    await list.frame()
    #expect(list.selections == [0, 1, 2])
    list.type("^E")
    #expect(list.selections == [0, 1, 2])
  }

  @Test func `of a counted list is told again when its item has come`() async throws {
    let list = try ListFixture(opensAtItems: true)
    let page = { (start: Int) in
      Page<TextItem, Int>(
        items: (start..<start + 10).map { TextItem($0) }, before: start > 0 ? .more(start) : .end,
        after: start < 90 ? .more(start + 10) : .end, extent: PageExtent(start: start, total: 100))
    }
    await list.load(.refresh, page(0))
    list.type("G")
    #expect(list.selections == [0, nil])
    await list.load(.refresh, page(90))
    #expect(list.selections == [0, nil, 99])
  }

  // MARK: Selecting by the app

  @Test(
    arguments: [
      (2, ["1", "2", "3"]), (0, ["0", "1", "2"]), (5, ["3", "4", "5"]), (60, ["60", "61", "62"]),
      (99, ["97", "98", "99"]),
    ])
  func `is scrolled to, as little as it takes`(section: Int, lines: [String]) {
    let table = SampleTable(count: 100, lines: 3)
    _ = table.frame()
    table.view.scroll(by: 1)
    table.view.select(section: section)
    table.view.scrollToSelection()
    #expect(table.lines == lines)
    #expect(table.selected == "\(section)")
  }

  @Test func `that begins above the screen is shown from its start`() {
    let table = SampleTable(texts: ["a\nb", "c\nd", "e\nf", "g\nh"], lines: 4)
    _ = table.frame()
    table.view.scroll(by: 3)
    table.view.select(section: 1)
    table.view.scrollToSelection()
    #expect(table.lines == ["c", "d", "e", "f"])
    table.view.scroll(by: 1)
    table.view.select(section: 3)
    table.view.scrollToSelection()
    #expect(table.lines == ["e", "f", "g", "h"])
  }

  @Test func `of a list is set by identity`() async throws {
    let list = try await ListFixture.loaded(0..<50)
    #expect(list.list.select(7))
    list.session.setNeedsDisplay()
    list.session.drawIfNeeded()
    #expect(list.rows == (3..<8).map { "item \($0)" })
    #expect(list.selectedRows == ["item 7"])
    #expect(!list.list.select(77))
    #expect(list.list.selectedItem?.id == 7)
    #expect(list.list.select(40))
    list.session.setNeedsDisplay()
    list.session.drawIfNeeded()
    #expect(list.rows.first == "item 40")
    #expect(list.selections == [0, 7, 40])
  }

  // MARK: A selection that is not visible

  @Test func `that is out of sight is brought into it before anything is done with it`()
    async throws
  {
    let list = try await ListFixture.loaded(0..<50)
    for _ in 0..<7 { list.type("^E") }
    #expect(list.selectedRows == [])
    list.type(.enter)
    #expect(list.opened == [])
    #expect(list.selectedRows == ["item 7"])
    list.type(.enter)
    #expect(list.opened == [7])
    list.type("^Y", "^Y", "^Y", "^Y", "^Y", "^Y", "^Y")
    #expect(list.list.selectedItemInSight() == nil)
    #expect(list.list.selectedItemInSight()?.id == 0)
  }

  @Test func `that nobody has seen yet can be acted on`() {
    let table = SampleTable(count: 3, lines: 3)
    table.view.activateSelection()
    #expect(table.opened == [TableView.IndexPath(row: 0, section: 0)])
    let empty = SampleTable([], lines: 3)
    #expect(!empty.view.bringSelectionIntoSight())
  }

  // MARK: Selecting by a click

  @Test func `goes to the item that is clicked`() async throws {
    let list = try await ListFixture.loaded(0..<50, rowsPerItem: 2)
    list.type("^E")
    #expect(list.rows == ["more of 0", "item 1", "more of 1", "item 2", "more of 2"])
    list.click(line: 4)
    #expect(list.selectedRows == ["item 2", "more of 2"])
    list.click(line: 1)
    #expect(list.selectedRows == ["item 1", "more of 1"])
    #expect(list.rows.first == "more of 0")
    #expect(list.opened == [])
  }

  @Test func `activates the item that is clicked once more`() async throws {
    let list = try await ListFixture.loaded(0..<50, rowsPerItem: 2)
    list.click(line: 2)
    #expect(list.opened == [])
    list.click(line: 3)
    #expect(list.opened == [1])
    list.click(line: 0)
    #expect(list.opened == [1])
  }

  @Test func `is not activated by a click that moves the focus there`() async throws {
    let list = try await ListFixture.loaded(0..<50)
    var press = MouseEvent(kind: .press(.left), column: 3, line: 0)
    press.movesFocus = true
    list.screen.send([.input(.mouse(press))])
    #expect(list.opened == [])
    #expect(list.selectedRows == ["item 0"])
  }

  @Test func `leaves a click with Shift to the terminal`() async throws {
    let list = try await ListFixture.loaded(0..<50)
    let press = MouseEvent(kind: .press(.left), column: 3, line: 2, modifiers: .shift)
    list.screen.send([.input(.mouse(press))])
    #expect(list.selectedRows == ["item 0"])
  }

  @Test func `reaches the cell that is clicked before it selects`() async throws {
    let list = try await ListFixture.loaded(0..<50, rowsPerItem: 2)
    var clicks: [[Int]] = []
    list.list.onClick = { item, row, column in
      clicks.append([item.id, row, column])
      return column < 4
    }
    list.click(line: 3, column: 5)
    #expect(clicks == [[1, 1, 3]])
    #expect(list.selectedRows.first == "item 0")
    list.click(line: 3, column: 9)
    #expect(clicks.last == [1, 1, 7])
    #expect(list.selectedRows.first == "item 1")
    #expect(list.opened == [])
  }

  @Test func `has its keys before any command`() async throws {
    let list = try await ListFixture.loaded(0..<50)
    var keys: [String] = []
    list.list.onKey = { item, key in
      keys.append("\(item.id) \(key)")
      return key == "x" || key == "j"
    }
    list.type("x", "k", "j")
    #expect(keys.count == 3)
    #expect(list.selectedRows == ["item 0"])
  }

  @Test func `stays where what is clicked is no item`() async throws {
    let list = try await ListFixture.loaded(0..<2, after: .end)
    list.type("j")
    for line in [2, 3, 4, 5, 99, -1] { list.click(line: line) }
    #expect(list.selectedRows == ["item 1"])
    #expect(list.session.end == nil)
    let text = try ListFixture(allowsSelection: false)
    await text.load(.refresh, 0..<9)
    text.click(line: 2)
    #expect(text.list.tableView.selectedSection == nil)
  }

  @Test func `that is clicked ends what waits`() async throws {
    let list = try await ListFixture.loaded(0..<10)
    list.type("2", "0", "j")
    #expect(list.list.tableView.isWaiting)
    list.click(line: 1)
    #expect(!list.list.tableView.isWaiting)
    #expect(list.selectedRows == ["item 7"])
  }
}
