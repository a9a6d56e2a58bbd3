import ByteStores
import FileSources
import Records

/// How the lines of a text are read as records.
nonisolated enum RecordReading {
  /// Objects of JSON.
  case json
  /// Values with delimiters, and their names.
  case csv(CSVReader, CSVHeader)

  private static let jsonReader = JSONReader()

  var isJSON: Bool { if case .json = self { true } else { false } }

  /// A source whose items are the records of a file.
  func source(of file: FileStore) -> TextFileSource {
    switch self {
    case .json: TextFileSource(records: file)
    case .csv(let reader, _): TextFileSource(records: file, as: reader.dialect)
    }
  }

  /// The record of a line; nil of any other line, of a piece of a long one, and of one whose quotes do not
  /// end with it.
  func record(of line: TextLine) -> Record? {
    guard !line.isContinuation, !line.isContinued, !line.bytes.isEmpty else { return nil }
    switch self {
    case .json: return try? Self.jsonReader.record(line.bytes)
    case .csv(let reader, let header):
      guard Self.endsWithLine(line.bytes, reader) else { return nil }
      return reader.record(line.bytes, header: header)
    }
  }

  private static func endsWithLine(_ bytes: ArraySlice<UInt8>, _ reader: CSVReader) -> Bool {
    guard bytes.contains(UInt8(ascii: "\"")) else { return true }
    let line = Array(bytes) + [UInt8(ascii: "\n")]
    return line.withUnsafeBytes { reader.record(at: 0, in: $0, isComplete: false)?.end == $0.count }
  }
}
