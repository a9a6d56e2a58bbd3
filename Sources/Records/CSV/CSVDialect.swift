import Bytes

/// The dialect of a text of comma-separated values (RFC 4180, and common variants).
///
/// The quote is always `"`. A line feed, a carriage return or both end a record outside of quotes.
public struct CSVDialect: Equatable, Sendable {
  /// The byte that separates fields: `,`, `;`, a tab, `|` or any other byte.
  ///
  /// If it is a space, runs of spaces and tabs separate fields, those at the ends of a line are
  /// ignored, and quotes are ordinary text.
  public let delimiter: UInt8
  /// Whether the first record contains the names of the fields.
  public let hasHeader: Bool
  /// The number of lines before the first record: titles, comments, or a hint such as `sep=;`.
  public let skippedLines: Int
  /// The maximum distance in bytes from an opening quote to its closing quote; 1 MiB by default.
  ///
  /// A quote that is not closed within this limit, or before the end of the text, is ordinary text
  /// of an unquoted field. This way a stray quote affects neither the rest of a file nor the memory
  /// used.
  public let maximumQuotedSize: Int

  /// Creates a dialect.
  public init(
    delimiter: UInt8 = UInt8(ascii: ","), hasHeader: Bool = true, skippedLines: Int = 0,
    maximumQuotedSize: Int = 1 << 20
  ) {
    (self.delimiter, self.hasHeader) = (delimiter, hasHeader)
    (self.skippedLines, self.maximumQuotedSize) = (skippedLines, maximumQuotedSize)
  }

  /// Whether runs of blanks separate fields.
  public var isSeparatedByBlanks: Bool { delimiter == .space }

  /// Whether quotes have a meaning; if not, each record is a line.
  public var hasQuotes: Bool { !isSeparatedByBlanks }

  /// The dialect with a smaller ``maximumQuotedSize``; a size that is not smaller changes nothing.
  public func limitingQuotes(to size: Int) -> CSVDialect {
    CSVDialect(
      delimiter: delimiter, hasHeader: hasHeader, skippedLines: skippedLines,
      maximumQuotedSize: min(maximumQuotedSize, size))
  }
}

/// The settings that the user has chosen for comma-separated values; the other settings are
/// recognized from the content.
public struct CSVChoice: Equatable, Sendable {
  /// The place of the field names.
  public enum Header: Equatable, Sendable {
    /// The text has no names: the first line is a record.
    case none
    /// The names are in the line with this number, counted from 1 after the skipped lines.
    case line(Int)
  }

  /// The ASCII byte that separates fields; nil if not chosen.
  public var delimiter: UInt8?
  /// The place of the names; nil if not chosen.
  public var header: Header?
  /// The number of lines to skip first; nil if not chosen.
  public var skippedLines: Int?

  /// Creates an empty choice.
  public init() {}

  /// The choice with the delimiter of a format that was requested by name, unless another delimiter
  /// was chosen.
  ///
  /// A comma is not used, because files of the format `csv` may have other delimiters.
  public func completed(by dialect: CSVDialect) -> CSVChoice {
    var choice = self
    if delimiter == nil, dialect.delimiter != .comma { choice.delimiter = dialect.delimiter }
    return choice
  }

  /// The number of lines before the first record; nil if not chosen.
  var linesBefore: Int? {
    if case .line(let number)? = header { return (skippedLines ?? 0) + number - 1 }
    return skippedLines
  }

  /// Parses a delimiter written as an ASCII character, `\t`, `tab`, `^A` or `0x1F`; nil if the text
  /// cannot be a delimiter.
  ///
  /// A space stands for runs of blanks. The quote `"`, line ends, letters, digits and `_` cannot be
  /// delimiters.
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
