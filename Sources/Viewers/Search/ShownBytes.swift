import Glibc
import Terminal

/// Lines without what is not shown of them: sequences of colour, and the marks of overstriking.
///
/// Line ends stay what they are, so that each line can be found again.
nonisolated struct ShownBytes {
  private var bytes: [UInt8] = []

  /// Whether anything may have to be taken out.
  static func isNeeded(for lines: UnsafeRawBufferPointer) -> Bool {
    lines.firstIndex(ofByte: 0x1B) != nil || lines.firstIndex(ofByte: 0x08) != nil
  }

  /// Calls with the lines as they are shown.
  mutating func with<Result>(
    _ lines: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    bytes.removeAll(keepingCapacity: true)
    var start = 0
    while start < lines.count {
      let feed = lines.firstIndex(ofByte: 0x0A, from: start) ?? lines.count
      append(UnsafeRawBufferPointer(rebasing: lines[start..<feed]))
      if feed < lines.count { bytes.append(0x0A) }
      start = feed + 1
    }
    return bytes.withUnsafeBytes(body)
  }

  private mutating func append(_ line: UnsafeRawBufferPointer) {
    guard Self.isNeeded(for: line) else { return bytes.append(contentsOf: line) }
    LineText.appendPlain(Array(line)[...], to: &bytes)
  }
}

extension UnsafeRawBufferPointer {
  /// Where a byte is first, by the fast search of the system.
  nonisolated func firstIndex(ofByte byte: UInt8, from start: Int = 0) -> Int? {
    guard start < count, let first = baseAddress,
      let found = memchr(first + start, Int32(byte), count - start)
    else { return nil }
    return first.distance(to: found)
  }
  /// The index behind the line that an index is in.
  nonisolated func lineEnd(from index: Int) -> Int {
    firstIndex(ofByte: 0x0A, from: index).map { $0 + 1 } ?? count
  }
}
