import Bytes
import FileSources
package import Records

/// How a text is read as records.
nonisolated package enum RecordReading {
  /// An object of JSON in each line.
  case json
  /// Elements of an array of JSON.
  case elements
  /// Values with delimiters, and their names.
  case csv(CSVReader, CSVHeader)

  static let jsonReader = JSONReader()

  static let elementReader = ElementReader()

  /// Whether records are objects of JSON.
  var isJSON: Bool { if case .csv = self { false } else { true } }

  /// What the items of such a text are.
  var items: TextItems {
    switch self {
    case .json: .records
    case .elements: .elements
    case .csv(let reader, _): .values(reader.dialect)
    }
  }

  /// The record of a line; nil of any other line, of a piece of a long one, and of one whose quotes do not
  /// end with it.
  func record(of line: TextLine) -> Record? {
    // What parts an element from the next is not in its bytes.
    let isPiece = line.isContinuation || line.isContinued
    return isPiece || line.bytes.isEmpty || !endsRecord(line.raw) ? nil : record(of: line.bytes)
  }

  /// The same of all bytes of a line or an item of several, with the line end.
  func record(ofItem raw: ArraySlice<UInt8>) -> Record? {
    let bytes = raw.withoutLineEnd
    return bytes.isEmpty || !endsRecord(raw) ? nil : record(of: bytes)
  }

  /// The record that some bytes are, without a line end; nil where they are none.
  func record(of bytes: ArraySlice<UInt8>) -> Record? {
    switch self {
    case .json, .elements: try? Self.jsonReader.record(bytes)
    case .csv(let reader, let header): reader.record(bytes, header: header)
    }
  }

  /// Whether a record of CSV ends where the line does, and not in quotes or at a carriage return.
  private func endsRecord(_ raw: ArraySlice<UInt8>) -> Bool {
    guard case .csv(let reader, _) = self, raw.contains(.quote) else { return true }
    // The last line may go on, and its quotes may be closed then.
    let raw = raw.last == .lineFeed ? raw : raw + [.lineFeed]
    return raw.withUnsafeBytes { reader.record(at: 0, in: $0, isComplete: false)?.end == $0.count }
  }
}
