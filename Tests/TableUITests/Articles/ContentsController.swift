import TableUI
import Terminal

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

  // Chapters never move, so their number is what they are.
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
