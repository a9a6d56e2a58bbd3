extension Canvas {
  /// The canvas as text, a line each, blanks at the right trimmed: what a test compares.
  ///
  /// The whole grid, not the region at hand. A wide glyph is one character. Cost: its glyphs.
  public var picture: String {
    (0..<extent.lines).map { line in
      var text = range(ofLine: line).map { glyphs[$0].description }.joined()
      while text.last == " " { text.removeLast() }
      return text
    }.joined(separator: "\n")
  }

  /// The styles as text, a letter each: `b` bold, `d` dim, `i` italic, `u` underline,
  /// `r` reverse, `c` coloured, `.` plain; the first that applies, in this order.
  ///
  /// One letter for each column, blanks at the right as well.
  public var stylePicture: String {
    (0..<extent.lines).map { line in
      String(range(ofLine: line).map { Self.letter(of: styles[$0]) })
    }.joined(separator: "\n")
  }

  private static func letter(of style: Style) -> Character {
    let letters: [(Style.Attributes, Character)] = [
      (.bold, "b"), (.dim, "d"), (.italic, "i"), (.underline, "u"), (.reverse, "r"),
    ]
    if let found = letters.first(where: { style.attributes.contains($0.0) }) { return found.1 }
    return style == .plain ? "." : "c"
  }
}
