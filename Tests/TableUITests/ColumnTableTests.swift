import TableUI
import Terminal
import Testing

/// The columns that the cells of a table share.
@MainActor private final class SharedColumns {
  var layout: ColumnLayout
  init(_ names: [SafeText]) { layout = ColumnLayout(names: names) }
}

/// A row of values; without values, it shows the names.
@MainActor private final class RecordCell: ReusableCell {
  private let columns: SharedColumns
  var values: [SafeText]?
  init(_ columns: SharedColumns) { self.columns = columns }

  func draw(in canvas: inout Canvas) {
    guard let values else { return columns.layout.drawNames(in: &canvas) }
    columns.layout.draw(in: &canvas) { StyledText(values[$0]) }
  }
}

/// A table of records, with its header and its key commands.
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

@Suite struct `The mouse on a header of columns` {
  /// Columns of the widths 2, 4 and 3, which begin at 0, 4 and 10.
  private let layout: ColumnLayout = {
    var layout = ColumnLayout(names: ["id", "name", "age"])
    layout.layout(forWidth: 30)
    return layout
  }()

  private func event(_ kind: MouseEvent.Kind, _ column: Int) -> MouseEvent {
    MouseEvent(kind: kind, column: column, line: 0)
  }

  @Test(arguments: [
    (0, ColumnHeaderMouse.Action.click(column: 0)), (1, .click(column: 0)), (2, .hold(column: 0)),
    (3, .hold(column: 0)), (4, .click(column: 1)), (7, .click(column: 1)), (8, .hold(column: 1)),
    (12, .click(column: 2)), (13, .hold(column: 2)), (14, .hold(column: 2)), (15, nil), (-1, nil),
  ])
  func `is on a name, on an edge, or on nothing`(x: Int, action: ColumnHeaderMouse.Action?) {
    var mouse = ColumnHeaderMouse()
    #expect(mouse.action(for: event(.press(.left), x), isInHeader: true, layout) == action)
    #expect(mouse.action(for: event(.press(.left), x), isInHeader: false, layout) == nil)
    #expect(mouse.action(for: event(.press(.right), x), isInHeader: true, layout) == nil)
  }

  @Test func `moves an edge as far as the pointer goes, wherever that is, until it is let go`() {
    var mouse = ColumnHeaderMouse()
    let press = event(.press(.left), 9)
    #expect(mouse.action(for: press, isInHeader: true, layout) == .hold(column: 1))
    for (x, width) in [(10, 5), (25, 20), (9, 4), (6, 1), (0, 1), (-9, 1)] {
      let action = mouse.action(for: event(.move, x), isInHeader: x == 10, layout)
      #expect(action == .resize(column: 1, width: width), "\(x)")
    }
    #expect(mouse.action(for: event(.release(.left), 9), isInHeader: true, layout) == nil)
    #expect(mouse.action(for: event(.move, 12), isInHeader: true, layout) == nil)
  }

  @Test func `forgets an edge whose release it was not told of`() {
    var mouse = ColumnHeaderMouse()
    _ = mouse.action(for: event(.press(.left), 9), isInHeader: true, layout)
    _ = mouse.action(for: event(.press(.left), 9), isInHeader: false, layout)
    #expect(mouse.action(for: event(.move, 12), isInHeader: true, layout) == nil)
    _ = mouse.action(for: event(.press(.left), 9), isInHeader: true, layout)
    _ = mouse.action(for: event(.press(.left), 5), isInHeader: true, layout)
    #expect(mouse.action(for: event(.move, 12), isInHeader: true, layout) == nil)
  }
}
