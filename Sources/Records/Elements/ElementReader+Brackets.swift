import Bytes

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
        let found = place + marks.firstMark
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
    let low = (self | .repeating(0x20)) & .repeating(0x7F)
    let braces =
      (low + .repeating(0x80 - .openBrace)) & ~(low + .repeating(0x7F - .closeBrace)) & ~self
    return braces & .repeating(0x80) | marks(of: .quote) | marks(of: .lineFeed)
  }
}
