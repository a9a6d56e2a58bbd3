import Glibc
import Terminal

/// What differs between a line and the one that stands there by now.
nonisolated struct LineChange {
  /// Columns to be written, in order; they begin and end between two glyphs.
  private(set) var parts: [Range<Int>] = []
  /// Columns behind the text where something stands that goes; none where nothing does.
  private(set) var erased = 0..<0

  /// Whether nothing differs.
  var isEmpty: Bool { parts.isEmpty && erased.isEmpty }

  /// How many columns are written.
  var count: Int { parts.reduce(0) { $0 + $1.count } }

  /// Equal glyphs that are rather passed over than written again: roughly a movement's length in bytes.
  private static let leastPassedOver = 8

  /// Compares two lines of as many columns.
  ///
  /// Cost: a comparison of memory where nothing differs, else each place once or twice.
  init(from old: CanvasLine, to new: CanvasLine) {
    let (old, new) = (old.glyphs, new.glyphs)
    let (before, after) = (old.span, new.span)
    guard Self.differ(before, after) else { return }
    let end = Self.endOfText(after)
    let oldEnd = Self.endOfText(before)
    var part: Range<Int>?
    for index in 0..<end {
      // One after the other, because a comparison of both at once is a call for each place.
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

  /// A glyph of two columns is written as a whole.
  private mutating func add(_ part: Range<Int>?, of line: Span<StyledGlyph>) {
    guard let part else { return }
    let first = part.lowerBound - (line[part.lowerBound].glyph.width == 0 ? 1 : 0)
    let end = part.upperBound + (line[part.upperBound - 1].glyph.width == 2 ? 1 : 0)
    parts.append(first..<end)
  }

  /// Behind which all is blank.
  private static func endOfText(_ line: Span<StyledGlyph>) -> Int {
    var end = line.count
    while end > 0, line[end - 1].glyph.isBlank, line[end - 1].style == .plain { end -= 1 }
    return end
  }

  /// Compares bytes: equal ones are equal values.
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
