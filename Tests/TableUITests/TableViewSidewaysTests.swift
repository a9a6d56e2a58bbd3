import TableUI
import Terminal
import Testing

/// A cell that draws one line of any length, and reports its length.
@MainActor private final class LongCell: TableViewCell {
  var text = SafeText.empty
  /// The columns that were visible when a cell of this class was last drawn.
  static var drawn: Range<Int> = 0..<0

  var contentWidth: Int { text.width }

  func draw(in canvas: inout Canvas) {
    Self.drawn = canvas.visibleColumns
    canvas.draw(text)
  }
}

@MainActor private final class LongRows: TableViewDataSource {
  let texts: [String]
  init(_ texts: [String]) { self.texts = texts }

  func numberOfSections(in tableView: TableView) -> Int { texts.count }
  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 1 }
  func tableView(
    _ tableView: TableView, cellForRowAt indexPath: TableView.IndexPath
  ) -> any ReusableCell {
    let cell: LongCell = tableView.dequeueCell(for: indexPath)
    cell.text = SafeText(texts[indexPath.section])
    return cell
  }
  func tableView(_ tableView: TableView, identifierForSection section: Int) -> AnyHashable {
    section
  }
  func tableView(_ tableView: TableView, sectionWithIdentifier identifier: AnyHashable) -> Int? {
    identifier.base as? Int
  }
}

@Suite(.serialized) @MainActor struct `A table that scrolls sideways` {
  private let rows = LongRows(["0123456789", "abcdefghijklmnop", "short"])
  private let view: TableView

  init() {
    view = TableView()
    view.scrollsSideways = true
    view.register(LongCell.self)
    view.dataSource = rows
    view.reloadData()
  }

  private var picture: String {
    var canvas = Canvas(size: Size(lines: 3, columns: 8))
    view.layout(for: canvas.size)
    view.draw(in: &canvas)
    return canvas.picture
  }

  @Test func `shows what lies to the right, and leaves the bar where it is`() {
    #expect(picture == "▌ 012345\n  abcdef\n  short")
    #expect(view.scroll(columns: 4) == 4)
    #expect(picture == "▌ 456789\n  efghij\n  t")
    #expect(LongCell.drawn == 4..<10)
  }

  @Test func `goes no further than the longest line in sight, nor beyond the first column`() {
    _ = picture
    #expect(view.scroll(columns: 100) == 10)
    #expect(picture == "▌\n  klmnop\n")
    #expect(view.scroll(columns: 1) == 0)
    #expect(view.scroll(columns: -Int.max) == -10)
    #expect(view.columnOffset == 0)
  }

  @Test func `stands still where that is switched off, at the first column`() {
    _ = picture
    view.scroll(columns: 4)
    view.scrollsSideways = false
    #expect(view.columnOffset == 0)
    #expect(view.scroll(columns: 4) == 0)
    let keys: [Key] = ["h", "l", .left, .right]
    let commands = view.movingCommands().filter { !$0.keys.filter(keys.contains).isEmpty }
    #expect(commands.count == 4)
    #expect(commands.allSatisfy { !$0.isEnabled() })
  }
}
