import Bytes

/// A scanner that iterates over the fields in a part of a text without storing them.
struct CSVScanner {
  let bytes: UnsafeRawBufferPointer
  let dialect: CSVDialect
  /// Whether the text ends with the bytes.
  let isComplete: Bool

  /// The next field of a record that consists of all the bytes; nil at the end of the record.
  @inline(__always) func nextField(from start: Int) -> CSVField? {
    if !dialect.hasQuotes { return nextWord(from: start) }
    return start <= bytes.count ? field(at: start) : nil
  }

  /// The next run of bytes that are not blanks.
  private func nextWord(from start: Int) -> CSVField? {
    var first = start
    while first < bytes.count, bytes[first].isBlank { first += 1 }
    guard first < bytes.count else { return nil }
    var end = first
    while end < bytes.count, !bytes[end].isBlank { end += 1 }
    return CSVField(range: first..<end, notation: .plain)
  }

  /// The line that begins at an offset, as a record in a dialect without quotes; nil if more bytes
  /// are needed.
  func line(at offset: Int) -> RecordExtent? {
    let end = bytes[offset...].firstIndex(where: \.isLineEnd) ?? bytes.count
    return self.end(ofLineEndAt: end).map { RecordExtent(content: offset..<end, end: $0) }
  }

  /// The field that begins at an offset; nil if more bytes are needed.
  func field(at start: Int) -> CSVField? {
    guard start < bytes.count, bytes[start] == .quote else { return unquotedField(at: start) }
    switch closingQuote(of: start) {
    case .needsMoreBytes: return nil
    case .none: return unquotedField(at: start)
    case .at(let quote, let hasDoubledQuotes):
      guard let end = endOfText(from: quote + 1) else { return nil }
      let isSimple = !hasDoubledQuotes && end == quote + 1
      return CSVField(range: start..<end, notation: isSimple ? .quoted : .csvQuotes)
    }
  }

  private func unquotedField(at start: Int) -> CSVField? {
    endOfText(from: start).map { CSVField(range: start..<$0, notation: .plain) }
  }

  /// The offset of the next delimiter or line end, or the end of the text; nil if more bytes are
  /// needed.
  private func endOfText(from start: Int) -> Int? {
    var offset = start
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte == dialect.delimiter || byte.isLineEnd { return offset }
      offset += 1
    }
    return isComplete ? offset : nil
  }

  /// The start of the record after a line end, or the end of the text; nil if more bytes are
  /// needed.
  func end(ofLineEndAt offset: Int) -> Int? {
    guard offset < bytes.count else { return isComplete ? offset : nil }
    guard bytes[offset] == .carriageReturn else { return offset + 1 }
    guard offset + 1 < bytes.count else { return isComplete ? offset + 1 : nil }
    return bytes[offset + 1] == .lineFeed ? offset + 2 : offset + 1
  }

  /// Whether a field ends before an offset, whose byte must be available.
  func endsField(_ offset: Int) -> Bool {
    bytes[offset] == dialect.delimiter || bytes[offset].isLineEnd
  }

  private func hasLineEnd(in range: Range<Int>) -> Bool {
    range.contains { bytes[$0].isLineEnd }
  }

  /// The first quote that is not doubled, after an opening quote.
  ///
  /// If there are line ends before it, a delimiter or a line end must follow it, because otherwise
  /// a stray quote would include other records up to the next quote.
  func closingQuote(of open: Int) -> CSVClosing {
    let limit = min(bytes.count - open - 1, dialect.maximumQuotedSize) + open + 1
    var (offset, hasDoubledQuotes) = (open + 1, false)
    while offset < limit, let quote = bytes.firstIndex(of: .quote, in: offset..<limit) {
      guard quote + 1 < bytes.count else {
        return isComplete ? .at(quote, hasDoubledQuotes: hasDoubledQuotes) : .needsMoreBytes
      }
      guard bytes[quote + 1] == .quote else {
        guard endsField(quote + 1) || !hasLineEnd(in: open..<quote) else { return .none }
        return .at(quote, hasDoubledQuotes: hasDoubledQuotes)
      }
      (offset, hasDoubledQuotes) = (quote + 2, true)
    }
    let isDecided = isComplete || limit - open > dialect.maximumQuotedSize
    return isDecided ? .none : .needsMoreBytes
  }
}

/// Starts of lines, within quotes or not.
extension CSVScanner {
  /// Whether a line begins at an offset; the byte before it must be available.
  func isLineStart(_ offset: Int) -> Bool {
    switch bytes[offset - 1] {
    case .lineFeed: true
    // A carriage return and a line feed are one line end.
    case .carriageReturn: offset == bytes.count ? isComplete : bytes[offset] != .lineFeed
    default: false
    }
  }

  /// The first start of a line at or after an offset; nil if none is known.
  func lineStart(from offset: Int) -> Int? {
    guard offset <= bytes.count else { return nil }
    return (max(1, offset)..<bytes.count + 1).first { isLineStart($0) }
  }

  /// The last start of a line in a range whose first offset is a start of a line.
  func lastLineStart(in range: Range<Int>) -> Int {
    range.dropFirst().last { isLineStart($0) } ?? range.lowerBound
  }

  /// The last start of a line at or before an offset; nil if no line ends before it in the bytes.
  func lineStart(before offset: Int) -> Int? {
    guard offset > 0 else { return nil }
    return (1...offset).last { isLineStart($0) }
  }
}

/// The result of a search for the quote that closes a field.
enum CSVClosing: Equatable {
  /// The quote is at an offset.
  case at(Int, hasDoubledQuotes: Bool)
  /// No quote closes the field, so the opening one is ordinary text.
  case none
  /// More bytes are needed.
  case needsMoreBytes
}

/// A field of a record: its bytes with their quotes, and its notation.
struct CSVField {
  let range: Range<Int>
  let notation: Value.Notation
}

/// Decoding of quoted fields.
enum CSVText {
  /// The content of a field that begins with a quote that is closed.
  ///
  /// Two quotes before the closing quote stand for one. Text after the closing quote belongs to the
  /// field unchanged.
  static func unquoted(_ raw: ArraySlice<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(raw.count)
    var rest = raw.dropFirst()
    while let quote = rest.firstIndex(of: .quote) {
      text += rest[..<quote]
      rest = rest[(quote + 1)...]
      guard rest.first == .quote else { break }
      text.append(.quote)
      rest = rest.dropFirst()
    }
    return text + rest
  }
}
