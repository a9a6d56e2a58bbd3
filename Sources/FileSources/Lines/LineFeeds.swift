import Glibc

/// Where line feeds and quotes are among some bytes.
extension UnsafeRawBufferPointer {
  /// The index of the first line feed within a range, or nil.
  func firstLineFeed(in range: Range<Int>) -> Int? { first(.lineFeed, in: range) }

  /// The index of the first quote within a range, or nil.
  func firstQuote(in range: Range<Int>) -> Int? { first(UInt8(ascii: "\""), in: range) }

  private func first(_ byte: UInt8, in range: Range<Int>) -> Int? {
    guard let start = baseAddress, !range.isEmpty,
      let found = memchr(start + range.lowerBound, Int32(byte), range.count)
    else { return nil }
    return start.distance(to: found)
  }

  /// The index of the last line feed within a range, or nil.
  ///
  /// Eight bytes are looked at in one. `memrchr` cannot be seen from Swift: it needs `_GNU_SOURCE`.
  func lastLineFeed(in range: Range<Int>) -> Int? {
    var end = range.upperBound
    while end - range.lowerBound >= 8 {
      let word = loadUnaligned(fromByteOffset: end - 8, as: UInt64.self)
      let found = UInt64(littleEndian: word).lineFeedBits
      if found != 0 { return end - 1 - found.leadingZeroBitCount / 8 }
      end -= 8
    }
    return self[range.lowerBound..<end].lastIndex(of: .lineFeed)
  }
}

extension UInt64 {
  /// The highest bit of each byte that is a line feed, and no other.
  fileprivate var lineFeedBits: UInt64 {
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    let other = self ^ 0x0A0A_0A0A_0A0A_0A0A
    return ~(((other & low) &+ low) | other | low)
  }
}
