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
