/// Functions for the bytes at the ends of a text.
extension BidirectionalCollection<UInt8> {
  /// The bytes without the leading and trailing ones that satisfy a condition.
  @inlinable package func trimmed(_ isBlank: (UInt8) -> Bool) -> SubSequence {
    guard let last = lastIndex(where: { !isBlank($0) }) else { return self[endIndex...] }
    return self[...last].drop(while: isBlank)
  }

  /// The length of the line end at the end of the bytes: 1 for a line feed, 2 for a carriage return
  /// and a line feed, 0 if the bytes have no line end there.
  @inlinable package var lineEndLength: Int {
    guard last == .lineFeed else { return 0 }
    return dropLast().last == .carriageReturn ? 2 : 1
  }
}

extension ArraySlice<UInt8> {
  /// Whether each byte is a character that takes one column.
  ///
  /// The loop has no early exit, so that the compiler can use vector instructions; speed matters,
  /// because each new line of a frame is examined.
  @inlinable package var isPrintable: Bool {
    withUnsafeBufferPointer { bytes in
      var others: UInt8 = 0
      for byte in bytes { others |= byte.isPrintable ? 0 : 1 }
      return others == 0
    }
  }

  /// The index of the first occurrence of a byte sequence that is not empty, or nil.
  ///
  /// The standard library's search is not used, because it would link the library for regular
  /// expressions.
  package func firstPlace(of word: [UInt8]) -> Int? {
    guard let first = word.first else { return nil }
    var rest = self
    while let start = rest.firstIndex(of: first) {
      rest = self[start...]
      if rest.starts(with: word) { return start }
      rest = rest.dropFirst()
    }
    return nil
  }
}

extension [UInt8] {
  /// Appends a byte as a JSON escape: `\u001f` (RFC 8259, 7).
  package mutating func append(unicodeEscape byte: UInt8) {
    let digits = [byte >> 4, byte & 15].map { $0 + ($0 < 10 ? .zero : UInt8(ascii: "a") - 10) }
    self += [.backslash, UInt8(ascii: "u"), .zero, .zero] + digits
  }

  /// The bytes with a terminating zero, for C functions; none of the bytes may be zero.
  package var cString: [CChar] { map { CChar(bitPattern: $0) } + [0] }
}

extension Range<Int> {
  /// The range moved by a distance, for example from a slice to its base.
  @inlinable package func moved(by distance: Int) -> Range {
    lowerBound + distance..<upperBound + distance
  }
}
