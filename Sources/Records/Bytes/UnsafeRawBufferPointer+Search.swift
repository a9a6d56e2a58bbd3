import Glibc

extension UnsafeRawBufferPointer {
  /// Where a byte is first within a range; the range may be empty.
  func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
    guard let start = baseAddress, !range.isEmpty,
      let found = memchr(start + range.lowerBound, Int32(byte), range.count)
    else { return nil }
    return start.distance(to: found)
  }

  /// The length of UTF-8's byte order mark, if they begin with it; 0 otherwise.
  var byteOrderMarkLength: Int {
    count >= 3 && self[0] == 0xEF && self[1] == 0xBB && self[2] == 0xBF ? 3 : 0
  }
}
