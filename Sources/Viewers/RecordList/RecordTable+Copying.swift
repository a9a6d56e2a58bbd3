import Records
import TableUI

/// Copying an item of the list: the one that was chosen last, or else the first in sight.
extension RecordTable {
  var copying: [Command] {
    let isEnabled = { [weak self] in self?.appearance.columns != nil }
    return [
      Command("copy the row", in: .feed, keys: ["y"], isEnabled: isEnabled) { [weak self] in
        self?.copy { $0.row(of: $1) }
      },
      Command("copy the record as JSON", in: .feed, keys: ["Y"], isEnabled: isEnabled) {
        [weak self] in
        self?.copy { $0.json(of: $1) }
      },
    ]
  }

  private func copy(_ text: (RecordTable, Item) -> (bytes: [UInt8], name: String)) {
    guard let viewer = itemDetail.viewer, let item = itemDetail.current else { return }
    // Which one it was is seen then.
    itemDetail.chosen = item.id
    let (bytes, name) = text(self, item)
    itemDetail.list.show(viewer.copy(bytes, as: name))
  }

  /// The values of the columns that are shown, with tabs between; an item without them as it is written.
  private func row(of item: Item) -> (bytes: [UInt8], name: String) {
    guard let columns = appearance.shownColumns, let record = record(item) else {
      return written(item)
    }
    let shown = columns.arranged.order.shown.map { columns.columns[$0] }
    var row: [UInt8] = []
    RecordLine(reading: columns.reading, columns: shown, isJSON: false).append(record, to: &row)
    return (Array(row.dropLast()), "the row")
  }

  private func json(of item: Item) -> (bytes: [UInt8], name: String) {
    record(item).map { ($0.jsonLine(), "the record") } ?? written(item)
  }
}
