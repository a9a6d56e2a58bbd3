import TableUI
import Terminal
import Testing

@MainActor @Suite struct `Headers, footers and separators of sections` {
  /// Three items: the first one of a day, with a separator; the second one of that day; and one of
  /// the next day, with a footer.
  private static var days: [SampleSection] {
    var all = ["a", "b", "c"].map { SampleSection($0) }
    all[0].header = "Monday"
    all[0].isSeparated = true
    all[2].header = "Tuesday"
    all[2].footer = "in all\nthree"
    return all
  }

  private func table(_ sections: [SampleSection] = days, lines: Int = 9) -> SampleTable {
    let table = SampleTable(sections, lines: lines, columns: 10)
    table.showSupplements()
    return table
  }

  @Test func `stand around the rows, without the selection's bar`() {
    let table = table()
    table.select("c")
    #expect(
      table.picture == """
          Monday
          a
          ────────
          b
          Tuesday
        ▌ c
          in all
          three

        """)
  }

  @Test func `are passed over by the selection`() {
    let table = table()
    _ = table.frame()
    #expect(table.selected == "a")
    table.view.selectNext()
    #expect(table.selected == "b")
    table.view.selectNext()
    #expect(table.selected == "c")
    #expect(!table.view.selectNext())
    #expect(table.selected == "c")
  }

  @Test(arguments: [(0, nil), (1, "a"), (2, nil), (3, "b")])
  func `cannot be clicked on`(line: Int, selected: String?) {
    let table = table()
    _ = table.frame()
    #expect(table.view.select(atLine: line) == (selected != nil))
    #expect(table.selected == selected ?? "a")
  }

  @Test func `are no rows of the data source`() {
    let table = table()
    _ = table.frame()
    #expect(table.view.indexPathsForVisibleRows.map(\.section) == [0, 1, 2])
    #expect(table.view.indexPathsForVisibleRows.allSatisfy { $0.row == 0 })
    #expect(table.view.visibleCells.compactMap { ($0 as? TextCell)?.text } == ["a", "b", "c"])
    #expect(table.displayed == ["a", "b", "c"])
  }

  @Test func `come into sight with the item that is selected, if they fit`() {
    let table = table(lines: 3)
    _ = table.frame()
    for _ in 0..<2 { table.view.selectNext() }
    #expect(table.lines == ["c", "in all", "three"])
    table.view.selectPrevious()
    #expect(table.lines.first == "b")
    table.view.selectPrevious()
    #expect(table.lines == ["Monday", "a", "────────"])
  }

  @Test func `give way to the item on a screen of one line`() {
    let table = table(lines: 1)
    #expect(table.lines == ["Monday"])
    table.view.scroll(by: 1)
    for id in ["b", "c"] {
      table.view.selectNext()
      #expect(table.lines == [id])
    }
    table.view.selectPrevious()
    #expect(table.lines == ["b"])
  }

  @Test func `are scrolled through line by line, both ways`() {
    let table = table(lines: 2)
    var down = [table.top]
    while table.view.scroll(by: 1) == 1 { down.append(table.top) }
    #expect(down == ["Monday", "a", "────────", "b", "Tuesday", "c", "in all"])
    var up = [table.top]
    while table.view.scroll(by: -1) == -1 { up.append(table.top) }
    #expect(up == down.reversed())
  }

  @Test func `begin and end the whole`() {
    let table = table(lines: 3)
    table.view.scrollToEnd()
    #expect(table.lines == ["c", "in all", "three"])
    #expect(table.view.isAtEnd)
    #expect(table.selected == "c")
    table.view.scrollToStart()
    #expect(table.lines == ["Monday", "a", "────────"])
    #expect(table.selected == "a")
  }

  @Test func `do not stand beside a section without rows`() {
    var sections = Self.days
    sections[0].rows = []
    #expect(table(sections, lines: 2).lines == ["b", "Tuesday"])
  }

  @Test func `go with the last row of their section`() {
    let table = table(lines: 3)
    _ = table.frame()
    table.change { $0[0].rows = [] }
    #expect(table.lines == ["b", "Tuesday", "c"])
  }

  @Test func `at the top go with the last row of their section`() {
    let table = table(lines: 1)
    #expect(table.lines == ["Monday"])
    table.changeOutOfSight { $0[0].rows = [] }
    #expect(table.lines == ["b"])
  }

  @Test func `come and go without moving the reader's line`() {
    let table = table(lines: 3)
    _ = table.frame()
    table.view.scroll(by: 3)
    #expect(table.lines == ["b", "Tuesday", "c"])
    table.change { $0[0].footer = "new" }
    #expect(table.lines == ["b", "Tuesday", "c"])
    table.change { $0[2].header = nil }
    #expect(table.lines == ["b", "c", "in all"])
    table.changeOutOfSight { $0[2].header = "Wed" }
    #expect(table.lines == ["b", "Wed", "c"])
  }

  @Test func `that stood at the top and are gone leave the row below them there`() {
    let table = table(lines: 3)
    _ = table.frame()
    table.changeOutOfSight { $0[0].header = nil }
    #expect(table.lines == ["a", "────────", "b"])
  }

  @Test func `are drawn as the table is told`() {
    let table = table(lines: 3)
    table.view.separatorMark = Glyph("-")
    table.view.separatorStyle = Style(.underline)
    let frame = table.frame()
    #expect(frame.picture.hasSuffix("  --------"))
    #expect(frame.stylePicture.hasSuffix("..uuuuuuuu"))
  }

  @Test func `are few cells even if they are empty by default`() {
    let table = SampleTable(count: 90, lines: 4)
    let headers = RecordedHeaders()
    table.view.supplementarySource = headers
    table.view.reloadData()
    for _ in 0..<50 {
      _ = table.frame()
      table.view.scroll(by: 1)
    }
    #expect(!headers.cells.isEmpty)
    #expect(headers.cells.count <= 5)
  }

  @Test func `end with their source`() {
    let table = table(lines: 3)
    _ = table.frame()
    table.view.supplementarySource = nil
    table.view.reloadData()
    #expect(table.lines == ["a", "b", "c"])
  }
}

/// Headers with the default cell.
@MainActor private final class DefaultHeaders: TableViewSupplementarySource {
  func tableView(
    _ tableView: TableView, supplementsOfSection section: Int
  ) -> SectionSupplements { .header }
}

/// A source of headers with the default cell that records these cells.
@MainActor private final class RecordedHeaders: TableViewSupplementarySource {
  private let headers = DefaultHeaders()
  /// The cells, each once.
  private(set) var cells: [any ReusableCell] = []

  func tableView(
    _ tableView: TableView, supplementsOfSection section: Int
  ) -> SectionSupplements { .header }

  func tableView(
    _ tableView: TableView, cellForHeaderInSection section: Int
  ) -> any ReusableCell {
    let cell = headers.tableView(tableView, cellForHeaderInSection: section)
    if !cells.contains(where: { $0 === cell }) { cells.append(cell) }
    return cell
  }
}
