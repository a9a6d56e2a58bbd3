/// The bytes that records are taken apart by.
extension UInt8 {
  static var quote: UInt8 { 0x22 }
  static var backslash: UInt8 { 0x5C }
  static var lineFeed: UInt8 { 0x0A }
  static var carriageReturn: UInt8 { 0x0D }
  static var tab: UInt8 { 0x09 }
  static var comma: UInt8 { 0x2C }
  static var colon: UInt8 { 0x3A }
  static var openBrace: UInt8 { 0x7B }
  static var closeBrace: UInt8 { 0x7D }
  static var openBracket: UInt8 { 0x5B }
  static var closeBracket: UInt8 { 0x5D }
  static var zero: UInt8 { 0x30 }
  static var minus: UInt8 { 0x2D }
  static var dot: UInt8 { 0x2E }

  /// Whether it is one of JSON's four blanks (RFC 8259, 2).
  var isJSONBlank: Bool {
    self == 0x20 || self == .lineFeed || self == .tab || self == .carriageReturn
  }

  /// Whether it ends a record of CSV where it is not in quotes.
  var isLineEnd: Bool { self == .lineFeed || self == .carriageReturn }

  /// Whether it is one of 0 to 9.
  var isDigit: Bool { (0x30...0x39).contains(self) }

  /// Whether it is one of a UTF-8 scalar's bytes after the first (RFC 3629, 3).
  var isContinuationByte: Bool { self & 0xC0 == 0x80 }

  /// What it counts for as a digit of base 16; nil where it is none.
  var hexadecimalValue: UInt32? {
    switch self {
    case 0x30...0x39: UInt32(self) - 0x30
    case 0x41...0x46: UInt32(self) - 0x41 + 10
    case 0x61...0x66: UInt32(self) - 0x61 + 10
    default: nil
    }
  }
}
