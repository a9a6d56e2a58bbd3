import Answers
import Records
import TableUI

/// Copying an item of the list: the one that was chosen last, or else the first in sight.
extension CommandController {
  var copying: [Command] {
    let hasRecords = { [weak self] in self?.appearance.columns != nil }
    return [
      Command("copy the row", in: .feed, keys: ["y"], isEnabled: hasRecords) { [weak self] in
        self?.copy { $0.row(of: $1) }
      },
      Command("copy the record as JSON", in: .feed, keys: ["Y"], isEnabled: hasRecords) {
        [weak self] in
        self?.copy { $0.record(of: $1) }
      },
    ]
  }

  private func copy(_ text: (CommandController, AnswerItem) -> (bytes: [UInt8], name: String)) {
    guard let viewer, let item = itemDetail.current else { return }
    // Which one it was is seen then.
    itemDetail.chosen = item.id
    let (bytes, name) = text(self, item)
    list.show(viewer.copy(bytes, as: name))
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
