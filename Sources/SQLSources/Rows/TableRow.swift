import Bytes
public import Records

/// A row of a table or of a query's result, as a record: numbers are numbers, NULL is null, all else is text.
public struct TableRow: RecordItem {
  /// What tells it from other rows.
  public let id: TableRowID
  /// Its values.
  public let content: RecordContent
  /// Where it stands in the order of the list.
  package let cursor: KeysetCursor
  /// Whether a value is longer than what is held of it.
  package let isCut: Bool

  package init(id: TableRowID, record: Record, cursor: KeysetCursor, isCut: Bool) {
    (self.id, content, self.cursor, self.isCut) = (id, .record(record), cursor, isCut)
  }
}

/// What tells a row from others: the values of the columns that identify it, or its number in a result that has no such columns.
public struct TableRowID: Hashable, Sendable {
  /// The values, in the order of the key's columns.
  public let values: [SQLValue]

  /// Creates an identity of values that are stored.
  public init(_ values: [SQLValue]) { self.values = values }
}

/// How the values of rows become records.
package struct RowLayout: Sendable {
  /// The columns that are read, as the database names them.
  package let columns: [String]
  /// What they are called here, in the same order: no two are called the same.
  package let names: [String]
  let header: CSVHeader
  /// How long a text is held at the most, in bytes.
  package let longest: Int
  /// Whether the bytes of a blob are written as digits; else its size and kind are.
  package let writesBlobs: Bool
  /// How PostgreSQL is asked for the columns; nil in SQLite.
  let forms: [ColumnForm]?
  /// The places of the columns that are not read, because they are not in sight.
  package internal(set) var skipped: Set<Int> = []

  /// - Parameters:
  ///   - names: of the columns; one that another column has too gets a number behind it.
  ///   - longest: how long a text is held at the most, in bytes.
  ///   - writesBlobs: whether blobs are held as hexadecimal digits, as SQL writes them.
  package init(names: [String], longest: Int = .max, writesBlobs: Bool = false) {
    self.init(names: names, longest: longest, writesBlobs: writesBlobs, forms: nil)
  }

  /// - Parameter forms: how PostgreSQL is asked for the columns; nil in SQLite.
  init(names: [String], longest: Int, writesBlobs: Bool, forms: [ColumnForm]?) {
    var (raw, values): ([UInt8], [(kind: Value.Kind, end: Int)]) = ([], [])
    for name in names {
      raw += Array(name.utf8)
      values.append((kind: .string, end: raw.count))
    }
    header = CSVHeader(naming: Record(row: raw, values: values, header: .numbered))
    (columns, self.names) = (names, header.names)
    (self.longest, self.writesBlobs, self.forms) = (longest, writesBlobs, forms)
  }

  /// How the database reads SQL.
  var dialect: SQLDialect { forms == nil ? .sqlite : .postgres }

  /// The same columns with values of any length, and with the bytes of blobs.
  package var whole: RowLayout {
    RowLayout(names: columns, longest: .max, writesBlobs: true, forms: forms)
  }

  /// The same columns with values of any length.
  var withWholeValues: RowLayout {
    RowLayout(names: columns, longest: .max, writesBlobs: writesBlobs, forms: forms)
  }
}

extension RowLayout {
  /// The record of the row that a query stands at, and whether a value in it is cut.
  func record(of row: some RowValues) -> (record: Record, isCut: Bool) {
    var (raw, values, isCut): ([UInt8], [(kind: Value.Kind, end: Int)], Bool) = ([], [], false)
    raw.reserveCapacity(names.count * 12)
    values.reserveCapacity(names.count)
    for column in names.indices {
      let kind = append(row, column, to: &raw, isCut: &isCut)
      values.append((kind: kind, end: raw.count))
    }
    guard !skipped.isEmpty else { return (Record(row: raw, values: values, header: header), isCut) }
    let record = Record(row: raw, values: values, header: header) { !skipped.contains($0) }
    return (record, true)
  }

