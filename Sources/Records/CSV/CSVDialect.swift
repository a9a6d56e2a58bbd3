import Bytes

/// How a text of comma-separated values is written (RFC 4180, and what is out there).
///
/// The quote is always `"`. A line feed, a carriage return or both end a record outside of quotes.
public struct CSVDialect: Equatable, Sendable {
  /// What separates fields, one byte: `,`, `;`, a tab or `|`.
  public let delimiter: UInt8
  /// Whether the first record has the names of the fields.
  public let hasHeader: Bool
  /// How many bytes after an opening quote the closing one is looked for; 1 MiB by default.
  ///
  /// A quote that is not closed by then, or by the end of the text, is ordinary text of an unquoted field. So one that
  /// is there by mistake takes neither the rest of a file nor its memory.
  public let maximumQuotedSize: Int

  /// Creates a dialect.
  public init(
    delimiter: UInt8 = UInt8(ascii: ","), hasHeader: Bool = true, maximumQuotedSize: Int = 1 << 20
  ) {
    (self.delimiter, self.hasHeader) = (delimiter, hasHeader)
    self.maximumQuotedSize = maximumQuotedSize
  }
}

/// The names of the fields of a text of comma-separated values.
public struct CSVHeader: Sendable {
  /// How many names there are; further fields have the numbers of their columns as names, from 1 on.
  public let count: Int
  private let names: [Value]

  /// No names: all fields have the numbers of their columns.
  public static let numbered = CSVHeader(names: [])

  private init(names: [Value]) {
    (self.names, count) = (names, names.count)
  }

  /// The names that a first record has; nil where it has none.
  ///
  /// It has names if all of its values are different, and each is neither blank nor a number.
  public init?(_ record: Record) {
    let names = record.map(\.value)
    var seen: Set<ArraySlice<UInt8>> = []
    for name in names.map(\.utf8) {
      let text = name.trimmed(\.isJSONBlank)
      guard !text.isEmpty, !text.isNumber, seen.insert(name).inserted else { return nil }
    }
    guard !names.isEmpty else { return nil }
    self.init(names: names)
  }

  /// The name of a column, from 0 on.
  func name(at index: Int) -> Value {
    index < count ? names[index] : Value(.string, .plain, raw: Array(String(index + 1).utf8)[...])
  }
}

extension ArraySlice<UInt8> {
  /// Whether it is a number as people write them; `DecimalNumber` says how.
  var isNumber: Bool { withUnsafeBytes { DecimalNumber($0) != nil } }
}
