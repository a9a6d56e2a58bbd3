import Glibc
import Terminal

/// What differs between a line and the one that stands there by now.
struct LineChange {
  /// Columns to be written, in order; they begin and end between two glyphs.
  private(set) var parts: [Range<Int>] = []
  /// Columns behind the text where something stands that goes; none where nothing does.
  private(set) var erased = 0..<0

  /// Equal glyphs that are rather passed over than written again: roughly a movement's length in bytes.
  private static let leastPassedOver = 8

  /// Compares two lines of as many columns.
  ///
  /// Cost: a comparison of memory where nothing differs, else each place once or twice.
  init(from old: borrowing Canvas, _ oldLine: Int, to new: borrowing Canvas, _ line: Int) {
    let (before, after) = (old.range(ofLine: oldLine), new.range(ofLine: line))
    guard
      Self.differ(old.glyphs, before, new.glyphs, after)
        || Self.differ(old.styles, before, new.styles, after)
    else { return }
    let start = after.lowerBound
    let end = Self.endOfText(new, after)
    let oldEnd = start + Self.endOfText(old, before) - before.lowerBound
    let (oldGlyphs, glyphs) = (old.glyphs.span, new.glyphs.span)
    let (oldStyles, styles) = (old.styles.span, new.styles.span)
    let offset = before.lowerBound - start
    var part: Range<Int>?
    for index in start..<end {
      if glyphs[index] == oldGlyphs[index + offset], styles[index] == oldStyles[index + offset] {
        continue
      }
      if let begun = part, index - begun.upperBound < Self.leastPassedOver {
        part = begun.lowerBound..<index + 1
      } else {
        add(part, of: new, start)
        part = index..<index + 1
      }
    }
    add(part, of: new, start)
    if end < oldEnd { erased = end - start..<oldEnd - start }
  }

  /// A glyph of two columns is written as a whole.
  private mutating func add(_ part: Range<Int>?, of canvas: Canvas, _ start: Int) {
    guard let part else { return }
    let first = part.lowerBound - (canvas.glyphs[part.lowerBound].width == 0 ? 1 : 0)
    let end = part.upperBound + (canvas.glyphs[part.upperBound - 1].width == 2 ? 1 : 0)
    parts.append(first - start..<end - start)
  }

  /// Behind which all is blank.
  private static func endOfText(_ canvas: Canvas, _ line: Range<Int>) -> Int {
    var end = line.upperBound
    while end > line.lowerBound, canvas.glyphs[end - 1].isBlank, canvas.styles[end - 1] == .plain {
      end -= 1
    }
    return end
  }

  /// Compares bytes: equal ones are equal values.
  private nonisolated static func differ<Value: BitwiseCopyable>(
    _ a: [Value], _ first: Range<Int>, _ b: [Value], _ second: Range<Int>
  ) -> Bool {
    a[first].withUnsafeBytes { a in
      b[second].withUnsafeBytes { b in
        guard a.count == b.count, let start = a.baseAddress, let other = b.baseAddress else {
          return a.count != b.count
        }
        return memcmp(start, other, a.count) != 0
      }
    }
  }
}
