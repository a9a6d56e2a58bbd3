import Bytes

/// Bytes of a file from one read.
struct FileStretch: Sendable {
  /// The offset of the first byte.
  let start: Int
  let bytes: [UInt8]
  /// The size of the file at the time of the read.
  let fileSize: Int
  let rule: PieceRule
  /// The offset of the first line, which may follow a byte order mark.
  var textStart = 0

  /// The offset after the last byte.
  var end: Int { start + bytes.count }

  /// The lines and pieces between consecutive boundaries; they share one array.
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

  /// An array with the bytes of a range, and the offset of its first byte.
  ///
  /// It is the array of the stretch, or a copy if the range is less than three quarters of that
  /// array.
  func shared(_ range: Range<Int>) -> (bytes: [UInt8], origin: Int) {
    if range.count * 4 >= bytes.count * 3 { return (bytes, start) }
    return (Array(bytes[range.lowerBound - start..<range.upperBound - start]), range.lowerBound)
  }

  /// Whether a line begins at an offset; the byte before the offset must be in the stretch, unless
  /// the offset is at the start of the file.
  func isLineStart(_ offset: Int) -> Bool {
    offset <= textStart || bytes[offset - 1 - start] == .lineFeed
  }
}

/// Boundaries of lines and pieces.
///
/// The functions for a single boundary return nil if the bytes of the stretch do not suffice to
/// determine it.
extension FileStretch {
  /// The boundaries of at most `count` lines from the boundary `first` on; no line begins at the
  /// limit or after it.
  func boundaries(from first: Int, count: Int, limit: Int) -> [Int] {
    var found = [first]
    found.reserveCapacity(min(count, bytes.count / 32) + 1)
    bytes.withUnsafeBytes { bytes in
      var last = first
      while found.count <= count, last < limit, let next = boundary(after: last, in: bytes) {
        found.append(next)
        last = next
      }
    }
    return found
  }

  /// The boundaries of at most `count` lines up to the boundary `last`, in the order of the file;
  /// no line ends at the limit or before it.
  func boundaries(downFrom last: Int, count: Int, limit: Int) -> [Int] {
    var found = [last]
    bytes.withUnsafeBytes { bytes in
      var first = last
      while found.count <= count, first > limit, let next = boundary(before: first, in: bytes) {
        found.append(next)
        first = next
      }
    }
    return found.reversed()
  }

  /// The start of the line or piece at an offset.
  func boundary(at offset: Int) -> Int? {
    bytes.withUnsafeBytes { boundary(before: offset + 1, in: $0) }
  }

  /// The end of the line or piece that begins at a boundary.
  private func boundary(after boundary: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
    let cut = rule.firstCut(from: boundary)
    let range = boundary - start..<min(cut + 2 - start, bytes.count)
    if let found = bytes.firstIndex(of: .lineFeed, in: range) {
      let feed = start + found
      return feed == cut + 1 && bytes[found - 1] != .carriageReturn
        ? cutMovedBack(from: cut, in: bytes) : feed + 1
    }
    if cut + 2 <= end { return cutMovedBack(from: cut, in: bytes) }
    guard end == fileSize, boundary < end else { return nil }
    return isCut(cut, in: bytes) ? cutMovedBack(from: cut, in: bytes) : end
  }

  /// The last boundary before an offset.
  private func boundary(before offset: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
    guard offset > textStart else { return nil }
    let lowest = max(start, offset - 1 - rule.reach)
    let feed = bytes.lastIndex(of: .lineFeed, in: lowest - start..<offset - 1 - start)
    // The start of the line, or a place within it.
    let known = feed.map { start + $0 + 1 } ?? max(lowest, textStart)
    let isLineStart = feed != nil || lowest <= textStart
    if isLineStart, offset - known <= rule.size - PieceRule.furthestBack { return known }
    var cut = rule.lastCut(before: offset)
    while cut - rule.size >= known {
      if isCut(cut, in: bytes) {
        let moved = cutMovedBack(from: cut, in: bytes)
        if moved < offset { return moved }
      }
      cut -= rule.size
    }
    return isLineStart ? known : nil
  }

  /// Whether a line that begins at least `size` bytes before a multiple of `size` is cut at that
  /// multiple.
  ///
  /// It is not cut before a carriage return at the end of the file, which may be half of a line
  /// end.
  private func isCut(_ cut: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
    guard cut < fileSize else { return false }
    let index = cut - start
    guard bytes[index] == .carriageReturn else { return bytes[index] != .lineFeed }
    return cut + 1 < fileSize && bytes[index + 1] != .lineFeed
  }

  /// A cut, moved back to the start of a UTF-8 character that it would split.
  func cutMovedBack(from cut: Int, in bytes: UnsafeRawBufferPointer) -> Int {
    let index = cut - start
    guard bytes[index].isContinuationByte else { return cut }
    for back in 1...PieceRule.furthestBack where !bytes[index - back].isContinuationByte {
      return bytes[index - back].scalarLength > back ? cut - back : cut
    }
    return cut
  }
}
