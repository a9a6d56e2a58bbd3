import Answers
import CommandSources
import Records
import Terminal

/// Items of a command as lines of the plain form.
final class CommandLines {
  private let pages: CommandSource
  private let form: PlainForm
  /// How a record is written, known from the first one on.
  private var line: RecordLine?

  init(_ pages: CommandSource, _ form: PlainForm) { (self.pages, self.form) = (pages, form) }

  /// An item's line with its end; before the first one of rows and columns their names.
  func bytes(of item: AnswerItem) -> [UInt8] {
    var bytes: [UInt8] = []
    switch item.content {
    case .record(let record): line(&bytes).append(record, to: &bytes)
    case .text(let text) where form.options.writesJSON || form.options.columns != nil:
      line(&bytes).append(text: text, to: &bytes)
    case .text(let text): bytes += text + [UInt8(ascii: "\n")]
    }
    guard form.toTerminal else { return bytes }
    return bytes.dropLast().split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .flatMap {
        Array(SafeText(String(decoding: $0, as: UTF8.self)).description.utf8) + [UInt8(ascii: "\n")]
      }
  }

  private func line(_ bytes: inout [UInt8]) -> RecordLine {
    if let line { return line }
    let head = RecordHead(of: pages)
    let columns = form.options.columns?.map { RecordColumn($0, of: head.names) }
    let isJSON = form.options.writesJSON || columns == nil && head.reading.isJSON
    let line = RecordLine(reading: head.reading, columns: columns, isJSON: isJSON)
    let names = head.headings(of: columns)
    if !isJSON, !names.isEmpty {
      for (index, name) in names.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: "\t")) }
        RecordLine.append(name.utf8, to: &bytes)
      }
      bytes.append(UInt8(ascii: "\n"))
    }
    self.line = line
    return line
  }
}

nonisolated extension RecordHead {
  /// What the first answer of a command says of its records.
  init(of pages: CommandSource) {
    if let rows = pages.rows {
      self.init(reading: .csv(rows.reader, rows.header), names: rows.names)
    } else {
      self.init(reading: .json, names: [])
    }
  }
}
