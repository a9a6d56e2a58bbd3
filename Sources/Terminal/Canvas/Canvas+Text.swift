extension Canvas {
  /// The text of the lines, without plain blanks at their ends, up to the last line that has other
  /// glyphs.
  ///
  /// Cost: proportional to the number of columns in all lines.
  package var styledLines: [StyledText] {
    var texts = lines.map { Self.text(of: $0.glyphs[...]) }
    while texts.last?.text.glyphs.isEmpty ?? false { texts.removeLast() }
    return texts
  }

  private static func text(of line: ArraySlice<StyledGlyph>) -> StyledText {
    var (text, rest) = (StyledText.empty, line)
    while rest.last == .blank { rest.removeLast() }
    while let first = rest.first {
      let run = rest.prefix { $0.style == first.style }
      text.append(
        SafeText(glyphs: run.lazy.map(\.glyph).filter { $0 != .continuation }), style: first.style)
      rest = rest[run.endIndex...]
    }
    return text
  }
}
