import Bytes

/// A decoder of the records of a text with a known format.
///
///     let decoder = RecordDecoder.ndjson
///     let record = decoder.record(of: line)
public struct RecordDecoder: Sendable {
  /// The format of the text.
  public let format: RecordFormat
  /// The reader of comma-separated values, and the names of their fields; nil for other formats.
  public let csv: (reader: CSVReader, header: CSVHeader)?
  /// The writer of a log; nil for other formats.
  package let writer: LogWriter?
  /// Whether the records are rows of a table, whose values have types and whose columns are known.
  package var isTable = false

  private init(_ format: RecordFormat, csv: (reader: CSVReader, header: CSVHeader)? = nil) {
    (self.format, self.csv) = (format, csv)
    if case .log(let writer) = format { self.writer = writer } else { writer = nil }
  }

  /// A decoder that reads a JSON object on each line.
  public static let ndjson = RecordDecoder(.ndjson)

  /// A decoder that reads elements of a JSON array.
  public static let jsonArray = RecordDecoder(.jsonArray)

  /// A decoder that reads consecutive JSON objects.
  public static let jsonValues = RecordDecoder(.jsonValues)

  /// A decoder that reads comma-separated values with their names.
  public static func csv(_ reader: CSVReader, _ header: CSVHeader) -> RecordDecoder {
    RecordDecoder(.csv(reader.dialect), csv: (reader, header))
  }

  /// A decoder that reads the lines of a log.
  package static func log(_ writer: LogWriter) -> RecordDecoder { RecordDecoder(.log(writer)) }

  /// A decoder that describes the rows of a table, and reads nothing.
  package static var table: RecordDecoder {
    var decoder = RecordDecoder(.ndjson)
    decoder.isTable = true
    return decoder
  }

  /// The decoder with another ``CSVDialect/maximumQuotedSize``.
  package func limitingQuotes(to size: Int) -> RecordDecoder {
    guard let csv else { return self }
    let dialect = csv.reader.dialect
    return .csv(
      CSVReader(
        CSVDialect(
          delimiter: dialect.delimiter, hasHeader: dialect.hasHeader,
          skippedLines: dialect.skippedLines, maximumQuotedSize: size)), csv.header)
  }

  /// The reader of objects.
  public static let jsonReader = JSONReader()

  /// The reader of elements.
  public static let elementReader = ElementReader()

  /// Whether values have the types of JSON: records are JSON objects, or rows of a table.
  public var isJSON: Bool { csv == nil && writer == nil }

  /// Whether each record contains the names of its fields, and may therefore have other fields than
  /// the previous record.
  public var namesFields: Bool {
    csv == nil && !isTable && writer?.fields.isEmpty ?? true
  }

  /// Whether the items are lines of a text, which have fields if they can be parsed.
  public var isOfText: Bool { writer != nil }

  /// The record in an item, which is given with its line end and may have several lines; nil if the
  /// item is not a record, or ends within quotes.
  package func record(ofItem raw: ArraySlice<UInt8>) -> Record? {
    // A condition reads each item of a file, so this does not call `lineEndLength`, which is not
    // inlined here.
    var bytes = raw
    if bytes.last == .lineFeed { bytes = bytes[..<(bytes.endIndex - 1)] }
    if bytes.endIndex < raw.endIndex, bytes.last == .carriageReturn {
      bytes = bytes[..<(bytes.endIndex - 1)]
    }
    return bytes.isEmpty || !endsRecord(raw) ? nil : record(of: bytes)
  }

  /// The record that consists of the given bytes, without a line end; nil if they are not a record.
  ///
  /// It shares the memory of the bytes, except for JSON that is not strict. Cost: one pass over the
  /// bytes; a few passes for such JSON.
  public func record(of bytes: ArraySlice<UInt8>) -> Record? {
    if let csv {
      csv.reader.record(bytes, header: csv.header)
    } else if let writer {
      writer.record(of: bytes)
    } else {
      (try? Self.jsonReader.record(bytes)) ?? Self.jsonReader.looseObject(bytes).record
    }
  }

