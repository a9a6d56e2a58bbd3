extension SafeText {
  /// The text cut into lines of at most a number of columns, wherever that is: blanks stay, as a
  /// terminal itself does it.
  ///
  /// There is always at least one line, and together they are the text. A wide glyph that does not
  /// fit begins the next line; fewer than two columns hold none, and the text then stays whole. Cost:
  /// the glyphs.
  public func folded(to columns: Int) -> [SafeText] {
    guard width > columns, columns > 1 else { return [self] }
    var lines: [SafeText] = []
    var (start, used) = (glyphs.startIndex, 0)
    for (index, glyph) in glyphs.enumerated() {
      if used + glyph.width > columns {
        lines.append(SafeText(glyphs: glyphs[start..<index]))
        (start, used) = (index, 0)
      }
      used += glyph.width
    }
    lines.append(SafeText(glyphs: glyphs[start...]))
    return lines
  }
}
