import Bytes
import Glibc
import Terminal

/// Lines without what is not shown of them: sequences of colour, and the marks of overstriking.
///
/// Line ends stay what they are, so that each line can be found again.
nonisolated struct ShownBytes {
  private var bytes: [UInt8] = []

  /// Whether anything may have to be taken out.
  static func isNeeded(for lines: UnsafeRawBufferPointer) -> Bool {
    lines.firstIndex(of: .escape, from: 0) != nil
      || lines.firstIndex(of: .backspace, from: 0) != nil
  }

  /// Calls with the lines as they are shown.
  mutating func with<Result>(
    _ lines: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    bytes.removeAll(keepingCapacity: true)
    var start = 0
    while start < lines.count {
      let feed = lines.firstIndex(of: .lineFeed, from: start) ?? lines.count
      append(UnsafeRawBufferPointer(rebasing: lines[start..<feed]))
      if feed < lines.count { bytes.append(.lineFeed) }
      start = feed + 1
    }
    return bytes.withUnsafeBytes(body)
  }

  private mutating func append(_ line: UnsafeRawBufferPointer) {
    guard Self.isNeeded(for: line) else { return bytes.append(contentsOf: line) }
    LineText.appendPlain(Array(line)[...], to: &bytes)
  }
}
