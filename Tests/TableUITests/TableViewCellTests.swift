import TableUI
import Terminal
import Testing

@MainActor @Suite struct `The cells of a table` {
  @Test func `are identified by their type's name`() {
    #expect(TextCell.cellIdentifier == "TableUITests.TextCell")
    #expect(RuleCell.cellIdentifier != TextCell.cellIdentifier)
  }

  @Test func `of two types stand among each other`() {
    let table = SampleTable(
      [SampleSection("a", rows: ["a", SampleSection.rule]), SampleSection("b")], lines: 4,
      columns: 8)
    #expect(
      table.picture == """
        ▌ a
        ▌ ------
          b

        """)
    #expect(table.view.visibleCells.map { $0 is RuleCell } == [false, true, false])
  }

  @Test func `of a type that was never registered end the program`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await MainActor.run {
        let cell: UnknownCell = TableView().dequeueCell(
          for: TableView.IndexPath(row: 0, section: 0))
        cell.prepareForReuse()
      }
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("UnknownCell was never registered"))
  }

  @Test func `of a type without an empty initializer are made by a closure, few of them`() {
    let table = SampleTable(count: 9, lines: 3)
    var made = 0
    table.view.register(TextCell.self) {
      made += 1
      return TextCell()
    }
    _ = table.frame()
    #expect(made == table.view.cellsMade(of: TextCell.self) && made > 0)
    for _ in 0..<9 { table.view.scroll(by: 1) }
    #expect(made <= 4)
  }

  @Test func `P63: are one line high at the least`() {
    let table = SampleTable(
      texts: [SampleSection.rule, "a", SampleSection.rule, "b"], lines: 4, columns: 4)
    #expect(table.lines == ["--", "a", "--", "b"])
  }

  @Test(arguments: [0, 1, 2, 7, 40])
  func `are as many as the screen has lines and one, whatever is scrolled`(lines: Int) {
    let sections = (0..<60).map { number in
      SampleSection("\(number)", rows: ["\(number)"] + Array(repeating: "---", count: number % 3))
    }
    let table = SampleTable(sections, lines: lines)
    for step in [1, 1, 3, 50, -1, -7, 1_000, -2, -1_000, 5, 20, -13] {
      _ = table.frame()
      table.view.scroll(by: step)
      #expect(table.view.visibleCells.count <= lines + 1)
    }
    for _ in 0..<20 {
      table.view.page(by: 1)
      table.view.page(by: -0.5)
      table.view.selectNext()
      _ = table.frame()
    }
    table.view.scrollToEnd()
    table.view.scrollToStart()
    table.view.reloadData()
    _ = table.frame()
    #expect(table.view.cellsMade(of: TextCell.self) <= lines + 1)
    #expect(table.view.cellsMade(of: RuleCell.self) <= lines + 1)
  }

  @Test func `are few even if two types share a subclass`() {
    let rows = RowsOfTwoTypes()
    for _ in 0..<50 {
      rows.view.layout(for: Size(lines: 4, columns: 10))
      rows.view.scroll(by: 1)
    }
    #expect(rows.view.cellsMade(of: PlainCell.self) <= 5)
    #expect(rows.view.cellsMade(of: SpecialCell.self) <= 5)
  }

  @Test(arguments: [0, 1, 2, 3])
  func `have what the bar leaves of the columns`(columns: Int) {
    let table = SampleTable(
      [SampleSection("abc"), SampleSection("", rows: [SampleSection.rule])], lines: 3,
      columns: columns)
    let bars = ["", "▌", "▌", "▌ a"][columns] + "\n"
    let rule = columns == 3 ? "  -\n" : "\n"
    #expect(table.picture.hasPrefix(bars))
    #expect(columns == 3 || table.picture == bars + rule)
  }

  @Test func `are used again, and prepared for it`() {
    let table = SampleTable(count: 100, lines: 3)
    _ = table.frame()
    let first = table.view.visibleCells[0] as? TextCell
    table.view.scroll(by: 1)
    #expect(table.view.visibleCells.contains { $0 === first })
    #expect(first?.text == "3")
    let made = table.view.cellsMade(of: TextCell.self)
    for _ in 0..<90 { table.view.scroll(by: 1) }
    #expect(table.view.cellsMade(of: TextCell.self) == made)
  }

  @Test func `are displayed once for each time they come into sight`() {
    let table = SampleTable(count: 9, lines: 3)
    _ = table.frame()
    _ = table.frame()
    #expect(table.displayed == ["0", "1", "2"])
    table.view.scroll(by: 1)
    _ = table.frame()
    #expect(table.displayed == ["0", "1", "2", "3"])
    table.view.scroll(by: -1)
    _ = table.frame()
    #expect(table.displayed == ["0", "1", "2", "3", "0"])
  }

  @Test func `that pass between two frames are not displayed`() {
    let table = SampleTable(count: 90, lines: 3)
    _ = table.frame()
    table.view.scroll(by: 30)
    table.view.scroll(by: -30)
    table.view.scroll(by: 10)
    _ = table.frame()
    #expect(table.displayed == ["0", "1", "2", "10", "11", "12"])
  }

  @Test func `T5: stay displayed while what is out of sight changes`() {
    let table = SampleTable(count: 9, lines: 3)
    _ = table.frame()
    table.changeOutOfSight { $0.append(SampleSection("9")) }
    _ = table.frame()
    #expect(table.displayed == ["0", "1", "2"])
  }

  @Test func `may change the data while they are displayed`() {
    let table = SampleTable(count: 9, lines: 5)
    table.onDisplay = { [weak table] _ in table?.change { $0.removeLast($0.count > 2 ? 7 : 0) } }
    #expect(table.lines == ["0", "1", "", "", ""])
    #expect(table.lines == ["0", "1", "", "", ""])
  }

  @Test func `are opened with the place of the first row of their section`() {
    let table = SampleTable(
      [SampleSection("a"), SampleSection("b", rows: ["b", "more of b"])], lines: 3)
    _ = table.frame()
    table.view.activateSelection()
    table.view.selectNext()
    table.view.activateSelection()
    #expect(
      table.opened == [
        TableView.IndexPath(row: 0, section: 0), TableView.IndexPath(row: 0, section: 1),
      ])
  }
}

@MainActor private class PlainCell: TableViewCell {
  required init() {}
  func draw(in canvas: inout Canvas) {}
}

@MainActor private final class SpecialCell: PlainCell {}

/// Rows whose cells are all of one class, but are requested alternately as that class and as its
/// superclass.
@MainActor private final class RowsOfTwoTypes: TableViewDataSource {
  let view = TableView()

  init() {
    view.register(PlainCell.self) { SpecialCell() }
    view.register(SpecialCell.self)
    view.dataSource = self
    view.reloadData()
  }

  func numberOfSections(in tableView: TableView) -> Int { 90 }

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 1 }

  func tableView(
    _ tableView: TableView, cellForRowAt indexPath: TableView.IndexPath
  ) -> any ReusableCell {
    if indexPath.section.isMultiple(of: 2) {
      let cell: PlainCell = tableView.dequeueCell(for: indexPath)
      return cell
    }
    let cell: SpecialCell = tableView.dequeueCell(for: indexPath)
    return cell
  }

  func tableView(_ tableView: TableView, identifierForSection section: Int) -> AnyHashable {
    section
  }

  func tableView(_ tableView: TableView, sectionWithIdentifier identifier: AnyHashable) -> Int? {
    identifier.base as? Int
  }
}
