import Bytes

/// Numbers (RFC 8259, 6), of any length.
extension JSONScanner {
  mutating func skipNumber() throws(JSONFault) {
    if bytes[offset] == .minus { offset += 1 }
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
    if sign == .minus || sign == UInt8(ascii: "+") { offset += 1 }
    try skipDigits()
  }

  private mutating func skipDigits() throws(JSONFault) {
    guard try peek().isDigit else { throw fault(.expectedDigit) }
    while offset < bytes.count, bytes[offset].isDigit { offset += 1 }
  }
}
