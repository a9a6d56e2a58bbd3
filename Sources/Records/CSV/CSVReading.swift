import Bytes

/// One way to read bytes from a line's start on: as a record's start, or as the inside of a quoted field.
///
/// It goes byte by byte, so that two of them can be compared wherever they are.
struct CSVReading {
  /// Where in a record a reading is.
  enum State: Equatable {
    case fieldStart
    case unquoted
    case quoted
    /// After a quote in a quoted field: it closes the field, or is the first of two.
    case afterQuote
  }

  private(set) var state: State
  /// The last border that it has passed.
  private(set) var lastBorder: Int?
  /// Where it began, as long as the quotes are open that were before: one that closes them must be near.
  private(set) var openSince: Int?
  /// How often it had to take what RFC 4180 does not allow.
  private(set) var violations = 0
  /// Whether it is no reading of these bytes: the quotes that it began in are not closed in time.
  private(set) var isRefuted = false

  /// A reading for which a record begins at an offset.
  static func outside(at start: Int) -> CSVReading {
    CSVReading(state: .fieldStart, lastBorder: start, openSince: nil)
  }

  /// A reading for which all is in quotes that were opened before an offset.
  static func inside(since start: Int) -> CSVReading {
    CSVReading(state: .quoted, lastBorder: nil, openSince: start)
  }

  /// Advances over one byte; false if more bytes are needed for that.
  mutating func advance(over offset: Int, _ scanner: CSVScanner) -> Bool {
    let byte = scanner.bytes[offset]
    switch state {
    case .quoted: if byte == .quote { state = .afterQuote }
    case .afterQuote where byte == .quote: state = .quoted
    case .afterQuote:
      // Quotes that were opened in another line are closed before a delimiter or a line end.
      let isRight = byte.isLineEnd || byte == scanner.dialect.delimiter
      if openSince != nil, !isRight { isRefuted = true }
      close(at: offset - 1, scanner.dialect)
      if !isRight { violations += 1 }
      advanceInText(byte, offset, scanner)
    case .fieldStart where byte == .quote: return open(offset, scanner)
    case .fieldStart: advanceInText(byte, offset, scanner)
    case .unquoted:
      if byte == .quote { violations += 1 }
      advanceInText(byte, offset, scanner)
    }
    return true
  }

  /// Ends at an offset: false where that is in quotes, or where those were closed too late.
  mutating func finish(at end: Int, _ dialect: CSVDialect) -> Bool {
    if state == .afterQuote { close(at: end - 1, dialect) }
    return !isRefuted && state != .quoted
  }

  private mutating func advanceInText(_ byte: UInt8, _ offset: Int, _ scanner: CSVScanner) {
    state = byte == scanner.dialect.delimiter || byte.isLineEnd ? .fieldStart : .unquoted
    if byte.isLineEnd { lastBorder = offset + 1 }
  }

  private mutating func open(_ offset: Int, _ scanner: CSVScanner) -> Bool {
    switch scanner.closingQuote(of: offset) {
    case .needsMoreBytes: return false
    case .at: state = .quoted
    case .none:
      state = .unquoted
      violations += 1
    }
    return true
  }

  /// The quotes in which the bytes begin were opened before them, so that they reach no further than the limit.
  private mutating func close(at quote: Int, _ dialect: CSVDialect) {
    guard let since = openSince else { return }
    isRefuted = isRefuted || quote - since >= dialect.maximumQuotedSize
    openSince = nil
  }
}
