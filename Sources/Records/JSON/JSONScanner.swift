import Bytes

/// A scanner that iterates over JSON by the grammar of RFC 8259, without storing anything.
///
/// If the bytes end too early, the problem is ``JSONProblem/unexpectedEnd``, and more bytes may
/// complete the value.
struct JSONScanner {
  let bytes: UnsafeRawBufferPointer
  /// The offset of the next byte.
  var offset: Int
  /// Twice the number of blanks, plus one if the scanner is lenient.
  ///
  /// The two share one field, because a scanner of more than four words would not be passed in
  /// registers, and scanning would take 7 % more instructions.
  private var blanksAndLeniency: Int

  init(_ bytes: UnsafeRawBufferPointer, at offset: Int = 0, isLenient: Bool = false) {
    (self.bytes, self.offset, blanksAndLeniency) = (bytes, offset, isLenient ? 1 : 0)
  }

  /// The number of blanks skipped outside of strings.
  var blankCount: Int { blanksAndLeniency >> 1 }

  /// Whether `NaN`, `Infinity`, and control characters other than line feeds in strings are
  /// accepted.
  var isLenient: Bool { blanksAndLeniency & 1 != 0 }

  var isAtEnd: Bool { offset >= bytes.count }

  func fault(_ problem: JSONProblem) -> JSONFault { JSONFault(problem: problem, offset: offset) }

  /// The next byte, without advancing.
  func peek() throws(JSONFault) -> UInt8 {
    guard offset < bytes.count else { throw fault(.unexpectedEnd) }
    return bytes[offset]
  }

  mutating func skipBlanks() {
    let start = offset
    while offset < bytes.count, bytes[offset].isJSONBlank { offset += 1 }
    blanksAndLeniency &+= (offset - start) << 1
  }

  /// Skips the value that begins here; `depth` is its nesting depth.
  mutating func skipValue(depth: Int) throws(JSONFault) -> JSONForm {
    let byte = try peek()
    switch byte {
    case .quote: return JSONForm(.string, try skipString() ? .jsonEscapes : .quoted)
    case .openBrace:
      try skipObject(depth: depth)
      return JSONForm(.object)
    case .openBracket:
      try skipArray(depth: depth)
      return JSONForm(.array)
    case .minus, 0x30...0x39:
      try skipNumber()
      return JSONForm(.number)
    default: return JSONForm(try skipLiteral(byte))
    }
  }

  private mutating func skipLiteral(_ first: UInt8) throws(JSONFault) -> Value.Kind {
    switch first {
    case UInt8(ascii: "t"): try skip("true")
    case UInt8(ascii: "f"): try skip("false")
    case UInt8(ascii: "n"): try skip("null")
    default: return try skipNonNumber(first)
    }
    return first == UInt8(ascii: "n") ? .null : .bool
  }

  /// Skips `NaN` and `Infinity`, which many programs write although they are not JSON.
  private mutating func skipNonNumber(_ first: UInt8) throws(JSONFault) -> Value.Kind {
    guard isLenient, [UInt8(ascii: "N"), UInt8(ascii: "I")].contains(first) else {
      throw fault(.expectedValue)
    }
    try skip(first == UInt8(ascii: "N") ? "NaN" : "Infinity")
    return .number
  }

  private mutating func skip(_ literal: StaticString) throws(JSONFault) {
    for index in 0..<literal.utf8CodeUnitCount {
      guard offset + index < bytes.count else {
        throw JSONFault(problem: .unexpectedEnd, offset: bytes.count)
      }
      guard bytes[offset + index] == literal.utf8Start[index] else { throw fault(.expectedValue) }
    }
    offset += literal.utf8CodeUnitCount
  }
}

/// Objects and arrays, one member or element at a time.
extension JSONScanner {
  mutating func skipObject(depth: Int) throws(JSONFault) {
    try open(depth: depth)
    var isFirst = true
    while try nextMember(isFirst: isFirst, depth: depth) != nil { isFirst = false }
  }

  mutating func skipArray(depth: Int) throws(JSONFault) {
    try open(depth: depth)
    var isFirst = true
    while try nextElement(isFirst: isFirst, depth: depth) != nil { isFirst = false }
  }

  /// Skips the opening bracket of an object or an array.
  mutating func open(depth: Int) throws(JSONFault) {
    guard depth < JSONReader.maximumDepth else { throw fault(.tooDeep) }
    offset += 1
  }

  /// Skips the next member of an object and returns its ranges, or skips the end of the object and
  /// returns nil.
  mutating func nextMember(isFirst: Bool, depth: Int) throws(JSONFault) -> FieldSlot? {
    skipBlanks()
    if try peek() == .closeBrace {
      offset += 1
      return nil
    }
    if !isFirst { try skipComma(or: .expectedCommaOrBrace) }
    guard try peek() == .quote else { throw fault(isFirst ? .expectedNameOrBrace : .expectedName) }
    let nameStart = offset
    let nameNotation: Value.Notation = try skipString() ? .jsonEscapes : .quoted
    let name = nameStart..<offset
    skipBlanks()
    guard try peek() == .colon else { throw fault(.expectedColon) }
    offset += 1
    skipBlanks()
    let start = offset
    let form = try skipValue(depth: depth + 1)
    return FieldSlot(
      name: name, nameNotation: nameNotation, value: start..<offset, kind: form.kind,
      notation: form.notation)
  }

  /// Skips the next element of an array and returns its ranges, or skips the end of the array and
  /// returns nil.
  mutating func nextElement(isFirst: Bool, depth: Int) throws(JSONFault) -> FieldSlot? {
    skipBlanks()
    if try peek() == .closeBracket {
      offset += 1
      return nil
    }
    if !isFirst { try skipComma(or: .expectedCommaOrBracket) }
    let start = offset
    let form = try skipValue(depth: depth + 1)
    return FieldSlot(value: start..<offset, kind: form.kind, notation: form.notation)
  }

  private mutating func skipComma(or problem: JSONProblem) throws(JSONFault) {
    guard try peek() == .comma else { throw fault(problem) }
    offset += 1
    skipBlanks()
  }
}

/// Numbers (RFC 8259, section 6), of any length.
extension JSONScanner {
  mutating func skipNumber() throws(JSONFault) {
    if bytes[offset] == .minus {
      offset += 1
      if isLenient, !isAtEnd, bytes[offset] == UInt8(ascii: "I") { return try skip("Infinity") }
    }
    let start = offset
    try skipDigits()
    if bytes[start] == .zero, offset > start + 1 {
      throw JSONFault(problem: .leadingZero, offset: start)
    }
    if offset < bytes.count, bytes[offset] == .dot {
      offset += 1
      try skipDigits()
    }
    try skipExponent()
  }

  private mutating func skipExponent() throws(JSONFault) {
    guard offset < bytes.count, bytes[offset] | 0x20 == UInt8(ascii: "e") else { return }
    offset += 1
    let sign = try peek()
    if sign == .minus || sign == .plus { offset += 1 }
    try skipDigits()
  }

  private mutating func skipDigits() throws(JSONFault) {
    guard try peek().isDigit else { throw fault(.expectedDigit) }
    while offset < bytes.count, bytes[offset].isDigit { offset += 1 }
  }
}

/// The kind and the notation of a value, as found while it was skipped.
struct JSONForm {
  let kind: Value.Kind
  let notation: Value.Notation

  init(_ kind: Value.Kind, _ notation: Value.Notation = .plain) {
    (self.kind, self.notation) = (kind, notation)
  }
}
