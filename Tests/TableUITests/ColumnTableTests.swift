import TableUI
import Terminal
import Testing

/// The columns that the cells of a table share.
@MainActor private final class SharedColumns {
  var layout: ColumnLayout
  init(_ names: [SafeText]) { layout = ColumnLayout(names: names) }
}

/// A row of values, or the names where it has none.
@MainActor private final class RecordCell: ReusableCell {
  private let columns: SharedColumns
  var values: [SafeText]?
  init(_ columns: SharedColumns) { self.columns = columns }

  func draw(in canvas: inout Canvas) {
    guard let values else { return columns.layout.drawNames(in: &canvas) }
    columns.layout.draw(in: &canvas) { StyledText(values[$0]) }
  }
}

/// A table of records, with its header and its keys.
@MainActor private final class RecordsController: ViewController, TableViewDataSource {
  var onNeedsDisplay: (() -> Void)?
  let tableView = TableView()
  private let columns: SharedColumns
  private let rows: [[SafeText]]

  init(_ names: [SafeText], _ rows: [[SafeText]]) {
    (columns, self.rows) = (SharedColumns(names), rows)
    tableView.headerCell = RecordCell(columns)
    tableView.register(RecordCell.self) { [columns] in RecordCell(columns) }
    tableView.dataSource = self
    tableView.reloadData()
  }

  var status: [Message] { [] }

  var commands: [Command] {
    Command.movingByColumn { [columns] in columns.layout.scroll(by: $0) }
      + tableView.movingCommands()
  }

  func layout(for size: Size) {
    tableView.layout(for: size)
    let shown = tableView.indexPathsForVisibleRows.map { rows[$0.section] }
    columns.layout.fit(shown, in: tableView.contentWidth)
  }

  func draw(in canvas: inout Canvas) { tableView.draw(in: &canvas) }

  func numberOfSections(in tableView: TableView) -> Int { rows.count }
  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 1 }
  func tableView(
    _ tableView: TableView, cellForRowAt indexPath: TableView.IndexPath
  ) -> any ReusableCell {
    let cell: RecordCell = tableView.dequeueCell(for: indexPath)
    cell.values = rows[indexPath.section]
    return cell
  }
  func tableView(_ tableView: TableView, identifierForSection section: Int) -> AnyHashable {
    section
  }
  func tableView(_ tableView: TableView, sectionWithIdentifier identifier: AnyHashable) -> Int? {
    identifier.base as? Int
  }
}

@MainActor @Suite struct `A table of columns` {
  private let screen = MemoryScreen(size: Size(lines: 6, columns: 26))
  private let session: Session

  init() {
    let rows: [[SafeText]] = [
      ["1", "letters.txt", "12.5", "ann"], ["2", "a", "100", "bob"], ["3", "b", "0.25", "cy"],
    ]
    let records = RecordsController(["id", "name", "size", "owner"], rows)
    session = Session(screen: screen, root: records)
  }

  private var picture: String {
    screen.picture.split(separator: "\n", omittingEmptySubsequences: false).prefix(4)
      .joined(separator: "\n")
  }

  @Test func `has the names above the values, and both go by column`() {
    #expect(
      picture == """
          id  name           size
        ▌  1  letters.txt   12.5
           2  a            100
           3  b              0.25
        """)
    screen.type("l")
    #expect(
      picture == """
          id    size  owner
        ▌  1   12.5   ann
           2  100     bob
           3    0.25  cy
        """)
    screen.type("h", "$", "0", "5", "l", "j")
    #expect(
      picture == """
          id    size  owner
           1   12.5   ann
        ▌  2  100     bob
           3    0.25  cy
        """)
  }
}
