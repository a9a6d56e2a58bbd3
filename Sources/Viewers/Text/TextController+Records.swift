import FileSources
import TableUI
import Terminal

/// Lines that are records, in columns.
extension TextController {
  /// Shows columns from now on.
  func show(_ head: RecordHead) {
    appearance.columns = RecordColumns(head)
    list.itemNames = (one: "record", many: "records")
    showColumns()
  }

  private func showColumns() {
    let columns = appearance.shownColumns
    list.tableView.headerCell = columns.map { RecordHeaderCell($0, appearance) }
    list.tableView.scrollsSideways = columns == nil
    list.tableView.columnOffset = 0
  }

  /// Lays the columns out for the records in sight, before they are drawn.
  func layOutColumns(_ size: Size) {
    guard let columns = appearance.shownColumns else { return }
    let cells = list.tableView.visibleCells.compactMap { $0 as? RecordCell }
    columns.layOut(cells, width: size.columns - appearance.gutter)
  }

  var movingByColumn: [Command] {
    Command.movingByColumn(isEnabled: { [weak self] in self?.appearance.shownColumns != nil }) {
      [weak self] in
      self?.appearance.shownColumns?.scroll(by: $0)
    }
  }

  var choosingForm: [Command] {
    guard appearance.columns != nil else { return [] }
    let words = appearance.wantsColumns ? "show the text of the records" : "show columns"
    return [Command(words, in: .view, keys: ["t"]) { [weak self] in self?.toggleColumns() }]
  }

  private func toggleColumns() {
    appearance.wantsColumns.toggle()
    showColumns()
    changeView(appearance.wantsColumns ? "records in columns" : "records as they are written")
  }

  /// Which of the columns is the first in sight, where others are left of it.
  func columnInSight(of columns: RecordColumns) -> String? {
    columns.firstInSight.map { "column \(list.grouped($0)) of \(list.grouped(columns.count))" }
  }
}
