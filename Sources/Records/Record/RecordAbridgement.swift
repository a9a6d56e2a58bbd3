import Bytes

/// A record without the rest of its long values, made of its bytes as they come: so one of any size takes little memory.
///
///     var abridgement = RecordAbridgement(.ndjson)
///     while let piece = next() { abridgement.append(piece) }
///     let bytes = abridgement.isWhole ? abridgement.kept : nil
///
/// It reads as the record does, with all of its fields. A value of more than 4 KiB ends with `…`. Where many are long,
/// fewer bytes of each are kept, and behind 1 MiB no more fields. Cost: the bytes of the record.
package struct RecordAbridgement {
  private var json: JSONAbridgement?
  private var csv: CSVAbridgement?

  /// The bytes of a value that are kept: more than a line of a terminal shows.
  static let mostOfValue = 4 << 10
  /// The same where as much as `mostWithWholeValues` is kept already.
  static let leastOfValue = 64
  static let mostWithWholeValues = 256 << 10
  /// Behind that no more fields are kept.
  static let most = 1 << 20
  /// What stands for the rest of a value.
  static let ellipsis = Array("…".utf8)

  /// Begins one.
  package init(_ format: RecordFormat) {
    switch format {
    case .csv(let dialect): csv = CSVAbridgement(dialect)
    case .jsonArray, .jsonValues: json = JSONAbridgement(isElement: true)
    case .ndjson, .log, .text: json = JSONAbridgement(isElement: false)
    }
  }

  /// What is kept.
  package var kept: [UInt8] { json?.kept ?? csv?.kept ?? [] }

  /// Whether all came, and what is kept is a record.
  package var isWhole: Bool { json?.isWhole ?? csv?.isWhole ?? false }

  /// Whether it may end here without a line end: not within quotes.
  package var mayEnd: Bool { csv?.mayEnd ?? isWhole }

  /// Whether it is none, whatever comes.
  package var isRefused: Bool { json?.isRefused ?? csv?.isRefused ?? false }

  /// Takes the next bytes, and says how many of them are the record's; all where nothing tells that it has ended.
  ///
  /// One of JSON is told by others, and comes without its line end. One of comma-separated values ends with the first
  /// line feed outside of quotes, which is not kept.
  @discardableResult package mutating func append(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.withUnsafeBytes { bytes in
      json?.append(bytes)
      return csv?.append(bytes) ?? bytes.count
    }
  }

  /// How much of a value is kept behind some bytes.
  static func limit(behind count: Int) -> Int {
    count < mostWithWholeValues ? mostOfValue : leastOfValue
  }
}

/// The same of an object of JSON: strings end early, and values that hold others have the first of them.
private struct JSONAbridgement {
  private(set) var kept: [UInt8] = []
  private(set) var isRefused = false
  /// Whether it is an element of an array, behind which something else may stand.
  private let isElement: Bool
  /// How many brackets are open.
  private var depth = 0
  private var hasEnded = false
  private var isInString = false
  private var isBehindBackslash = false
  /// The digits that a `\u` still lacks.
  private var digitsLeft = 0
  /// Whether what a string still has is left out.
  private var isCut = false
  /// The depth of the values that are left out up to the bracket that closes them.
  private var leftOutDepth: Int?
  /// Where the field began that is read.
  private var fieldStart = 0
  /// Where the field has too much.
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

  /// Goes on to the next quote, or backslash before it.
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
    // A number of a million digits, or none at all.
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

  /// Whether the first of two escapes was kept last that are one scalar (RFC 8259, 7).
  private var endsWithHalfPair: Bool {
    let last = kept.suffix(6)
    guard last.count == 6, last.starts(with: [.backslash, UInt8(ascii: "u")]) else { return false }
    let isD = last[last.startIndex + 2] | 0x20 == UInt8(ascii: "d")
    return isD && "89abAB".utf8.contains(last[last.startIndex + 3])
  }
}

/// The same of a record of comma-separated values.
private struct CSVAbridgement {
  private(set) var kept: [UInt8] = []
  private let dialect: CSVDialect
  private var isAtStart = true
  private var isQuoted = false
  /// Whether a quote came within quotes: it closes them, or is the first of two.
  private var isBehindQuote = false
  /// Whether what a field still has is left out.
  private var isCut = false
  private var isFull = false
  private var fieldLimit = RecordAbridgement.mostOfValue
  /// How many bytes the field has within its quotes.
  private var quotedSize = 0
  /// Whether a line end is among them.
  private var hasLineEnd = false
  /// Whether a carriage return came: with anything but a line feed behind it, it would end the record.
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
    // Such a quote is ordinary text; within one line it closes wherever it does.
    if hasLineEnd, quotedSize > dialect.maximumQuotedSize { isRefused = true }
    if isBehindQuote, byte != .quote {
      (isQuoted, isBehindQuote) = (false, false)
      return take(byte)
    }
    isBehindQuote = byte == .quote && !isBehindQuote
    // Two quotes are one that is meant, and stay together.
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
