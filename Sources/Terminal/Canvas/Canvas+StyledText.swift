extension Canvas {
  /// Draws a line of text over a style, each span's own put over that, and says how many columns it took,
  /// drawn or not.
  ///
  /// Where a span says nothing, the style given is kept; see `Style.overlaid(by:)`. Cost: the glyphs
  /// drawn, and where one of the text is wide, those before them.
  ///
  /// - Returns: the text's width in columns, so that what follows can be drawn beside it.
  @discardableResult
  public mutating func draw(
    _ text: StyledText, at point: Point = .zero, style: Style = .plain
  ) -> Int {
    draw(text.text, at: point, style: style)
    if !text.spans.isEmpty { drawSpans(of: text, at: point, over: style) }
    return text.width
  }

  /// The text stands there in the style by now.
  private mutating func drawSpans(
    of text: StyledText, at point: Point, over style: Style
  ) {
    let place = point.moved(by: region.origin)
    guard clip.lines.contains(place.line) else { return }
    // A text further left is out of sight all the same.
    let start = max(place.column, -text.width)
    var (range, column) = text.text.glyphs(in: clip.columns.shifted(by: -start))
    for span in text.spans.overlapping(range) {
      let glyphs = span.glyphs.clamped(to: range)
      let first = column + text.text.columns(of: range.lowerBound..<glyphs.lowerBound)
      (column, range) = (
        first + text.text.columns(of: glyphs), glyphs.upperBound..<range.upperBound
      )
      let columns = (start + first..<start + column).clamped(to: clip.columns)
      set(style.overlaid(by: span.style), on: columns, ofLine: place.line)
    }
  }
}
