import Bytes

/// Where lines begin, in quotes or not.
extension CSVScanner {
  /// Whether a line begins at an offset; the byte before it must be there.
  func isLineStart(_ offset: Int) -> Bool {
    switch bytes[offset - 1] {
    case .lineFeed: true
    // The two are one line end.
    case .carriageReturn: offset == bytes.count ? isComplete : bytes[offset] != .lineFeed
    default: false
    }
  }

  /// The first line start at an offset or after it; nil where none is known.
  func lineStart(from offset: Int) -> Int? {
    guard offset <= bytes.count else { return nil }
    return (max(1, offset)..<bytes.count + 1).first { isLineStart($0) }
  }

  /// The last line start within a range whose first offset is one.
  func lastLineStart(in range: Range<Int>) -> Int {
    range.dropFirst().last { isLineStart($0) } ?? range.lowerBound
  }

  /// The last line start at an offset or before it; nil where the bytes begin before.
  func lineStart(before offset: Int) -> Int? {
    guard offset > 0 else { return nil }
    return (1...offset).last { isLineStart($0) }
  }
}
