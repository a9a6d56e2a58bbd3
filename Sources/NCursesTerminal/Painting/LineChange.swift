import Glibc
import Terminal

/// The differences between the current and the new contents of a line.
nonisolated struct LineChange {
  /// The columns to write, in order; they begin and end between two glyphs.
  private(set) var parts: [Range<Int>] = []
  /// The columns to erase after the text; empty if none are.
  private(set) var erased = 0..<0

  /// Whether nothing differs.
  var isEmpty: Bool { parts.isEmpty && erased.isEmpty }

  /// The number of columns to write.
  var count: Int { parts.reduce(0) { $0 + $1.count } }

  /// The number of equal glyphs that are skipped instead of written: about the length of a cursor
  /// movement in bytes.
  private static let leastPassedOver = 8

  /// Compares two lines with the same number of columns.
  ///
  /// Cost: a memory comparison if nothing differs, otherwise each column once or twice.
  init(from old: CanvasLine, to new: CanvasLine) {
    let (old, new) = (old.glyphs, new.glyphs)
    let (before, after) = (old.span, new.span)
    guard Self.differ(before, after) else { return }
    let end = Self.endOfText(after)
    let oldEnd = Self.endOfText(before)
    var part: Range<Int>?
    for index in 0..<end {
      // Compared one after the other, because a comparison of both at once is a call for each
      // column.
      if after[index].glyph == before[index].glyph, after[index].style == before[index].style {
        continue
      }
      if let begun = part, index - begun.upperBound < Self.leastPassedOver {
        part = begun.lowerBound..<index + 1
      } else {
        add(part, of: after)
        part = index..<index + 1
      }
    }
    add(part, of: after)
    if end < oldEnd { erased = end..<oldEnd }
  }

  /// Adds a part; a glyph of two columns is written completely.
  private mutating func add(_ part: Range<Int>?, of line: Span<StyledGlyph>) {
    guard let part else { return }
    let first = part.lowerBound - (line[part.lowerBound].glyph.width == 0 ? 1 : 0)
    let end = part.upperBound + (line[part.upperBound - 1].glyph.width == 2 ? 1 : 0)
    parts.append(first..<end)
  }

  /// The end of the text, after which all is blank.
  private static func endOfText(_ line: Span<StyledGlyph>) -> Int {
    var end = line.count
    while end > 0, line[end - 1].glyph.isBlank, line[end - 1].style == .plain { end -= 1 }
    return end
  }

  /// Compares bytes, which are equal for equal values.
  private static func differ(_ a: Span<StyledGlyph>, _ b: Span<StyledGlyph>) -> Bool {
    a.bytes.withUnsafeBytes { a in
      b.bytes.withUnsafeBytes { b in
        guard a.count == b.count, let start = a.baseAddress, let other = b.baseAddress else {
          return a.count != b.count
        }
        return memcmp(start, other, a.count) != 0
      }
    }
  }
}
