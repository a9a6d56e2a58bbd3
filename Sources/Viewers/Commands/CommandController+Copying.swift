import Answers
import Feeds
import Records
import TableUI

/// Copying an item of the list: the one that was chosen last, or else the first in sight.
extension CommandController {
  var copying: [Command] {
    itemDetail.copying(
      isEnabled: { [weak self] in self?.appearance.columns != nil },
      row: { [weak self] in self?.row(of: $0) ?? ([], "the row") },
      record: { [weak self] in self?.record(of: $0) ?? ([], "the record") })
  }

  /// The values of the columns that are shown, with tabs between, or the item as it stands.
  private func row(of item: AnswerItem) -> ([UInt8], String) {
    guard let columns = appearance.shownColumns, let record = item.record else {
      return self.record(of: item)
    }
    let shown = columns.arranged.order.shown.map { columns.columns[$0] }
    var row: [UInt8] = []
    RecordLine(reading: columns.reading, columns: shown, isJSON: false).append(record, to: &row)
    return (Array(row.dropLast()), "the row")
  }

  private func record(of item: AnswerItem) -> ([UInt8], String) {
    switch item.content {
    case .record(let record): (record.jsonLine(), "the record")
    case .text(let line): (Array(line), "the line")
    }
  }
}
