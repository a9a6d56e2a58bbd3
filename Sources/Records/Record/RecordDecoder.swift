import Bytes

/// Reads the records of a text whose format is known.
///
///     let decoder = RecordDecoder.ndjson
///     let record = decoder.record(of: line)
public struct RecordDecoder: Sendable {
  /// How the text is written.
  public let format: RecordFormat
  /// What reads comma-separated values, and their names; nil of anything else.
  public let csv: (reader: CSVReader, header: CSVHeader)?
  /// Whose log it is, where it is a text of one.
  package let writer: LogWriter?
  /// Whether its records are rows of a table, whose values have types and whose columns are known.
  package var isTable = false

  private init(_ format: RecordFormat, csv: (reader: CSVReader, header: CSVHeader)? = nil) {
    (self.format, self.csv) = (format, csv)
    if case .log(let writer) = format { self.writer = writer } else { writer = nil }
  }

  /// Reads an object of JSON in each line.
  public static let ndjson = RecordDecoder(.ndjson)

  /// Reads elements of an array of JSON.
  public static let jsonArray = RecordDecoder(.jsonArray)

  /// Reads objects one after the other.
  public static let jsonValues = RecordDecoder(.jsonValues)

  /// Reads comma-separated values with their names.
  public static func csv(_ reader: CSVReader, _ header: CSVHeader) -> RecordDecoder {
    RecordDecoder(.csv(reader.dialect), csv: (reader, header))
  }

  /// Reads the lines of a log.
  package static func log(_ writer: LogWriter) -> RecordDecoder { RecordDecoder(.log(writer)) }

  /// Says how the rows of a table are to be understood: nothing is read by it.
  package static var table: RecordDecoder {
    var decoder = RecordDecoder(.ndjson)
    decoder.isTable = true
    return decoder
  }

  /// The same where quotes may be closed within more or fewer bytes.
  package func limitingQuotes(to size: Int) -> RecordDecoder {
    guard let csv else { return self }
    let dialect = csv.reader.dialect
    return .csv(
      CSVReader(
        CSVDialect(
          delimiter: dialect.delimiter, hasHeader: dialect.hasHeader,
          skippedLines: dialect.skippedLines, maximumQuotedSize: size)), csv.header)
  }

  /// Reads objects.
  public static let jsonReader = JSONReader()

  /// Finds elements.
  public static let elementReader = ElementReader()

  /// Whether values have the types of JSON: records are objects of it, or rows of a table.
  public var isJSON: Bool { csv == nil && writer == nil }

  /// Whether each record brings the names of its fields along, and so may have others than the one before.
  public var namesFields: Bool {
    csv == nil && !isTable && writer?.fields.isEmpty ?? true
  }

  /// Whether its items are lines of a text, with fields where they can be read.
  public var isOfText: Bool { writer != nil }

  /// The record that a line or an item of several is, with the line end; nil where its quotes do not end with it.
  package func record(ofItem raw: ArraySlice<UInt8>) -> Record? {
    // A condition asks for each item of a file: `lineEndLength` is not inlined here.
    var bytes = raw
    if bytes.last == .lineFeed { bytes = bytes[..<(bytes.endIndex - 1)] }
    if bytes.endIndex < raw.endIndex, bytes.last == .carriageReturn {
      bytes = bytes[..<(bytes.endIndex - 1)]
    }
    return bytes.isEmpty || !endsRecord(raw) ? nil : record(of: bytes)
  }

  /// The record that some bytes are, without a line end; nil where they are none.
  ///
  /// It shares the bytes' memory. Cost: the bytes; those of JSON twice where they are not strict.
  public func record(of bytes: ArraySlice<UInt8>) -> Record? {
    if let csv {
      csv.reader.record(bytes, header: csv.header)
    } else if let writer {
      writer.record(of: bytes)
    } else {
      (try? Self.jsonReader.record(bytes)) ?? Self.jsonReader.looseObject(bytes).record
    }
  }

  /// Whether bytes between two line ends, or elements, are no record and no text: a blank line, or a comment.
  package func isBlank(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first else { return true }
    if isOfText { return false }
    if format.hasElements, JSONComments.isComment(bytes) { return true }
    return isJSON && first.isJSONBlank && bytes.allSatisfy(\.isJSONBlank)
  }

  /// Whether a record of CSV ends where the line does, and not in quotes or at a carriage return.
  ///
  /// True of anything else. Cost: the bytes.
  public func endsRecord(_ raw: ArraySlice<UInt8>) -> Bool {
    guard let csv, csv.reader.dialect.hasQuotes, raw.contains(.quote) else { return true }
    // The last line may go on, and its quotes may be closed then.
    let raw = raw.last == .lineFeed ? raw : raw + [.lineFeed]
    return raw.withUnsafeBytes {
      csv.reader.record(at: 0, in: $0, isComplete: false)?.end == $0.count
    }
  }
}

/// Where records are.
extension RecordDecoder {
  /// The record, or the line that is none, which begins at an offset; nil if more bytes are needed, or none
  /// follow.
  package func extent(
    at offset: Int, in bytes: UnsafeRawBufferPointer, isComplete: Bool
  ) -> RecordExtent? {
    if let csv { return csv.reader.record(at: offset, in: bytes, isComplete: isComplete) }
    return format.hasElements
      ? Self.elementReader.element(at: offset, in: bytes, isComplete: isComplete)
      : Self.line(at: offset, in: bytes, isComplete: isComplete)
  }

  /// The rest of a line or an element, of which something is before the offset.
  ///
  /// - Parameter state: what is before the offset in an element; then what is before its end.
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

  /// What is before the end of some bytes of an element.
  package func state(after bytes: ArraySlice<UInt8>, from state: ElementState) -> ElementState {
    guard format.hasElements else { return state }
    return bytes.withUnsafeBytes { Self.elementReader.state(after: $0, from: state) }
  }

  /// The line that begins at an offset; its end is a line feed, also behind a carriage return.
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

/// Where a record, or another line, is among bytes.
public struct RecordExtent: Equatable, Sendable {
  /// The offsets of its bytes, without the line end; empty for an empty line.
  public let content: Range<Int>
  /// Where the next record begins: after the line end, or the end of all.
  public let end: Int

  /// Creates one.
  public init(content: Range<Int>, end: Int) {
    (self.content, self.end) = (content, end)
  }
}

/// A record among the bytes of a block, or a piece of a line that is too long to be one.
public struct RecordPiece: Sendable {
  /// The offsets of its bytes in the block, without the line end.
  public let range: Range<Int>
  /// Where what separates it from the next one ends, by its offset in the block.
  public let end: Int
  /// Whether it begins in the middle of a line.
  public var isContinuation = false
  /// Whether the line goes on in the next piece.
  public var isContinued = false

  /// Creates a record or a piece by its place in a block.
  public init(range: Range<Int>, end: Int? = nil, isContinuation: Bool = false) {
    (self.range, self.end) = (range, end ?? range.upperBound)
    self.isContinuation = isContinuation
  }

  /// Whether it is a record or a line, and no piece.
  public var isWhole: Bool { !isContinuation && !isContinued }
}