  private func append(
    _ row: some RowValues, _ column: Int, to raw: inout [UInt8], isCut: inout Bool
  ) -> Value.Kind {
    switch row.value(shownAt: column) {
    case .null: return .null
    case .integer(let number):
      raw += String(number).utf8
      return .number
    case .real(let number):
      raw += Self.text(of: number).utf8
      return .number
    case .number(let digits):
      raw += digits
      return .number
    case .text(let bytes):
      let end = self.end(of: bytes)
      isCut = isCut || end < bytes.count
      raw += bytes[..<end]
      return .string
    case .blob(let bytes):
      if writesBlobs {
        raw += Self.literal(of: bytes).utf8
      } else {
        raw += BlobKind.words(of: bytes).utf8
      }
      isCut = isCut || !writesBlobs
      return .string
    case .words(let words):
      raw += words.utf8
      isCut = true
      return .string
    }
  }

  /// How many bytes of a text are held: whole characters of UTF-8, which have four bytes at the most.
  private func end(of text: UnsafeRawBufferPointer) -> Int {
    guard text.count > longest else { return text.count }
    let ends = max(0, longest - 3)...max(0, longest)
    return ends.last { text[$0] & 0xC0 != 0x80 } ?? max(0, longest)
  }

  /// A number as SQL reads it back to the same one.
  static func text(of number: Double) -> String {
    number.isInfinite ? (number < 0 ? "-9e999" : "9e999") : number.description
  }

  /// Bytes as SQL writes them: `x'0aff'`.
  static func literal(of bytes: UnsafeRawBufferPointer) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text = Array("x'".utf8)
    text.reserveCapacity(bytes.count * 2 + 3)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    text.append(UInt8(ascii: "'"))
    return String(decoding: text, as: UTF8.self)
  }
}

/// The row that a query stands at.
protocol QueryRow: StoredValues, RowValues {
  /// How many columns a row has.
  var columnCount: Int { get }
  /// Whether a truth stands at a place; nil for an unknown one.
  func truth(at column: Int) -> Bool?
  /// The values at some places as they are stored.
  ///
  /// - Parameter forms: how PostgreSQL writes them.
  func values(at places: [Int], _ forms: [ColumnForm?]) -> [SQLValue]
}

/// The values of the row that is read.
protocol RowValues {
  /// A value of the row as it is shown, valid until the next row.
  func value(shownAt column: Int) -> ShownValue
}

/// A value of a row that is shown, whose bytes are valid until the next row.
enum ShownValue {
  case null
  case integer(Int64)
  case real(Double)
  /// A number as the database writes it.
  case number(UnsafeRawBufferPointer)
  case text(UnsafeRawBufferPointer)
  case blob(UnsafeRawBufferPointer)
  /// What is said of bytes that were not read.
  case words(String)
}

/// What the first bytes of a blob say that it is.
enum BlobKind {
  private static let starts: [(start: [UInt8], name: String)] = [
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "PNG"), ([0xFF, 0xD8, 0xFF], "JPEG"),
    (Array("GIF8".utf8), "GIF"), (Array("%PDF-".utf8), "PDF"), ([0x50, 0x4B, 3, 4], "ZIP"),
    ([0x1F, 0x8B], "gzip"), ([0x28, 0xB5, 0x2F, 0xFD], "zstd"), (Array("RIFF".utf8), "RIFF"),
    (Array("SQLite format 3\0".utf8), "SQLite"), (Array("bplist00".utf8), "property list"),
  ]

  /// Its kind and its size: `PNG, 12.5 KiB`.
  static func words(of bytes: UnsafeRawBufferPointer) -> String {
    words(of: bytes, count: bytes.count)
  }

  /// The same of bytes of which only the first are known.
  static func words(of start: some Sequence<UInt8>, count: Int) -> String {
    let kind = starts.first { start.starts(with: $0.start) }?.name ?? "blob"
    return "\(kind), \(ByteCount(count))"
  }
}
