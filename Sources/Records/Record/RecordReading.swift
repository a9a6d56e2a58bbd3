import Bytes

/// How a text is read as records.
public enum RecordReading: Sendable {
  /// An object of JSON in each line.
  case json
  /// Elements of an array of JSON.
  case elements
  /// Values with delimiters, and their names.
  case csv(CSVReader, CSVHeader)

  /// Reads objects.
  public static let jsonReader = JSONReader()

  /// Finds elements.
  public static let elementReader = ElementReader()

  /// Whether records are objects of JSON.
  public var isJSON: Bool { if case .csv = self { false } else { true } }

  /// The record that a line or an item of several is, with the line end; nil where its quotes do not end with it.
  public func record(ofItem raw: ArraySlice<UInt8>) -> Record? {
    let bytes = raw.withoutLineEnd
    return bytes.isEmpty || !endsRecord(raw) ? nil : record(of: bytes)
  }

  /// The record that some bytes are, without a line end; nil where they are none.
  public func record(of bytes: ArraySlice<UInt8>) -> Record? {
    switch self {
    case .json, .elements: try? Self.jsonReader.record(bytes)
    case .csv(let reader, let header): reader.record(bytes, header: header)
    }
  }

  /// Whether a record of CSV ends where the line does, and not in quotes or at a carriage return.
  public func endsRecord(_ raw: ArraySlice<UInt8>) -> Bool {
    guard case .csv(let reader, _) = self, raw.contains(.quote) else { return true }
    // The last line may go on, and its quotes may be closed then.
    let raw = raw.last == .lineFeed ? raw : raw + [.lineFeed]
    return raw.withUnsafeBytes { reader.record(at: 0, in: $0, isComplete: false)?.end == $0.count }
  }
}
