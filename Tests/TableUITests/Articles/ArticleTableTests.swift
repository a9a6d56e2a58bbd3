import TableUI
import Terminal
import Testing

/// The table that the article "From UITableView to TableView" builds without pages, with its tests.
@MainActor @Suite struct `A table by hand` {
  private let chapters = [
    Chapter(title: "Departure", summary: "A ferry is missed."),
    Chapter(title: "The island", summary: "Nobody there has heard of the mainland, or of it."),
  ]

  @Test func `shows its chapters, the first one selected`() {
    let screen = MemoryScreen(size: Size(lines: 8, columns: 30))
    let session = Session(screen: screen, root: ContentsController(chapters))
    #expect(
      screen.picture == """
        ▌ Departure
        ▌ A ferry is missed.

          The island
          Nobody there has heard of
          the mainland, or of it.

         Contents     F1 help  q quit
        """)
    screen.type("q")
    #expect(session.end == .quit)
  }

  @Test func `opens what is selected`() {
    let screen = MemoryScreen(size: Size(lines: 9, columns: 30))
    let contents = ContentsController(chapters)
    var opened: [String] = []
    contents.onOpen = { opened.append($0.title) }
    let session = Session(screen: screen, root: contents)
    screen.type("j", .enter)
    #expect(opened == ["The island"])
    #expect(session.end == nil)
  }
}

@MainActor final class ContentsController: ViewController {
  var onNeedsDisplay: (() -> Void)?
  var onOpen: ((Chapter) -> Void)?
  private let tableView = TableView()
  private let chapters: [Chapter]

  init(_ chapters: [Chapter]) {
    self.chapters = chapters
    tableView.register(ChapterCell.self)
    tableView.dataSource = self
    tableView.delegate = self
    tableView.reloadData()
  }

  var status: [Message] { [Message("Contents", .title)] }

  var commands: [Command] {
    let table = tableView
    return table.movingCommands() + [
      Command("read", keys: [.enter], hint: "read") { table.activateSelection() }
    ]
  }

  func layout(for size: Size) { tableView.layout(for: size) }

  func draw(in canvas: inout Canvas) { tableView.draw(in: &canvas) }
}

extension ContentsController: TableViewDataSource, TableViewDelegate {
  func numberOfSections(in tableView: TableView) -> Int { chapters.count }

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 1 }

  func tableView(
    _ tableView: TableView, cellForRowAt indexPath: TableView.IndexPath
  ) -> any ReusableCell {
    let cell: ChapterCell = tableView.dequeueCell(for: indexPath)
    cell.show(chapters[indexPath.section])
    return cell
  }

  // Chapters never move, so their number identifies them.
  func tableView(_ tableView: TableView, identifierForSection section: Int) -> AnyHashable {
    section
  }

  func tableView(_ tableView: TableView, sectionWithIdentifier identifier: AnyHashable) -> Int? {
    identifier.base as? Int
  }

  func tableView(_ tableView: TableView, didActivateRowAt indexPath: TableView.IndexPath) {
    onOpen?(chapters[indexPath.section])
  }
}

struct Chapter: Sendable {
  let title: String
  let summary: String
}

final class ChapterCell: TableViewCell {
  private var title = SafeText.empty
  private var summary = SafeText.empty
  var trailingBlankLines: Int { 1 }

  func show(_ chapter: Chapter) {
    title = SafeText(chapter.title)
    summary = SafeText(chapter.summary)
  }

  func height(forWidth width: Int) -> Int { 1 + summary.wrapped(to: width).count + 1 }

  func draw(in canvas: inout Canvas) {
    canvas.draw(title, style: Style(.bold))
    for (index, line) in summary.wrapped(to: canvas.size.columns).enumerated() {
      canvas.draw(line, at: Point(line: 1 + index, column: 0))
    }
  }
}
