import Bytes
public import Records

/// A row of a table or of a query's result, as a record: numbers stay numbers, NULL becomes null,
/// and everything else becomes text.
public struct TableRow: RecordItem {
  /// The identity of the row.
  public let id: TableRowID
  /// The values as a record.
  public let content: RecordContent
  /// The position of the row in the order of the list.
  package let cursor: KeysetCursor
  /// Whether a value was shortened or not read, or is a blob of which only a description is shown.
  package let isCut: Bool

  package init(id: TableRowID, record: Record, cursor: KeysetCursor, isCut: Bool) {
    (self.id, content, self.cursor, self.isCut) = (id, .record(record), cursor, isCut)
  }
}

/// The identity of a row: its values in the identifying columns, or its number in a result without
/// such columns.
public struct TableRowID: Hashable, Sendable {
  /// The values, in the order of the key's columns.
  public let values: [SQLValue]

  /// Creates an identity from stored values.
  public init(_ values: [SQLValue]) { self.values = values }
}

/// The rules by which the values of rows become records.
package struct RowLayout: Sendable {
  /// The names of the columns in the database.
  package let columns: [String]
  /// The shown names of the columns, in the same order, made unique.
  package let names: [String]
  let header: CSVHeader
  /// The maximum length of a string in a record, in bytes; a longer string is shortened.
  package let longest: Int
  /// Whether blobs are written as hexadecimal digits, instead of their size and kind.
  package let writesBlobs: Bool
  /// How columns are selected in PostgreSQL; nil for SQLite.
  let forms: [ColumnForm]?
  /// The indices of columns that are not read, because they are far outside the screen.
  package internal(set) var skipped: Set<Int> = []

  /// Creates a layout for SQLite.
  ///
  /// - Parameters:
  ///   - names: the names of the columns; a repeated name gets a number appended.
  ///   - longest: the maximum length of a string in a record, in bytes; a longer string is
  ///     shortened.
  ///   - writesBlobs: whether blobs are written as hexadecimal digits, as in SQL.
  package init(names: [String], longest: Int = .max, writesBlobs: Bool = false) {
    self.init(names: names, longest: longest, writesBlobs: writesBlobs, forms: nil)
  }

  /// Creates a layout for SQLite or PostgreSQL.
  ///
  /// - Parameter forms: how columns are selected in PostgreSQL; nil for SQLite.
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

  var dialect: SQLDialect { forms == nil ? .sqlite : .postgres }

  /// The layout with complete values and the bytes of blobs.
  package var whole: RowLayout {
    RowLayout(names: columns, longest: .max, writesBlobs: true, forms: forms)
  }

  /// The layout with complete values.
  var withWholeValues: RowLayout {
    RowLayout(names: columns, longest: .max, writesBlobs: writesBlobs, forms: forms)
  }
}

extension RowLayout {
  /// The record of the current row of a query, and whether a value in it is incomplete.
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

  /// The number of bytes of a string that a record keeps; no UTF-8 character is cut.
  private func end(of text: UnsafeRawBufferPointer) -> Int {
    guard text.count > longest else { return text.count }
    let ends = max(0, longest - 3)...max(0, longest)
    return ends.last { text[$0] & 0xC0 != 0x80 } ?? max(0, longest)
  }

  /// A number as an SQL literal that is read back as the same value.
  static func text(of number: Double) -> String {
    number.isInfinite ? (number < 0 ? "-9e999" : "9e999") : number.description
  }

  /// Bytes as an SQL literal: `x'0aff'`.
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

/// The current row of a query.
protocol QueryRow: StoredValues, RowValues {
  var columnCount: Int { get }
  /// The truth value at an index; nil for NULL.
  func truth(at column: Int) -> Bool?
  /// The stored values at the given indices.
  ///
  /// - Parameter forms: how PostgreSQL returns them.
  func values(at places: [Int], _ forms: [ColumnForm?]) -> [SQLValue]
}

/// The values of the current row.
protocol RowValues {
  /// A value of the current row as it is shown, valid until the next row.
  func value(shownAt column: Int) -> ShownValue
}

/// A value as it is shown; its bytes are valid until the next row.
enum ShownValue {
  case null
  case integer(Int64)
  case real(Double)
  /// The text of a number as the database writes it.
  case number(UnsafeRawBufferPointer)
  case text(UnsafeRawBufferPointer)
  case blob(UnsafeRawBufferPointer)
  /// The description of bytes that were not read.
  case words(String)
}

/// The kind of a blob, recognized by its first bytes.
enum BlobKind {
  private static let starts: [(start: [UInt8], name: String)] = [
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "PNG"), ([0xFF, 0xD8, 0xFF], "JPEG"),
    (Array("GIF8".utf8), "GIF"), (Array("%PDF-".utf8), "PDF"), ([0x50, 0x4B, 3, 4], "ZIP"),
    ([0x1F, 0x8B], "gzip"), ([0x28, 0xB5, 0x2F, 0xFD], "zstd"), (Array("RIFF".utf8), "RIFF"),
    (Array("SQLite format 3\0".utf8), "SQLite"), (Array("bplist00".utf8), "property list"),
  ]

  /// The kind and size of a blob: `PNG, 12.5 KiB`.
  static func words(of bytes: UnsafeRawBufferPointer) -> String {
    words(of: bytes, count: bytes.count)
  }

  /// The kind and size of a blob whose first bytes are given.
  static func words(of start: some Sequence<UInt8>, count: Int) -> String {
    let kind = starts.first { start.starts(with: $0.start) }?.name ?? "blob"
    return "\(kind), \(ByteCount(count))"
  }
}
