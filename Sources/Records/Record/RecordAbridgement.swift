import Bytes

/// A record whose long values are shortened; it is built from the bytes as they arrive, so that a
/// record of any size takes little memory.
///
///     var abridgement = RecordAbridgement(.ndjson)
///     while let piece = next() { abridgement.append(piece) }
///     let bytes = abridgement.isWhole ? abridgement.kept : nil
///
/// The kept bytes can be read like the record. A string or a CSV value of more than 4 KiB ends with
/// `…`; of a larger object or array, only the first parts are kept. Once 256 KiB have been kept,
/// about 64 bytes of each further value are kept. Once 1 MiB has been kept, further fields are
/// omitted. Cost: proportional to the number of bytes in the record.
package struct RecordAbridgement {
  private var json: JSONAbridgement?
  private var csv: CSVAbridgement?

  /// The largest number of bytes kept of a value: more than a line of a terminal shows.
  static let mostOfValue = 4 << 10
  /// The largest number of bytes kept of a value once `mostWithWholeValues` bytes have been kept.
  static let leastOfValue = 64
  static let mostWithWholeValues = 256 << 10
  /// The number of bytes after which no more fields are kept.
  static let most = 1 << 20
  /// The mark that replaces the rest of a value.
  static let ellipsis = Array("…".utf8)

  /// Creates an empty abridgement.
  package init(_ format: RecordFormat) {
    switch format {
    case .csv(let dialect): csv = CSVAbridgement(dialect)
    case .jsonArray, .jsonValues: json = JSONAbridgement(isElement: true)
    case .ndjson, .log, .text: json = JSONAbridgement(isElement: false)
    }
  }

  /// The kept bytes.
  package var kept: [UInt8] { json?.kept ?? csv?.kept ?? [] }

  /// Whether the record is complete; the kept bytes then form a record.
  package var isWhole: Bool { json?.isWhole ?? csv?.isWhole ?? false }

  /// Whether the record may end here without a line end: for CSV, outside of quotes.
  package var mayEnd: Bool { csv?.mayEnd ?? isWhole }

  /// Whether the bytes are not a record, or cannot be shortened.
  package var isRefused: Bool { json?.isRefused ?? csv?.isRefused ?? false }

  /// Appends the next bytes; returns how many of them belong to the record: all of them, unless the
  /// record ends within them.
  ///
  /// The end of a JSON record is determined by the caller, who passes the record without its line
  /// end. A CSV record ends with the first line feed outside of quotes, which is not kept.
  @discardableResult package mutating func append(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.withUnsafeBytes { bytes in
      json?.append(bytes)
      return csv?.append(bytes) ?? bytes.count
    }
  }

  /// The largest number of bytes kept of a value when the given number of bytes have already been
  /// kept.
  static func limit(behind count: Int) -> Int {
    count < mostWithWholeValues ? mostOfValue : leastOfValue
  }
}

/// The abridgement of a JSON object: strings are cut, and only the first parts of nested values are
/// kept.
private struct JSONAbridgement {
  private(set) var kept: [UInt8] = []
  private(set) var isRefused = false
  /// Whether the object is an element of an array; other text may follow an element.
  private let isElement: Bool
  /// The number of open brackets.
  private var depth = 0
  private var hasEnded = false
  private var isInString = false
  private var isBehindBackslash = false
  /// The number of digits that an escape with `\u` still lacks.
  private var digitsLeft = 0
  /// Whether the rest of a string is omitted.
  private var isCut = false
  /// The depth at which further values are omitted up to the closing bracket; nil if none are.
  private var leftOutDepth: Int?
  /// The start of the current field.
  private var fieldStart = 0
  /// The offset at which the field becomes too long.
  private var fieldLimit = RecordAbridgement.mostOfValue

  init(isElement: Bool) { self.isElement = isElement }

