package import ByteStores
import Bytes
package import Records

/// The format of the records in a text, determined from its first bytes.
package struct RecordHead: Sendable {
  package let reading: RecordDecoder
  /// The names of the columns that are known so far; those of JSON fields are found in the records.
  package let names: [String]
  /// The offset of the first record, which may follow a header.
  package let start: Int
  /// Whether the text is an empty array.
  package private(set) var isEmpty = false
  /// Whether the text has comma-separated values whose lines end with carriage returns only.
  package private(set) var hasOnlyReturns = false
  /// Whether the text has JSON records, and most of the first ones are those of a log.
  package private(set) var isLog = false

  /// The number of records that are examined to recognize a log.
  private static let mostForLog = 5

  /// The number of bytes that are examined first, which affects the start-up time of the viewer.
  package static let size = 4 << 10
  /// The larger numbers of bytes that are tried if the first bytes have fewer than two line ends.
  ///
  /// In addition, these bytes must look like records or a long header, or the text must be declared
  /// to have records.
  private static let largerSizes = [64 << 10, 256 << 10]
  /// The last number of bytes that is tried for a declared format.
  private static let declaredSize = RecordFormat.headSize
  /// The usual delimiters in a long header, and the maximum average number of bytes for each
  /// occurrence of one.
  private static let delimiters = [UInt8.comma, .tab, UInt8(ascii: ";"), UInt8(ascii: "|")]
  private static let bytesPerDelimiter = 64

  /// Examines a text, with the reader's choices; returns nil if the text is empty, cannot be read,
  /// or does not consist of records.
  ///
  /// - Parameters:
  ///   - csv: the reader's choices for comma-separated values.
  ///   - mayGrow: whether the text may be incomplete.
  package init?(
    of file: FileStore, as choice: RecordFormat?, _ csv: CSVChoice = CSVChoice(), mayGrow: Bool
  ) {
    guard choice != .text, let size = try? file.size(), size > file.start else { return nil }
    let isDeclared =
      choice != nil || csv.delimiter != nil || RecordFormat.isDeclared(byName: file.path)
    guard let bytes = Self.bytes(of: file, upTo: size, isDeclared: isDeclared) else { return nil }
    let end = file.start + bytes.count
    let isComplete = end == size && !mayGrow
    let format = bytes.withUnsafeBytes {
      Self.format($0, choice, csv, isComplete: isComplete, name: file.path)
    }
    let offset = bytes.withUnsafeBytes { RecordFormat.contentOffset(in: $0) }
    switch format {
    case .ndjson:
      self.init(reading: .ndjson, names: [], start: file.start + offset)
      noteLog(bytes, from: offset, isComplete: isComplete)
    case .csv(let dialect):
      self.init(dialect, bytes, from: offset, at: file.start, isComplete: end == size)
      hasOnlyReturns = bytes.contains(.carriageReturn) && !bytes.contains(.lineFeed)
    case .jsonArray:
      self.init(elementsOf: bytes, from: offset, at: file.start)
      noteLog(bytes, from: start - file.start, isComplete: isComplete)
    case .jsonValues:
      let first = bytes[offset...].firstIndex { !$0.isJSONBlank } ?? offset
      self.init(reading: .jsonValues, names: [], start: file.start + first)
      noteLog(bytes, from: first, isComplete: isComplete)
    case .log(let writer):
      self.init(reading: .log(writer), names: writer.fields, start: file.start)
    case .text: return nil
    }
  }

  /// Makes a file begin at its first record, and sets how its lines end.
  package func begin(_ file: FileStore) {
    if hasOnlyReturns { file.readReturnsAsLineFeeds() }
    file.passOver(isEmpty ? (try? file.size()) ?? start : start)
  }

  /// The names above the columns: those that were requested, or those of the text.
  package func headings(of columns: [RecordColumn]?) -> [String] {
    if let columns { return columns.map(\.name) }
    if reading.isTable { return names }
    if let csv = reading.csv, csv.header.count > 0 { return names }
    return []
  }

  /// Creates the head of a text in a known format; the names of JSON fields are found later.
  package init(reading: RecordDecoder, names: [String] = [], start: Int = 0) {
    (self.reading, self.names, self.start) = (reading, names, start)
  }

  /// Examines the first records to find out whether the text is a log.
  private mutating func noteLog(_ bytes: [UInt8], from offset: Int, isComplete: Bool) {
    var (cursor, records, logs) = (offset, 0, 0)
    while records < Self.mostForLog,
      let extent = bytes.withUnsafeBytes({
        reading.extent(at: cursor, in: $0, isComplete: isComplete)
      })
    {
      cursor = extent.end
      guard let record = reading.record(of: bytes[extent.content]) else { continue }
      records += 1
      if LogRecord(record) != nil { logs += 1 }
    }
    isLog = logs * 2 > records
  }

  private static func bytes(
    of file: FileStore, upTo size: Int, isDeclared: Bool
  ) -> [UInt8]? {
    var bytes: [UInt8] = []
    for wanted in [Self.size] + largerSizes + (isDeclared ? [declaredSize] : []) {
      let end = min(size, file.start + wanted)
      guard let read = try? file.whole(file.start..<end) else { return nil }
      bytes = read
      if end == size || !hasLongRecords(bytes, isDeclared: isDeclared) { break }
    }
    return bytes
  }

  /// Whether the bytes may be the beginning of a long line that is a record or a header.
  private static func hasLongRecords(_ bytes: [UInt8], isDeclared: Bool) -> Bool {
    let mark = bytes.withUnsafeBytes { RecordFormat.contentOffset(in: $0) }
    let content = bytes[mark...].drop(while: \.isJSONBlank)
    guard content.lazy.filter({ $0 == .lineFeed }).prefix(2).count < 2 else { return false }
    if isDeclared || content.first == .openBrace { return true }
    return delimiters.contains { delimiter in
      content.count { $0 == delimiter } > content.count / bytesPerDelimiter
    }
  }

  private static func format(
    _ bytes: UnsafeRawBufferPointer, _ choice: RecordFormat?, _ csv: CSVChoice, isComplete: Bool,
    name: String
  ) -> RecordFormat {
    switch choice {
    case .csv(let dialect)?:
      .csv(RecordFormat.dialect(in: bytes, isComplete: isComplete, csv.completed(by: dialect)))
    case let choice?: choice
    case nil where csv.delimiter != nil:
      .csv(RecordFormat.dialect(in: bytes, isComplete: isComplete, csv))
    case nil: RecordFormat.recognized(in: bytes, isComplete: isComplete, name: name, csv)
    }
  }

  /// Creates the head of an array, whose first element is the first record.
  private init?(elementsOf bytes: [UInt8], from offset: Int, at start: Int) {
    let first = bytes.withUnsafeBytes {
      RecordDecoder.elementReader.firstElement(from: offset, in: $0)
    }
    if let first {
      self.init(reading: .jsonArray, names: [], start: start + first)
    } else {
      let bracket = bytes[offset...].firstIndex(of: UInt8(ascii: "]"))
      guard let bracket else { return nil }
      self.init(reading: .jsonArray, names: [], start: start + bracket)
      isEmpty = true
    }
  }

  /// Creates the head of comma-separated values; the columns have the names in the header, or
  /// numbers.
  private init?(
    _ dialect: CSVDialect, _ bytes: [UInt8], from offset: Int, at start: Int, isComplete: Bool
  ) {
    let reader = CSVReader(dialect)
    let head = bytes.withUnsafeBytes { reader.head(at: offset, in: $0, isComplete: isComplete) }
    guard let head else { return nil }
    self.init(
      reading: .csv(reader, head.header), names: head.names, start: start + head.start)
  }
}
