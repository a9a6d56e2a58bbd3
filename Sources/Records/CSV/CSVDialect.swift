import Bytes

/// How a text of comma-separated values is written (RFC 4180, and what is out there).
///
/// The quote is always `"`. A line feed, a carriage return or both end a record outside of quotes.
public struct CSVDialect: Equatable, Sendable {
  /// What separates fields, one byte: `,`, `;`, a tab, `|` or another one.
  ///
  /// Where it is a space, a run of spaces and tabs separates, those at the ends of a line separate nothing, and quotes
  /// are ordinary text.
  public let delimiter: UInt8
  /// Whether the first record has the names of the fields.
  public let hasHeader: Bool
  /// How many lines come before the first record: titles, comments, a hint such as `sep=;`.
  public let skippedLines: Int
  /// How many bytes after an opening quote the closing one is looked for; 1 MiB by default.
  ///
  /// A quote that is not closed by then, or by the end of the text, is ordinary text of an unquoted field. So one that
  /// is there by mistake takes neither the rest of a file nor its memory.
  public let maximumQuotedSize: Int

  /// Creates a dialect.
  public init(
    delimiter: UInt8 = UInt8(ascii: ","), hasHeader: Bool = true, skippedLines: Int = 0,
    maximumQuotedSize: Int = 1 << 20
  ) {
    (self.delimiter, self.hasHeader) = (delimiter, hasHeader)
    (self.skippedLines, self.maximumQuotedSize) = (skippedLines, maximumQuotedSize)
  }

  /// Whether a run of blanks separates fields.
  public var isSeparatedByBlanks: Bool { delimiter == .space }

  /// Whether a quote has a meaning: without one each record is a line.
  public var hasQuotes: Bool { !isSeparatedByBlanks }

  /// The same where a quote has to be closed within fewer bytes; a size that is not less changes nothing.
  public func limitingQuotes(to size: Int) -> CSVDialect {
    CSVDialect(
      delimiter: delimiter, hasHeader: hasHeader, skippedLines: skippedLines,
      maximumQuotedSize: min(maximumQuotedSize, size))
  }
}

/// What a reader says of comma-separated values; what is not said is found by their content.
public struct CSVChoice: Equatable, Sendable {
  /// Where the names of the fields are.
  public enum Header: Equatable, Sendable {
    /// There are none: the first line is a record.
    case none
    /// In a line, from 1 on, behind those that are passed over.
    case line(Int)
  }

  /// What separates fields, a byte of ASCII; nil where that is not said.
  public var delimiter: UInt8?
  /// Where the names are; nil where that is not said.
  public var header: Header?
  /// How many lines are passed over first; nil where that is not said.
  public var skippedLines: Int?

  /// Creates a choice of nothing.
  public init() {}

  /// The same with the delimiter of a format that is asked for by its name, where that is not the usual one.
  public func completed(by dialect: CSVDialect) -> CSVChoice {
    var choice = self
    if delimiter == nil, dialect.delimiter != .comma { choice.delimiter = dialect.delimiter }
    return choice
  }

  /// How many lines come before the first record, where that is said.
  var linesBefore: Int? {
    if case .line(let number)? = header { return (skippedLines ?? 0) + number - 1 }
    return skippedLines
  }

  /// The delimiter that is written as a character of ASCII, as `\t`, `tab`, `^A` or `0x1F`; nil where it can be none.
  ///
  /// A space stands for runs of blanks. Quotes, line ends, letters and digits separate nothing.
  public static func delimiter(_ text: String) -> UInt8? {
    let bytes = Array(text.utf8)
    let byte: UInt8? =
      switch text {
      case "\\t", "tab": .tab
      case _ where bytes.count == 1: bytes[0]
      case _ where text.hasPrefix("0x") && bytes.count == 4: UInt8(text.dropFirst(2), radix: 16)
      case _ where bytes.count == 2 && text.hasPrefix("^"): bytes[1] & 0x5F ^ 0x40
      default: nil
      }
    guard let byte, byte > 0, byte < 0x80, byte != .quote, !byte.isLineEnd, !byte.isNamePart else {
      return nil
    }
    return byte
  }
}
