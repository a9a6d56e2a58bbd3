import Bytes

/// One interpretation of the bytes from the start of a line on: either a record begins there, or
/// the line is within a quoted field.
///
/// It advances byte by byte, so that two interpretations can be compared at any offset.
struct CSVReading {
  /// The position in a record that an interpretation has reached.
  enum State: Equatable {
    case fieldStart
    case unquoted
    case quoted
    /// After a quote in a quoted field, which closes the field or is the first of two.
    case afterQuote
  }

  private(set) var state: State
  /// The last border that was passed, if any.
  private(set) var lastBorder: Int?
  /// The offset at which the interpretation began, while quotes that were opened before it are
  /// still open and must be closed within the limit; nil otherwise.
  private(set) var openSince: Int?
  /// The number of violations of RFC 4180.
  private(set) var violations = 0
  /// Whether the interpretation is impossible, because the quotes that are open at its beginning
  /// are closed too late, or where no field can end.
  private(set) var isRefuted = false

  /// An interpretation in which a record begins at an offset.
  static func outside(at start: Int) -> CSVReading {
    CSVReading(state: .fieldStart, lastBorder: start, openSince: nil)
  }

  /// An interpretation in which quotes that were opened earlier are still open at an offset.
  static func inside(since start: Int) -> CSVReading {
    CSVReading(state: .quoted, lastBorder: nil, openSince: start)
  }

  /// Advances over one byte; returns false if more bytes are needed.
  mutating func advance(over offset: Int, _ scanner: CSVScanner) -> Bool {
    let byte = scanner.bytes[offset]
    switch state {
    case .quoted: if byte == .quote { state = .afterQuote }
    case .afterQuote where byte == .quote: state = .quoted
    case .afterQuote:
      // Quotes opened in another line must be closed directly before a delimiter or a line end.
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

  /// Ends the interpretation at an offset; returns false if the offset is within quotes, or if
  /// quotes were closed too late.
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

  /// Closes quotes; if they were opened before the bytes, they must not reach further than the
  /// limit.
  private mutating func close(at quote: Int, _ dialect: CSVDialect) {
    guard let since = openSince else { return }
    isRefuted = isRefuted || quote - since >= dialect.maximumQuotedSize
    openSince = nil
  }
}
