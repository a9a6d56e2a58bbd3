import Glibc
import Terminal

/// The differences between the current and the new contents of a line.
nonisolated struct LineChange {
  /// The columns to write, in order; no part begins or ends in the middle of a wide glyph, or
  /// between a letter and its spacing marks.
  private(set) var parts: [Range<Int>] = []
  /// The columns to erase after the text; empty if there are none.
  private(set) var erased = 0..<0

  /// Whether nothing differs.
  var isEmpty: Bool { parts.isEmpty && erased.isEmpty }

  /// The number of columns to write.
  var count: Int { parts.reduce(0) { $0 + $1.count } }

  /// The minimum number of adjacent equal glyphs that are skipped instead of written: about the
  /// length of a cursor movement in bytes.
  private static let leastPassedOver = 8

  /// Compares two lines with the same number of columns.
  ///
  /// Cost: a memory comparison if nothing differs; otherwise each column is compared once or twice.
  init(from old: CanvasLine, to new: CanvasLine) {
    let (old, new) = (old.glyphs, new.glyphs)
    guard Self.differ(old.span, new.span) else { return }
    old.withUnsafeBufferPointer { old in
      new.withUnsafeBufferPointer { new in compare(old, new) }
    }
  }

  private typealias Glyphs = UnsafeBufferPointer<StyledGlyph>

  private mutating func compare(_ old: Glyphs, _ new: Glyphs) {
    let oldEnd = Self.endOfText(old)
    var end = Self.endOfText(new)
    // The letter before an erased spacing mark is written again.
    while end < oldEnd, old[end].glyph.isSpacingMark { end += 1 }
    var start = Self.firstColumn(equal: false, old, new, from: 0, to: end)
    while start < end {
      var stop = Self.firstColumn(equal: true, old, new, from: start, to: end)
      var next = Self.firstColumn(equal: false, old, new, from: stop, to: end)
      while next < end, next - stop < Self.leastPassedOver {
        stop = Self.firstColumn(equal: true, old, new, from: next, to: end)
        next = Self.firstColumn(equal: false, old, new, from: stop, to: end)
      }
      add(start..<stop, of: new, over: old)
      start = next
    }
    if end < oldEnd { erased = end..<oldEnd }
  }

  /// The first column at or after `index` in which the lines are equal, or differ if `equal` is
  /// false; `end` if none is found.
  @inline(__always) private static func firstColumn(
    equal: Bool, _ old: Glyphs, _ new: Glyphs, from index: Int, to end: Int
  ) -> Int {
    var index = index
    while index < end {
      let (a, b) = (old[index], new[index])
      // The two differences are combined, because two branches for each column cost more than the
      // comparison.
      let difference = (a.glyph.bits ^ b.glyph.bits) | (a.style.bits ^ b.style.bits)
      if (difference == 0) == equal { break }
      index &+= 1
    }
    return index
  }

  /// Adds a part; a glyph of two columns is written completely, and a letter with its spacing
  /// marks, because some terminals draw them into the column of the letter.
  private mutating func add(_ part: Range<Int>, of line: Glyphs, over old: Glyphs) {
    var first = part.lowerBound
    while first > 0, line[first].isJoined || old[first].glyph.isSpacingMark { first -= 1 }
    var end = part.upperBound + (line[part.upperBound - 1].glyph.width == 2 ? 1 : 0)
    while end < line.count, line[end].isJoined { end += 1 }
    parts.append(first..<end)
  }

  /// The end of the text; the rest of the line is blank.
  private static func endOfText(_ line: Glyphs) -> Int {
    let (blank, plain) = (Glyph.space.bits, Style.plain.bits)
    var end = line.count
    while end > 0, line[end &- 1].glyph.bits == blank, line[end &- 1].style.bits == plain {
      end &-= 1
    }
    return end
  }

  /// Whether two lines differ; the bytes of their glyphs are compared, because equal values have
  /// equal bytes.
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

extension StyledGlyph {
  /// Whether the column belongs to the glyph before it: the right half of a wide glyph, or a
  /// spacing mark.
  nonisolated fileprivate var isJoined: Bool { glyph.width == 0 || glyph.isSpacingMark }
}
