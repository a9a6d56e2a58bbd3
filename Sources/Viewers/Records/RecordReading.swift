import FileSources
import Records

/// How the lines of a text are read as records.
nonisolated enum RecordReading {
  /// Objects of JSON.
  case json
  /// Values with delimiters, and their names.
  case csv(CSVReader, CSVHeader)

  static let jsonReader = JSONReader()

  var isJSON: Bool { if case .json = self { true } else { false } }

  /// What the items of such a text are.
  var items: TextItems {
    switch self {
    case .json: .records
    case .csv(let reader, _): .values(reader.dialect)
    }
  }

  /// The record of a line; nil of any other line, of a piece of a long one, and of one whose quotes do not
  /// end with it.
  func record(of line: TextLine) -> Record? {
    guard !line.isContinuation, !line.isContinued, !line.bytes.isEmpty, endsRecord(line) else {
      return nil
    }
    return record(of: line.bytes)
  }

  /// The record that some bytes are, without a line end; nil where they are none.
  func record(of bytes: ArraySlice<UInt8>) -> Record? {
    switch self {
    case .json: try? Self.jsonReader.record(bytes)
    case .csv(let reader, let header): reader.record(bytes, header: header)
    }
  }

  /// Whether a record of CSV ends where the line does, and not in quotes or at a carriage return.
  private func endsRecord(_ line: TextLine) -> Bool {
    guard case .csv(let reader, _) = self, line.raw.contains(UInt8(ascii: "\"")) else {
      return true
    }
    // The last line may go on, and its quotes may be closed then.
    let raw = line.end == .none ? line.raw + [UInt8(ascii: "\n")] : line.raw
    return raw.withUnsafeBytes { reader.record(at: 0, in: $0, isComplete: false)?.end == $0.count }
  }
}