  var isWhole: Bool { hasEnded && !isRefused }

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    var index = 0
    while index < bytes.count, !isRefused {
      if isInString, isCut || leftOutDepth != nil, !isBehindBackslash {
        index = skip(in: bytes, from: index)
        guard index < bytes.count else { return }
      }
      take(bytes[index])
      index += 1
    }
  }

  /// Advances to the next quote or backslash.
  private func skip(in bytes: UnsafeRawBufferPointer, from index: Int) -> Int {
    let quote = bytes.firstIndex(of: .quote, in: index..<bytes.count) ?? bytes.count
    return bytes.firstIndex(of: .backslash, in: index..<quote) ?? quote
  }

  private mutating func take(_ byte: UInt8) {
    if isInString { return takeInString(byte) }
    if hasEnded {
      if !isElement, !byte.isJSONBlank { isRefused = true }
      return
    }
    switch byte {
    case .openBrace, .openBracket: open(byte)
    case .closeBrace, .closeBracket: close(byte)
    case .comma: takeComma()
    case .quote:
      isInString = true
      keep(byte)
    case _ where !byte.isJSONBlank: keep(byte)
    default: break
    }
    // Text before the first bracket is not an object. More than twice the limit is kept only of a
    // number with a million digits, or of text that is not a value at all.
    if depth == 0, !hasEnded, !byte.isJSONBlank { isRefused = true }
    if kept.count > 2 * RecordAbridgement.most { isRefused = true }
  }

  private mutating func keep(_ byte: UInt8) {
    if leftOutDepth == nil { kept.append(byte) }
  }

  private mutating func open(_ byte: UInt8) {
    if depth == 0, byte != .openBrace { isRefused = true }
    depth += 1
    keep(byte)
    if depth == 1 { beginField() }
  }

  private mutating func close(_ byte: UInt8) {
    depth -= 1
    if let least = leftOutDepth, depth < least { leftOutDepth = nil }
    keep(byte)
    hasEnded = depth == 0
  }

  private mutating func takeComma() {
    guard leftOutDepth == nil else { return }
    if depth == 1 {
      guard kept.count < RecordAbridgement.most else { return leftOutDepth = 1 }
      keep(.comma)
      beginField()
    } else if hasTooMuch {
      leftOutDepth = depth
    } else {
      keep(.comma)
    }
  }

  private mutating func beginField() {
    fieldStart = kept.count
    fieldLimit = fieldStart + RecordAbridgement.limit(behind: fieldStart)
  }

  private var hasTooMuch: Bool { kept.count >= fieldLimit }

  private mutating func takeInString(_ byte: UInt8) {
    if isBehindBackslash {
      isBehindBackslash = false
      digitsLeft = byte == UInt8(ascii: "u") ? 4 : 0
    } else if byte == .quote {
      if isCut { kept += RecordAbridgement.ellipsis }
      (isInString, isCut, digitsLeft) = (false, false, 0)
    } else if digitsLeft > 0, byte != .backslash {
      digitsLeft -= 1
    } else {
      if hasTooMuch, leftOutDepth == nil, !byte.isContinuationByte, !endsWithHalfPair {
        isCut = true
      }
      isBehindBackslash = byte == .backslash
    }
    if !isCut { keep(byte) }
  }

  /// Whether the kept bytes end with the first of two escapes for one scalar (RFC 8259, section 7).
  private var endsWithHalfPair: Bool {
    let last = kept.suffix(6)
    guard last.count == 6, last.starts(with: [.backslash, UInt8(ascii: "u")]) else { return false }
    let isD = last[last.startIndex + 2] | 0x20 == UInt8(ascii: "d")
    return isD && "89abAB".utf8.contains(last[last.startIndex + 3])
  }
}

/// The abridgement of a CSV record.
private struct CSVAbridgement {
  private(set) var kept: [UInt8] = []
  private let dialect: CSVDialect
  private var isAtStart = true
  private var isQuoted = false
  /// Whether a quote within quotes was read, which closes them or is the first of two.
  private var isBehindQuote = false
  /// Whether the rest of a field is omitted.
  private var isCut = false
  private var isFull = false
  private var fieldLimit = RecordAbridgement.mostOfValue
  /// The number of bytes of the field within its quotes.
  private var quotedSize = 0
  /// Whether the bytes within the quotes contain a line end.
  private var hasLineEnd = false
  /// Whether a carriage return was read, which ends the record unless a line feed follows.
  private var isBehindReturn = false
  private(set) var isWhole = false
  private(set) var isRefused = false

  init(_ dialect: CSVDialect) { self.dialect = dialect }

  var mayEnd: Bool { !isWhole && (!isQuoted || isBehindQuote) }

  mutating func append(_ bytes: UnsafeRawBufferPointer) -> Int {
    for (index, byte) in bytes.enumerated() where !isRefused {
      if byte == .lineFeed, !isQuoted || isBehindQuote {
        isWhole = true
        return index + 1
      }
      take(byte)
    }
    return bytes.count
  }

  private mutating func take(_ byte: UInt8) {
    if isQuoted { return takeInQuotes(byte) }
    isRefused = isBehindReturn
    isBehindReturn = byte == .carriageReturn
    if isBehindReturn { return }
    if separates(byte) { return endField(byte) }
    if isAtStart, byte == .quote, dialect.hasQuotes {
      (isQuoted, quotedSize, hasLineEnd) = (true, 0, false)
    }
    isAtStart = false
    if !isQuoted { cutIfLong(before: byte) }
    keep(byte)
  }

  private mutating func takeInQuotes(_ byte: UInt8) {
    quotedSize += 1
    if byte == .lineFeed { hasLineEnd = true }
    // A quote that is not closed within the limit is ordinary text. If no line end follows the
    // quote, it does not matter where it is closed.
    if hasLineEnd, quotedSize > dialect.maximumQuotedSize { isRefused = true }
    if isBehindQuote, byte != .quote {
      (isQuoted, isBehindQuote) = (false, false)
      return take(byte)
    }
    isBehindQuote = byte == .quote && !isBehindQuote
    // Two quotes stand for one, and are kept together.
    if byte != .quote { cutIfLong(before: byte) }
    keep(byte)
  }

  private mutating func keep(_ byte: UInt8) {
    if !isCut, !isFull { kept.append(byte) }
  }

  private func separates(_ byte: UInt8) -> Bool {
    byte == dialect.delimiter || dialect.isSeparatedByBlanks && byte == .tab
  }

  private mutating func endField(_ byte: UInt8) {
    (isCut, isAtStart) = (false, true)
    isFull = kept.count >= RecordAbridgement.most
    keep(byte)
    fieldLimit = kept.count + RecordAbridgement.limit(behind: kept.count)
  }

  private mutating func cutIfLong(before byte: UInt8) {
    guard !isCut, !isFull, kept.count >= fieldLimit, !byte.isContinuationByte else { return }
    isCut = true
    kept += RecordAbridgement.ellipsis
    if isQuoted { kept.append(.quote) }
  }
}
