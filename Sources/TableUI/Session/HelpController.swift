import Terminal

/// A view of the available keys under a heading for each group, created from the commands that
/// handle the keys.
final class HelpController: ViewController {
  var onNeedsDisplay: (() -> Void)?
  private let tableView = TableView(allowsSelection: false)
  private let sections: [KeyTable.Section]
  private let theme: Theme
  /// The help for the width of the last layout.
  private var help = HelpColumns([], width: 0)
  private var width: Int?

  init(sections: [KeyTable.Section], theme: Theme) {
    self.sections = sections
    self.theme = theme
    tableView.register(HelpCell.self)
    tableView.dataSource = self
  }

  var status: [Message] {
    let rest = position.map { $0 < 1 } ?? false
    return [Message("Help", .title), Message(rest ? "j: show more" : "available keys")]
  }

  /// The fraction of the help above the bottom of the screen, from 0 to 1; nil if all of it is
  /// visible.
  var position: Double? {
    guard let first = tableView.indexPathsForVisibleRows.first?.section,
      let last = tableView.indexPathsForVisibleRows.last?.section,
      first > 0 || last + 1 < help.height
    else { return nil }
    return Double(last + 1) / Double(help.height)
  }

  /// The commands of the help, created once, because the status line caches the hints for them.
  private(set) lazy var commands: [Command] = tableView.movingCommands()

  func layout(for size: Size) {
    if size.columns != width {
      width = size.columns
      help = HelpColumns(sections, width: size.columns)
      tableView.reloadData()
    }
    tableView.layout(for: size)
  }

  func draw(in canvas: inout Canvas) { tableView.draw(in: &canvas) }
}

extension HelpController: TableViewDataSource {
  func numberOfSections(in tableView: TableView) -> Int { help.height }

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 1 }

  func tableView(
    _ tableView: TableView, cellForRowAt indexPath: TableView.IndexPath
  ) -> any ReusableCell {
    let cell: HelpCell = tableView.dequeueCell(for: indexPath)
    cell.show(indexPath.section, of: help, theme)
    return cell
  }

  func tableView(_ tableView: TableView, identifierForSection section: Int) -> AnyHashable {
    section
  }

  func tableView(
    _ tableView: TableView, sectionWithIdentifier identifier: AnyHashable
  ) -> Int? {
    (identifier.base as? Int).flatMap { $0 < help.height ? $0 : nil }
  }
}

/// A line of the help, across all its columns.
final class HelpCell: TableViewCell {
  private var columns: HelpColumns?
  private var line = 0
  private var theme = Theme.standard

  func show(_ line: Int, of columns: HelpColumns, _ theme: Theme) {
    (self.line, self.columns, self.theme) = (line, columns, theme)
  }

  func draw(in canvas: inout Canvas) { columns?.draw(line, in: &canvas, theme) }
}