  /// Whether bytes between line ends or elements are neither a record nor text: a blank line, or a
  /// comment.
  package func isBlank(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first else { return true }
    if isOfText { return false }
    if format.hasElements, JSONComments.isComment(bytes) { return true }
    return isJSON && first.isJSONBlank && bytes.allSatisfy(\.isJSONBlank)
  }

  /// Whether the first CSV record in a line ends where the line ends; it does not if the line ends
  /// within quotes, or if a carriage return ends the record earlier.
  ///
  /// It is true for other formats, and for a line without quotes. Cost: proportional to the number
  /// of bytes.
  public func endsRecord(_ raw: ArraySlice<UInt8>) -> Bool {
    guard let csv, csv.reader.dialect.hasQuotes, raw.contains(.quote) else { return true }
    // The last line may continue, and its quotes may then be closed.
    let raw = raw.last == .lineFeed ? raw : raw + [.lineFeed]
    return raw.withUnsafeBytes {
      csv.reader.record(at: 0, in: $0, isComplete: false)?.end == $0.count
    }
  }
}

/// Extents of records.
extension RecordDecoder {
  /// The extent of the record or line that begins at an offset; nil if more bytes are needed, or if
  /// nothing follows.
  package func extent(
    at offset: Int, in bytes: UnsafeRawBufferPointer, isComplete: Bool
  ) -> RecordExtent? {
    if let csv { return csv.reader.record(at: offset, in: bytes, isComplete: isComplete) }
    return format.hasElements
      ? Self.elementReader.element(at: offset, in: bytes, isComplete: isComplete)
      : Self.line(at: offset, in: bytes, isComplete: isComplete)
  }

  /// The rest of a line or an element that begins before the offset.
  ///
  /// - Parameter state: the state before the offset in an element; set to the state at the end of
  ///   the element.
  package func rest(
    at offset: Int, after state: inout ElementState, in bytes: UnsafeRawBufferPointer,
    isComplete: Bool
  ) -> RecordExtent? {
    guard format.hasElements else {
      return Self.line(at: offset, in: bytes, isComplete: isComplete)
    }
    return Self.elementReader.element(
      at: offset, after: &state, in: bytes, isComplete: isComplete)
  }

  /// The state after the given bytes of an element.
  package func state(after bytes: ArraySlice<UInt8>, from state: ElementState) -> ElementState {
    guard format.hasElements else { return state }
    return bytes.withUnsafeBytes { Self.elementReader.state(after: $0, from: state) }
  }

  /// The line that begins at an offset; it ends with a line feed, optionally after a carriage
  /// return.
  package static func line(
    at offset: Int, in bytes: UnsafeRawBufferPointer, isComplete: Bool
  ) -> RecordExtent? {
    guard offset < bytes.count else { return nil }
    guard let feed = bytes.firstIndex(of: .lineFeed, from: offset) else {
      guard isComplete else { return nil }
      return RecordExtent(content: offset..<bytes.count, end: bytes.count)
    }
    let isPair = feed > offset && bytes[feed - 1] == .carriageReturn
    return RecordExtent(content: offset..<(isPair ? feed - 1 : feed), end: feed + 1)
  }
}

/// The extent of a record, or of another line, in bytes.
public struct RecordExtent: Equatable, Sendable {
  /// The range of its bytes, without the line end; empty for an empty line.
  public let content: Range<Int>
  /// The start of the next record: after the line end, or the end of the text.
  public let end: Int

  /// Creates an extent.
  public init(content: Range<Int>, end: Int) {
    (self.content, self.end) = (content, end)
  }
}

/// A record in the bytes of a block, or a piece of a line that is too long.
public struct RecordPiece: Sendable {
  /// The range of its bytes in the block, without the line end.
  public let range: Range<Int>
  /// The end of the separator after it, as an offset in the block.
  public let end: Int
  /// Whether the piece begins in the middle of a line.
  public var isContinuation = false
  /// Whether the line continues in the next piece.
  public var isContinued = false

  /// Creates a record or a piece by its range in a block.
  public init(range: Range<Int>, end: Int? = nil, isContinuation: Bool = false) {
    (self.range, self.end) = (range, end ?? range.upperBound)
    self.isContinuation = isContinuation
  }

  /// Whether the piece is a complete record or line.
  public var isWhole: Bool { !isContinuation && !isContinued }
}
