import Terminal

extension StyledGlyph {
  /// A style put over another, said without the library.
  mutating func put(_ over: Style) {
    if over.foreground != .default { style.foreground = over.foreground }
    if over.background != .default { style.background = over.background }
    style.attributes.formUnion(over.attributes)
  }
}

extension StyledText {
  /// Each glyph with its style.
  var styledGlyphs: [StyledGlyph] {
    var glyphs = text.glyphs.map { StyledGlyph(glyph: $0, style: .plain) }
    for span in spans {
      for index in span.glyphs { glyphs[index].put(span.style) }
    }
    return glyphs
  }
}

extension [StyledGlyph] {
  /// The columns of glyphs that are drawn over a style.
  func columns(over base: Style) -> [StyledGlyph] {
    flatMap { styled in
      var column = StyledGlyph(glyph: styled.glyph, style: base)
      column.put(styled.style)
      let half = StyledGlyph(glyph: .continuation, style: column.style)
      return column.glyph.width == 2 ? [column, half] : [column]
    }
  }
}
