import TableUI
import Terminal

/// A source of rows of one line, created on demand, that counts the calls to it.
@MainActor final class CountedRows: TableViewDataSource {
  let view = TableView()
  private let count: Int
  /// The number of calls since the start.
  private(set) var calls = 0

  init(count: Int) {
    self.count = count
    view.register(TextCell.self)
    view.dataSource = self
    view.reloadData()
  }

  /// The number of calls that pressing a key and drawing the next frame cause, on a screen of ten
  /// lines.
  func calls(for key: (TableView) -> Void) -> Int {
    let before = calls
    key(view)
    var canvas = Canvas(size: Size(lines: 10, columns: 20))
    view.layout(for: canvas.size)
    view.draw(in: &canvas)
    return calls - before
  }

  func numberOfSections(in tableView: TableView) -> Int {
    calls += 1
    return count
  }

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
    calls += 1
    return 1
  }

  func tableView(
    _ tableView: TableView, cellForRowAt indexPath: TableView.IndexPath
  ) -> any ReusableCell {
    calls += 1
    let cell: TextCell = tableView.dequeueCell(for: indexPath)
    cell.text = "\(indexPath.section)"
    return cell
  }

  func tableView(_ tableView: TableView, identifierForSection section: Int) -> AnyHashable {
    calls += 1
    return section
  }

  func tableView(_ tableView: TableView, sectionWithIdentifier identifier: AnyHashable) -> Int? {
    calls += 1
    return identifier.base as? Int
  }

  func tableView(_ tableView: TableView, canSelectSection section: Int) -> Bool {
    calls += 1
    return true
  }
}

extension CountedRows: TableViewSupplementarySource {
  func showSupplements() {
    view.supplementarySource = self
    view.reloadData()
  }

  func tableView(
    _ tableView: TableView, supplementsOfSection section: Int
  ) -> SectionSupplements {
    calls += 1
    return [.header, .footer, .separator]
  }

  func tableView(
    _ tableView: TableView, cellForHeaderInSection section: Int
  ) -> any ReusableCell { cell(section) }

  func tableView(
    _ tableView: TableView, cellForFooterInSection section: Int
  ) -> any ReusableCell { cell(section) }

  private func cell(_ section: Int) -> TextCell {
    calls += 1
    let cell: TextCell = view.dequeueCell(for: TableView.IndexPath(row: 0, section: section))
    cell.text = "around \(section)"
    return cell
  }
}
