import Bytes
public import Records

/// Answers of rows and lines.
extension AnswerReader {
  /// Rows, of which the first may have the names.
  func rows(_ text: ArraySlice<UInt8>, _ dialect: CSVDialect) throws(AnswerError) -> AnswerContent {
    let reader = CSVReader(dialect)
    let head = text.withUnsafeBytes { reader.head(at: 0, in: $0, isComplete: true) }
    return try rows(text, AnswerRows(reader, head, of: text))
  }

  /// Rows of known columns; the row of their names is left out where it comes first.
  func rows(_ text: ArraySlice<UInt8>, _ rows: AnswerRows) throws(AnswerError) -> AnswerContent {
    var (items, start, isFirst): ([RecordContent], Int, Bool) = ([], 0, true)
    if text.starts(with: rows.beginning) { start = rows.beginning.count }
    while items.count <= maximumCount,
      let extent = text.withUnsafeBytes({
        rows.reader.record(at: start, in: $0, isComplete: true)
      })
    {
      start = extent.end
      let row = text[extent.content.moved(by: text.startIndex)]
      guard !row.isEmpty else { continue }
      let isHeader = isFirst && !rows.headerRow.isEmpty && rows.headerRow[...] == row
      if !isHeader { items.append(.record(rows.reader.record(row, header: rows.header))) }
      isFirst = false
    }
    return AnswerContent(
      items, "\(items.count.of("row")) of comma-separated values", as: .rows(rows))
  }

  /// Lines of text.
  func lines(_ text: ArraySlice<UInt8>) throws(AnswerError) -> AnswerContent {
    let items = try textLines(text).map { RecordContent.text($0) }
    return AnswerContent(items, "\(items.count.of("line")) of text", as: .lines)
  }

  /// The lines without their ends: a line feed, also behind a carriage return.
  func textLines(_ text: ArraySlice<UInt8>) throws(AnswerError) -> [ArraySlice<UInt8>] {
    var (lines, start): ([ArraySlice<UInt8>], Int) = ([], text.startIndex)
    while start < text.endIndex {
      guard lines.count < maximumCount else { throw .tooManyItems(maximum: maximumCount) }
      let end = text[start...].firstIndex(of: .lineFeed) ?? text.endIndex
      let line = text[start..<end]
      lines.append(line.last == .carriageReturn ? line.dropLast() : line)
      start = end + 1
    }
    return lines
  }
}

/// The columns of an answer of comma-separated values, which the answers after it have, too.
public struct AnswerRows: Sendable {
  /// Reads a row.
  public let reader: CSVReader
  /// The names of the columns.
  public let header: CSVHeader
  /// The names as texts; without a header they are numbers, as many as the first row has fields.
  public let names: [String]
  /// The row that has the names; empty where there is none.
  let headerRow: [UInt8]
  /// What comes before it, which may be in each answer, too.
  let beginning: [UInt8]

  /// Takes what is known of an answer's beginning; nil of one without rows.
  init(_ reader: CSVReader, _ head: CSVHead?, of text: ArraySlice<UInt8>) {
    self.reader = reader
    (header, names) = (head?.header ?? .numbered, head?.names ?? [])
    let row = head?.row.moved(by: text.startIndex)
    (headerRow, beginning) = (
      row.map { Array(text[$0]) } ?? [], row.map { Array(text[..<$0.lowerBound]) } ?? []
    )
  }
}
