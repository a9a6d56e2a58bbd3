import Feeds
import FileSources
import Records
import TableUI

/// Copying a record of the list: the one that was chosen or found last, or else the first in sight.
extension TextController {
  var copying: [Command] {
    guard appearance.columns != nil else { return [] }
    return itemDetail.copying(
      isEnabled: { true },
      row: { [weak self] in self?.row(of: $0) ?? ([], "the row") },
      record: { [weak self] in self?.record(of: $0) ?? ([], "the record") })
  }

  /// The values of the columns that are shown, with tabs between, or the line as it stands.
  private func row(of line: TextLine) -> ([UInt8], String) {
    let bytes = Array(line.bytes)
    guard let columns = appearance.shownColumns, columns.reading.record(of: line) != nil else {
      return (bytes, "the line")
    }
    let shown = columns.arranged.order.shown.map { columns.columns[$0] }
    var row: [UInt8] = []
    RecordLine(reading: columns.reading, columns: shown, isJSON: false)
      .append(RecordPiece(range: bytes.indices), of: bytes, to: &row)
    return (Array(row.dropLast()), "the row")
  }

  private func record(of line: TextLine) -> ([UInt8], String) {
    guard let record = appearance.columns?.reading.record(of: line) else {
      return (Array(line.bytes), "the line")
    }
    return (record.jsonLine(), "the record")
  }
}
