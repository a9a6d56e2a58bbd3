public import Records

/// The columns of an answer of comma-separated values, which the answers after it have, too.
public struct AnswerRows: Sendable {
  /// Reads a row.
  public let reader: CSVReader
  /// The names of the columns.
  public let header: CSVHeader
  /// The names as texts; those of the first row's numbers where there is no header.
  public let names: [String]
  /// The row that has the names; empty where there is none.
  let headerRow: [UInt8]

  /// Looks at the first row of an answer.
  init(_ dialect: CSVDialect, firstRow: ArraySlice<UInt8>) {
    reader = CSVReader(dialect)
    let record = reader.record(firstRow)
    if dialect.hasHeader, let header = CSVHeader(record) {
      (self.header, names) = (header, record.map(\.value.text))
      headerRow = Array(firstRow)
    } else {
      (header, names, headerRow) = (.numbered, record.map(\.name), [])
    }
  }
}
