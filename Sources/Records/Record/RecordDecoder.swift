import Bytes

/// Reads the records of a text whose format is known.
///
///     let decoder = RecordDecoder.ndjson
///     let record = decoder.record(of: line)
public struct RecordDecoder: Sendable {
  /// How the text is written.
  public let format: RecordFormat
  /// What reads comma-separated values, and their names; nil of JSON.
  public let csv: (reader: CSVReader, header: CSVHeader)?

  private init(_ format: RecordFormat, csv: (reader: CSVReader, header: CSVHeader)? = nil) {
    (self.format, self.csv) = (format, csv)
  }

  /// Reads an object of JSON in each line.
  public static let ndjson = RecordDecoder(.ndjson)

  /// Reads elements of an array of JSON.
  public static let jsonArray = RecordDecoder(.jsonArray)

  /// Reads comma-separated values with their names.
  public static func csv(_ reader: CSVReader, _ header: CSVHeader) -> RecordDecoder {
    RecordDecoder(.csv(reader.dialect), csv: (reader, header))
  }

  /// Reads objects.
  public static let jsonReader = JSONReader()

  /// Finds elements.
  public static let elementReader = ElementReader()

  /// Whether records are objects of JSON.
  public var isJSON: Bool { csv == nil }

  /// The record that a line or an item of several is, with the line end; nil where its quotes do not end with it.
  func record(ofItem raw: ArraySlice<UInt8>) -> Record? {
    // A condition asks for each item of a file: `withoutLineEnd` is not inlined here.
    var bytes = raw
    if bytes.last == .lineFeed { bytes = bytes[..<(bytes.endIndex - 1)] }
    if bytes.endIndex < raw.endIndex, bytes.last == .carriageReturn {
      bytes = bytes[..<(bytes.endIndex - 1)]
    }
    return bytes.isEmpty || !endsRecord(raw) ? nil : record(of: bytes)
  }

  /// The record that some bytes are, without a line end; nil where they are none.
  public func record(of bytes: ArraySlice<UInt8>) -> Record? {
    if let csv {
      csv.reader.record(bytes, header: csv.header)
    } else {
      try? Self.jsonReader.record(bytes)
    }
  }

  /// Whether a record of CSV ends where the line does, and not in quotes or at a carriage return.
  public func endsRecord(_ raw: ArraySlice<UInt8>) -> Bool {
    guard let csv, raw.contains(.quote) else { return true }
    // The last line may go on, and its quotes may be closed then.
    let raw = raw.last == .lineFeed ? raw : raw + [.lineFeed]
    return raw.withUnsafeBytes {
      csv.reader.record(at: 0, in: $0, isComplete: false)?.end == $0.count
    }
  }
}
