/// ASCII characters with a meaning in text and records, and character classes.
extension UInt8 {
  @inlinable package static var backspace: UInt8 { 0x08 }
  @inlinable package static var tab: UInt8 { 0x09 }
  @inlinable package static var lineFeed: UInt8 { 0x0A }
  @inlinable package static var carriageReturn: UInt8 { 0x0D }
  @inlinable package static var escape: UInt8 { 0x1B }
  @inlinable package static var space: UInt8 { 0x20 }
  @inlinable package static var quote: UInt8 { 0x22 }
  @inlinable package static var apostrophe: UInt8 { 0x27 }
  @inlinable package static var plus: UInt8 { 0x2B }
  @inlinable package static var comma: UInt8 { 0x2C }
  @inlinable package static var minus: UInt8 { 0x2D }
  @inlinable package static var dot: UInt8 { 0x2E }
  @inlinable package static var slash: UInt8 { 0x2F }
  @inlinable package static var zero: UInt8 { 0x30 }
  @inlinable package static var colon: UInt8 { 0x3A }
  @inlinable package static var equals: UInt8 { 0x3D }
  @inlinable package static var openParenthesis: UInt8 { 0x28 }
  @inlinable package static var closeParenthesis: UInt8 { 0x29 }
  @inlinable package static var openBracket: UInt8 { 0x5B }
  @inlinable package static var backslash: UInt8 { 0x5C }
  @inlinable package static var closeBracket: UInt8 { 0x5D }
  @inlinable package static var underscore: UInt8 { 0x5F }
  @inlinable package static var openBrace: UInt8 { 0x7B }
  @inlinable package static var closeBrace: UInt8 { 0x7D }

  /// Whether the byte is a digit from 0 to 9.
  @inlinable package var isDigit: Bool { self &- .zero < 10 }

  /// Whether the byte is a letter from A to Z.
  @inlinable package var isUppercase: Bool { self &- 0x41 < 26 }

  /// Whether the byte is a letter from a to z.
  @inlinable package var isLowercase: Bool { self &- 0x61 < 26 }

  /// Whether the byte is an ASCII letter.
  @inlinable package var isLetter: Bool { (self | 0x20).isLowercase }

  /// Whether names in shells, C and most languages may contain the byte: a letter, a digit or an
  /// underscore.
  @inlinable package var isNamePart: Bool { isLetter || isDigit || self == .underscore }

  /// Whether the byte is a space or a tab, as in `isblank(3)`.
  @inlinable package var isBlank: Bool { self == .space || self == .tab }

  /// Whether the byte is ASCII white space, as in `isspace(3)`: a blank, a line end, a vertical tab
  /// or a form feed.
  @inlinable package var isWhiteSpace: Bool { self == .space || self &- .tab < 5 }

  /// Whether the byte is JSON white space: a space, a tab, a line feed or a carriage return (RFC
  /// 8259, section 2).
  @inlinable package var isJSONBlank: Bool { isBlank || isLineEnd }

  /// Whether the byte is a line feed or a carriage return.
  @inlinable package var isLineEnd: Bool { self == .lineFeed || self == .carriageReturn }

  /// Whether the byte is a character that takes one column: a space or a visible ASCII character.
  @inlinable package var isPrintable: Bool { self &- .space < 0x5F }

  /// The value of the byte as a decimal digit; nil if the byte is not one.
  @inlinable package var decimalValue: Int? { isDigit ? Int(self &- .zero) : nil }

  /// The value of the byte as a hexadecimal digit; nil if the byte is not one.
  @inlinable package var hexadecimalValue: UInt32? {
    switch self {
    case 0x30...0x39: UInt32(self) - 0x30
    case 0x41...0x46: UInt32(self) - 0x41 + 10
    case 0x61...0x66: UInt32(self) - 0x61 + 10
    default: nil
    }
  }
}

/// Bytes of UTF-8.
extension UInt8 {
  /// Whether the byte is a continuation byte (RFC 3629, 3).
  @inlinable package var isContinuationByte: Bool { self & 0xC0 == 0x80 }

  /// The number of bytes in the scalar that begins with this byte; 1 if no scalar begins with it.
  @inlinable package var scalarLength: Int {
    switch self {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }
}
