import Bytes

/// Bytes of a file that were read in one go.
struct FileStretch: Sendable {
  /// The offset of the first byte.
  let start: Int
  let bytes: [UInt8]
  /// How long the file was.
  let fileSize: Int
  let rule: PieceRule

  /// The offset after the last byte.
  var end: Int { start + bytes.count }

  /// The lines and pieces between successive boundaries; they share one array.
  func lines(between boundaries: [Int], edition: Int) -> [TextLine] {
    guard let first = boundaries.first, let last = boundaries.last, first < last else { return [] }
    let (shared, origin) = shared(first..<last)
    var lines: [TextLine] = []
    lines.reserveCapacity(boundaries.count - 1)
    var from = first
    var isContinuation = !isLineStart(first)
    for to in boundaries.dropFirst() {
      let part = from - origin..<to - origin
      let end = LineEnd(of: part, in: shared)
      let isContinued = end == .none && to < fileSize
      lines.append(
        TextLine(
          id: FileOffset(bytes: from, edition: edition), raw: shared[part], end: end,
          isContinuation: isContinuation, isContinued: isContinued))
      (from, isContinuation) = (to, isContinued)
    }
    return lines
  }

  /// An array with the bytes of a range, and the offset of its first: that of the stretch, or a new one where
  /// most of the stretch would be kept for nothing.
  func shared(_ range: Range<Int>) -> (bytes: [UInt8], origin: Int) {
    if range.count * 4 >= bytes.count * 3 { return (bytes, start) }
    return (Array(bytes[range.lowerBound - start..<range.upperBound - start]), range.lowerBound)
  }

  /// Whether a line begins at an offset; the byte before it must be held, if there is one.
  func isLineStart(_ offset: Int) -> Bool {
    offset == 0 || bytes[offset - 1 - start] == .lineFeed
  }
}
