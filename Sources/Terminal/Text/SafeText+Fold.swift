extension SafeText {
  /// The text cut into lines of at most a number of columns, wherever that is: blanks stay, as a
  /// terminal itself does it.
  ///
  /// There is always at least one line, and together they are the text. A wide glyph that does not
  /// fit begins the next line; fewer than two columns hold none, and the text then stays whole. Cost:
  /// the glyphs.
  public func folded(to columns: Int) -> [SafeText] {
    folded(to: columns, line: part)
  }

  /// The lines of the folded text, each made of its glyphs' range.
  func folded<Line>(to columns: Int, line: (Range<Int>) -> Line) -> [Line] {
    guard width > columns, columns > 1 else { return [line(glyphs.indices)] }
    var lines: [Line] = []
    var (start, used) = (glyphs.startIndex, 0)
    for (index, glyph) in glyphs.enumerated() {
      if used + glyph.width > columns {
        lines.append(line(start..<index))
        (start, used) = (index, 0)
      }
      used += glyph.width
    }
    lines.append(line(start..<glyphs.endIndex))
    return lines
  }
}
