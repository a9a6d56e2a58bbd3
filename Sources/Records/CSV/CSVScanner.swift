import Bytes

/// Walks over the fields of a part of a text, and keeps nothing of it.
struct CSVScanner {
  let bytes: UnsafeRawBufferPointer
  let dialect: CSVDialect
  /// Whether nothing follows the bytes.
  let isComplete: Bool

  /// The next field of a record whose bytes these are; nil at its end.
  @inline(__always) func nextField(from start: Int) -> CSVField? {
    if !dialect.hasQuotes { return nextWord(from: start) }
    return start <= bytes.count ? field(at: start) : nil
  }

  /// The next run of bytes without a blank.
  private func nextWord(from start: Int) -> CSVField? {
    var first = start
    while first < bytes.count, bytes[first].isBlank { first += 1 }
    guard first < bytes.count else { return nil }
    var end = first
    while end < bytes.count, !bytes[end].isBlank { end += 1 }
    return CSVField(range: first..<end, notation: .plain)
  }

  /// The line that begins at an offset, which is a record where quotes have no meaning; nil if more bytes are needed.
  func line(at offset: Int) -> RecordExtent? {
    let end = bytes[offset...].firstIndex(where: \.isLineEnd) ?? bytes.count
    return self.end(ofLineEndAt: end).map { RecordExtent(content: offset..<end, end: $0) }
  }

  /// The field that begins at an offset; nil if more bytes are needed to tell.
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

  /// Where a delimiter or a line end follows.
  private func endOfText(from start: Int) -> Int? {
    var offset = start
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte == dialect.delimiter || byte.isLineEnd { return offset }
      offset += 1
    }
    return isComplete ? offset : nil
  }

  /// Where the record after a line end begins; nil if more bytes are needed to tell.
  ///
  /// The end of all is one too.
  func end(ofLineEndAt offset: Int) -> Int? {
    guard offset < bytes.count else { return isComplete ? offset : nil }
    guard bytes[offset] == .carriageReturn else { return offset + 1 }
    guard offset + 1 < bytes.count else { return isComplete ? offset + 1 : nil }
    return bytes[offset + 1] == .lineFeed ? offset + 2 : offset + 1
  }

  /// Whether a field ends before an offset that there is.
  func endsField(_ offset: Int) -> Bool {
    bytes[offset] == dialect.delimiter || bytes[offset].isLineEnd
  }

  private func hasLineEnd(in range: Range<Int>) -> Bool {
    range.contains { bytes[$0].isLineEnd }
  }

  /// The first quote after an opening one that is not doubled.
  ///
  /// Where line ends are before it, a delimiter or a line end has to be behind it: a quote that was opened by mistake would
  /// take other records up to the next quote.
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

/// Where lines begin, in quotes or not.
extension CSVScanner {
  /// Whether a line begins at an offset; the byte before it must be there.
  func isLineStart(_ offset: Int) -> Bool {
    switch bytes[offset - 1] {
    case .lineFeed: true
    // The two are one line end.
    case .carriageReturn: offset == bytes.count ? isComplete : bytes[offset] != .lineFeed
    default: false
    }
  }

  /// The first line start at an offset or after it; nil where none is known.
  func lineStart(from offset: Int) -> Int? {
    guard offset <= bytes.count else { return nil }
    return (max(1, offset)..<bytes.count + 1).first { isLineStart($0) }
  }

  /// The last line start within a range whose first offset is one.
  func lastLineStart(in range: Range<Int>) -> Int {
    range.dropFirst().last { isLineStart($0) } ?? range.lowerBound
  }

  /// The last line start at an offset or before it; nil where the bytes begin before.
  func lineStart(before offset: Int) -> Int? {
    guard offset > 0 else { return nil }
    return (1...offset).last { isLineStart($0) }
  }
}

/// What is known of the quote that closes a field.
enum CSVClosing: Equatable {
  /// It is at an offset.
  case at(Int, hasDoubledQuotes: Bool)
  /// There is none within the dialect's limit, so that the opening one is ordinary text.
  case none
  /// The bytes do not tell.
  case needsMoreBytes
}

/// A field of a line: its bytes with their quotes, and how they say what they say.
struct CSVField {
  let range: Range<Int>
  let notation: Value.Notation
}

/// Text in CSV's notation.
enum CSVText {
  /// What a field says that begins with a quote which is closed.
  ///
  /// Two quotes within it are one. What follows the closing quote belongs to the field as it is.
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
