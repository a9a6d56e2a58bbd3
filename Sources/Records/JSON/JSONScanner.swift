import Bytes

/// Walks over JSON by the grammar of RFC 8259, and keeps nothing of it.
///
/// Where the bytes end too early the problem is ``JSONProblem/unexpectedEnd``: more of them may help.
struct JSONScanner {
  let bytes: UnsafeRawBufferPointer
  /// Where the next byte is that is looked at.
  var offset: Int
  /// How many blanks it has passed over outside of strings.
  private(set) var blankCount = 0

  init(_ bytes: UnsafeRawBufferPointer, at offset: Int = 0) {
    (self.bytes, self.offset) = (bytes, offset)
  }

  var isAtEnd: Bool { offset >= bytes.count }

  func fault(_ problem: JSONProblem) -> JSONFault { JSONFault(problem: problem, offset: offset) }

  /// The next byte, which stays where it is.
  func peek() throws(JSONFault) -> UInt8 {
    guard offset < bytes.count else { throw fault(.unexpectedEnd) }
    return bytes[offset]
  }

  mutating func skipBlanks() {
    let start = offset
    while offset < bytes.count, bytes[offset].isJSONBlank { offset += 1 }
    blankCount += offset - start
  }

  /// Passes over a value that begins here, within a number of others.
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
    default: throw fault(.expectedValue)
    }
    return first == UInt8(ascii: "n") ? .null : .bool
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
