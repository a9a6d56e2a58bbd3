import Bytes
import Feeds
import Records
import Terminal

/// Items of a list of records as lines of the plain form.
final class RecordItemLines {
  private let form: PlainForm
  private let head: () -> RecordHead
  /// How a record is written, known from the first one on.
  private var line: RecordLine?
  /// Rows on a terminal.
  private var rows = AlignedRows()

  /// - Parameter head: what is known of the columns; asked once the first item has come.
  init(_ form: PlainForm, head: @escaping () -> RecordHead) {
    (self.form, self.head) = (form, head)
  }

  /// An item's line with its end; before the first one of rows and columns their names.
  func bytes(of item: RecordContent) -> [UInt8] {
    var bytes: [UInt8] = []
    switch item {
    case .record(let record):
      let line = self.line ?? begin(&bytes)
      if form.toTerminal, !line.isJSON {
        rows.append(
          line.values(of: record).map { $0.map { String(decoding: $0, as: UTF8.self) } ?? "" })
        rows.take(to: &bytes)
        return bytes
      }
      line.append(record, to: &bytes)
    case .text(let text) where form.options.writesJSON || form.options.columns != nil:
      (self.line ?? begin(&bytes)).append(text: text, to: &bytes)
    case .text(let text): bytes += text + [UInt8(ascii: "\n")]
    }
    return form.toTerminal ? safe(bytes) : bytes
  }

  /// Lines as a terminal may get them.
  private func safe(_ lines: [UInt8]) -> [UInt8] {
    lines.dropLast().split(separator: .lineFeed, omittingEmptySubsequences: false)
      .flatMap {
        Array(SafeText(String(decoding: $0, as: UTF8.self)).description.utf8) + [UInt8(ascii: "\n")]
      }
  }

  /// Begins with the names of the columns, where there are some: objects have their own.
  private func begin(_ bytes: inout [UInt8]) -> RecordLine {
    let head = head()
    let columns = form.options.columns?.map { RecordColumn($0, of: head.names) }
    let isJSON = form.options.writesJSON || columns == nil && head.reading.isJSON
    let line = RecordLine(reading: head.reading, columns: columns, isJSON: isJSON)
    self.line = line
    let names = head.headings(of: columns)
    guard !isJSON, !names.isEmpty else { return line }
    if form.toTerminal {
      rows.append(names)
      rows.take(to: &bytes)
    } else {
      RecordLine.append(names.map { Array($0.utf8)[...] }, to: &bytes)
    }
    return line
  }
}
