/// Spans in order, apart from each other.
extension [StyledText.Span] {
  /// Adds a span behind the others, as one with the last where that goes on; an empty or a plain one is
  /// none.
  mutating func join(_ range: Range<Int>, _ style: Style) {
    guard !range.isEmpty, style != .plain else { return }
    if let last, last.style == style, last.glyphs.upperBound == range.lowerBound {
      self[count - 1] = Element(last.glyphs.lowerBound..<range.upperBound, style: style)
    } else {
      append(Element(range, style: style))
    }
  }

  /// The spans that share a glyph with a range.
  ///
  /// Cost: their number, and the logarithm of that of all.
  func overlapping(_ range: Range<Int>) -> ArraySlice<Element> {
    var (first, end) = (0, count)
    while first < end {
      let middle = (first + end) / 2
      if self[middle].glyphs.upperBound > range.lowerBound {
        end = middle
      } else {
        first = middle + 1
      }
    }
    return self[first...].prefix { $0.glyphs.lowerBound < range.upperBound }
  }
}
