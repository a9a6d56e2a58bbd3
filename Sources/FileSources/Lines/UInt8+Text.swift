/// The bytes that text is taken apart by.
extension UInt8 {
  /// What ends a line.
  static let lineFeed = UInt8(ascii: "\n")
  /// What may stand before it.
  static let carriageReturn = UInt8(ascii: "\r")

  /// Whether it is one of a UTF-8 scalar's bytes after the first (RFC 3629, 3).
  var isContinuationByte: Bool { self & 0xC0 == 0x80 }

  /// How many bytes a UTF-8 scalar has that begins with this one; 1 where none does.
  var scalarLength: Int {
    switch self {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }
}
