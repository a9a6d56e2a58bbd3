import Bytes

/// Strings (RFC 8259, section 7), whose bytes are UTF-8 (section 8.1).
extension JSONScanner {
  /// Skips the string that begins here; returns whether it has escapes.
  mutating func skipString() throws(JSONFault) -> Bool {
    offset += 1
    var hasEscapes = false
    while true {
      skipPlain()
      let byte = try peek()
      switch byte {
      case .quote:
        offset += 1
        return hasEscapes
      case .backslash:
        try skipEscape()
        hasEscapes = true
      case 0x80...: try skipScalar(byte)
      default:
        guard isLenient, byte != .lineFeed else { throw fault(.controlCharacter) }
        offset += 1
      }
    }
  }

  /// Skips unescaped ASCII, eight bytes at a time if possible.
  private mutating func skipPlain() {
    while offset + 8 <= bytes.count {
      let special = bytes.word(at: offset).specialMarks
      guard special == 0 else { return offset += special.firstMark }
      offset += 8
    }
    while offset < bytes.count, bytes[offset].isPlain { offset += 1 }
  }

  private mutating func skipEscape() throws(JSONFault) {
    let start = offset
    offset += 1
    switch try peek() {
    case .quote, .backslash, UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      offset += 1
    case UInt8(ascii: "u"):
      offset += 1
      try skipHexadecimals(escapedAt: start)
    default: throw JSONFault(problem: .invalidEscape, offset: start)
    }
  }

  /// Skips the digits of an escaped UTF-16 unit, which may be half of a surrogate pair, because the
  /// grammar allows that (RFC 8259, section 8.2).
  private mutating func skipHexadecimals(escapedAt start: Int) throws(JSONFault) {
    for _ in 0..<4 {
      guard try peek().hexadecimalValue != nil else {
        throw JSONFault(problem: .invalidEscape, offset: start)
      }
      offset += 1
    }
  }

  /// Skips a scalar outside ASCII, whose only valid form is the shortest one (RFC 3629, section 4).
  private mutating func skipScalar(_ lead: UInt8) throws(JSONFault) {
    let (length, second): (Int, ClosedRange<UInt8>)
    switch lead {
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: throw fault(.invalidUTF8)
    }
    for index in offset + 1..<offset + length {
      guard index < bytes.count else {
        throw JSONFault(problem: .unexpectedEnd, offset: bytes.count)
      }
      let allowed = index == offset + 1 ? second : 0x80...0xBF
      guard allowed.contains(bytes[index]) else { throw fault(.invalidUTF8) }
    }
    offset += length
  }
}

extension UInt8 {
  /// Whether the byte is an ASCII character that needs no escape in a string.
  var isPlain: Bool {
    (0x20...0x7F).contains(self) && self != .quote && self != .backslash
  }
}

extension UInt64 {
  /// The highest bit of each byte that is not plain; bytes above the lowest of those may also be
  /// marked.
  ///
  /// Subtracting n from a byte less than n sets its highest bit, and borrows from the byte above,
  /// which may set the highest bit of that byte too.
  fileprivate var specialMarks: UInt64 {
    let ones = UInt64.repeating(1)
    let quotes = self ^ .repeating(.quote)
    let backslashes = self ^ .repeating(.backslash)
    let controls = (self &- .repeating(0x20)) & ~self
    return (controls | (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes | self)
      & .repeating(0x80)
  }
}
