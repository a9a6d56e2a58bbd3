/// The end of an object or an array, by the rules of `ElementState`, without a step for each byte.
extension ElementReader {
  /// Where the element in brackets ends that begins at an offset; nil where more bytes are needed, or it is another one.
  ///
  /// What is within is not looked at further: neither whether brackets fit each other, nor what is between them.
  func endOfBrackets(at offset: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
    guard bytes[offset] == .openBrace || bytes[offset] == .openBracket else { return nil }
    var (place, depth, isInString) = (offset, 0, false)
    while place < bytes.count {
      var (marks, next) = (bytes.word(at: place).bracketMarks, place + 8)
      while marks != 0 {
        let found = place + marks.trailingZeroBitCount / 8
        marks &= marks - 1
        switch bytes[found] {
        case .quote: isInString.toggle()
        // It ends a string, because JSON has none there.
        case .lineFeed: isInString = false
        case .backslash where isInString: (marks, next) = (0, bytes.afterEscape(at: found))
        case .openBrace where !isInString, .openBracket where !isInString: depth += 1
        case .closeBrace where !isInString, .closeBracket where !isInString:
          depth -= 1
          if depth == 0 { return found + 1 }
        default: break
        }
      }
      place = next
    }
    return nil
  }
}

extension UnsafeRawBufferPointer {
  /// Eight bytes, the first of which is the lowest; zeros stand for those behind the end.
  @inline(__always) fileprivate func word(at place: Int) -> UInt64 {
    guard place + 8 > count else {
      return UInt64(littleEndian: loadUnaligned(fromByteOffset: place, as: UInt64.self))
    }
    return self[place...].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Where a string goes on behind a backslash: a line feed ends it also where it is escaped.
  fileprivate func afterEscape(at backslash: Int) -> Int {
    let isLineEnd = backslash + 1 < count && self[backslash + 1] == .lineFeed
    return backslash + (isLineEnd ? 1 : 2)
  }
}

extension UInt64 {
  /// The highest bit of each byte that is a quote, a line feed, a backslash, a bracket or a brace, and of no other but a
  /// vertical bar.
  @inline(__always) fileprivate var bracketMarks: UInt64 {
    // With one bit more, brackets are braces, and a backslash is the bar between them.
    let low = (self | .all(0x20)) & .all(0x7F)
    let braces = (low + .all(0x80 - .openBrace)) & ~(low + .all(0x7F - .closeBrace))
    let quotes = bitsOfOthers(than: .quote) & bitsOfOthers(than: .lineFeed)
    return (braces & ~self | ~quotes) & .all(0x80)
  }

  /// The highest bit of each byte that is not a given one; the other bits say nothing.
  @inline(__always) private func bitsOfOthers(than byte: UInt8) -> UInt64 {
    let other = self ^ .all(byte)
    return ((other & .all(0x7F)) + .all(0x7F)) | other
  }

  /// Eight times the same byte.
  @inline(__always) private static func all(_ byte: UInt8) -> UInt64 {
    0x0101_0101_0101_0101 &* UInt64(byte)
  }
}
