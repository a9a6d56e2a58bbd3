import Records

/// How records are told apart in the files of a source, and which of their borders are known by now.
final class RecordBorders: Sendable {
  let reader: CSVReader
  let known = EditionBorders()

  /// A page must hold the longest field twice, and pages are small.
  static let maximumQuotedSize = 64 << 10

  init(_ dialect: CSVDialect) {
    reader = CSVReader(
      CSVDialect(
        delimiter: dialect.delimiter, hasHeader: dialect.hasHeader,
        maximumQuotedSize: min(dialect.maximumQuotedSize, Self.maximumQuotedSize)))
  }

  var maximumQuotedSize: Int { reader.dialect.maximumQuotedSize }

  /// How far before a place a border is looked for, and each time further.
  ///
  /// Most are some lines away; a text without quotes proves one by as many bytes as a field can have.
  var lookBacks: [Int] { [4 << 10, furthest] }

  /// The bytes in which a border is proved, or likely none is.
  var furthest: Int { LineReader.leastChunk + maximumQuotedSize }

  /// The last border that is known at an offset or before it.
  func last(upTo offset: Int, edition: Int) -> RecordBorder? {
    known.last(upTo: offset, edition: edition)
  }

  func note(_ border: RecordBorder, edition: Int) { known.note(border, edition: edition) }
}
