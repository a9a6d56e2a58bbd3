extension Canvas {
  /// The canvas as text, a line each, blanks at the right trimmed: what a test compares.
  ///
  /// The whole grid, not the region at hand. A wide glyph is one character. Cost: its glyphs.
  public var picture: String {
    lines.map { line in
      var text = line.glyphs.map(\.glyph.description).joined()
      while text.last == " " { text.removeLast() }
      return text
    }.joined(separator: "\n")
  }

  /// The styles as text, a letter each: `b` bold, `d` dim, `i` italic, `u` underline,
  /// `r` reverse, `c` coloured, `.` plain; the first that applies, in this order.
  ///
  /// One letter for each column, blanks at the right as well.
  public var stylePicture: String {
    lines.map { line in
      String(line.glyphs.map { Self.letter(of: $0.style) })
    }.joined(separator: "\n")
  }

  /// The glyphs of all lines, one after the other.
  ///
  /// Cost: their number.
  package var glyphs: [Glyph] { lines.flatMap { $0.glyphs.map(\.glyph) } }

  /// The styles of all glyphs, in the same order.
  ///
  /// Cost: their number.
  package var styles: [Style] { lines.flatMap { $0.glyphs.map(\.style) } }

  /// Where a line's glyphs begin and end in `glyphs` and `styles`.
  package func range(ofLine line: Int) -> Range<Int> {
    (line * extent.columns)..<((line + 1) * extent.columns)
  }

  private static func letter(of style: Style) -> Character {
    let letters: [(Style.Attributes, Character)] = [
      (.bold, "b"), (.dim, "d"), (.italic, "i"), (.underline, "u"), (.reverse, "r"),
    ]
    if let found = letters.first(where: { style.attributes.contains($0.0) }) { return found.1 }
    return style == .plain ? "." : "c"
  }
}
