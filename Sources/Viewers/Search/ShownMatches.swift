import Bytes
import Glibc
import Search
package import Terminal

/// A search for a literal string in shown text.
package struct ShownMatches {
  private let matcher: Matcher

  /// - Parameter text: a literal string; the result is nil if it cannot be searched for, for
  ///   example because it is empty.
  package init?(of text: String, ignoringCase ignoresCase: Bool) {
    guard !text.isEmpty,
      let pattern = try? SearchPattern(
        text, case: ignoresCase ? .ignored : .sensitive, kind: .literal)
    else { return nil }
    matcher = Matcher(pattern)
  }

  /// Returns the glyphs of each match, in order.
  package func glyphs(in text: SafeText) -> [Range<Int>] { matcher.glyphs(in: text) }
}

extension Matcher {
  /// Returns the glyphs of each match in a shown line, up to 1000 matches; none if matching takes
  /// too long.
  func glyphs(in text: SafeText) -> [Range<Int>] {
    let shown = GlyphBytes(of: text)
    return matches(in: shown.bytes).map(shown.glyphs)
  }

  /// Returns the matches in the bytes of a line, up to 1000; none if matching takes too long.
  func matches(in line: [UInt8]) -> [Range<Int>] {
    line.withUnsafeBytes { (try? matches(inLine: $0)) ?? [] }
  }
}

/// Shown text as UTF-8, with the glyph of each byte.
struct GlyphBytes {
  private(set) var bytes: [UInt8] = []
  private var owners: [Int] = []

  init(of text: SafeText) {
    for (index, glyph) in text.glyphs.enumerated() {
      let start = bytes.count
      glyph.appendUTF8(to: &bytes)
      owners += repeatElement(index, count: bytes.count - start)
    }
  }

  /// Returns the glyphs for a range of bytes.
  func glyphs(_ range: Range<Int>) -> Range<Int> {
    guard let first = owners[range].first, let last = owners[range].last else { return 0..<0 }
    return first..<last + 1
  }
}

/// Lines without the parts that are not shown: color sequences and overstriking.
///
/// Line ends are kept, so that each line corresponds to an original line.
nonisolated struct ShownBytes {
  private var bytes: [UInt8] = []

  /// Whether the lines may contain color sequences or overstriking.
  static func isNeeded(for lines: UnsafeRawBufferPointer) -> Bool {
    lines.firstIndex(of: .escape, from: 0) != nil
      || lines.firstIndex(of: .backspace, from: 0) != nil
  }

  /// Calls a closure with the lines as they are shown.
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
