import Bytes
public import Records

/// Parsing of answers that consist of comma-separated values or of lines.
extension AnswerReader {
  /// Parses rows; the first row may be a header.
  func rows(_ text: ArraySlice<UInt8>, _ dialect: CSVDialect) throws(AnswerError) -> AnswerContent {
    let reader = CSVReader(dialect)
    let head = text.withUnsafeBytes { reader.head(at: 0, in: $0, isComplete: true) }
    return try rows(text, AnswerRows(reader, head, of: text))
  }

  /// Parses rows of known columns; a header at the start is not an item, and may have other
  /// columns.
  func rows(_ text: ArraySlice<UInt8>, _ rows: AnswerRows) throws(AnswerError) -> AnswerContent {
    var (items, start, isFirst): ([RecordContent], Int, Bool) = ([], 0, true)
    var header = rows.header
    if text.starts(with: rows.beginning) { start = rows.beginning.count }
    while items.count <= maximumCount,
      let extent = text.withUnsafeBytes({
        rows.reader.record(at: start, in: $0, isComplete: true)
      })
    {
      start = extent.end
      let row = text[extent.content.moved(by: text.startIndex)]
      guard !row.isEmpty else { continue }
      if isFirst, let names = rows.header(in: row) {
        header = names
      } else {
        items.append(.record(rows.reader.record(row, header: header)))
      }
      isFirst = false
    }
    return AnswerContent(
      items, "\(items.count.of("row")) of comma-separated values", as: .rows(rows))
  }

  /// Parses lines of text, each of which is an item.
  func lines(_ text: ArraySlice<UInt8>) throws(AnswerError) -> AnswerContent {
    let items = try textLines(text).map { RecordContent.text($0) }
    return AnswerContent(items, "\(items.count.of("line")) of text", as: .lines)
  }

  /// The lines without their ends: LF or CR LF.
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

/// The columns of comma-separated values, shared by all pages.
public struct AnswerRows: Sendable {
  /// The parser of the rows.
  public let reader: CSVReader
  /// The header: the names of the columns.
  public let header: CSVHeader
  /// The names as strings; without a header, they are the numbers from 1, one for each field of the
  /// first row.
  public let names: [String]
  /// The bytes of the header row; empty without a header.
  let headerRow: [UInt8]
  /// The lines before the header, which each answer may repeat.
  let beginning: [UInt8]

  /// The names in the first row of an answer; nil if it is a record.
  ///
  /// A header has the same bytes as that of the first answer, or several names that include all
  /// names of the first answer or are among them.
  func header(in row: ArraySlice<UInt8>) -> CSVHeader? {
    guard !headerRow.isEmpty else { return nil }
    if headerRow[...] == row { return header }
    let record = reader.record(row)
    let (fields, known) = (Set(record.map(\.value.text)), Set(names))
    guard fields.count > 1, fields.count == record.count,
      fields.isSuperset(of: known) || fields.isSubset(of: known)
    else { return nil }
    return CSVHeader(naming: record)
  }

  /// Takes the columns from the head of the first answer; the head is nil if the answer has no
  /// rows.
  init(_ reader: CSVReader, _ head: CSVHead?, of text: ArraySlice<UInt8>) {
    self.reader = reader
    (header, names) = (head?.header ?? .numbered, head?.names ?? [])
    let row = head?.row.moved(by: text.startIndex)
    (headerRow, beginning) = (
      row.map { Array(text[$0]) } ?? [], row.map { Array(text[..<$0.lowerBound]) } ?? []
    )
  }
}
