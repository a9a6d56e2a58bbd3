/// What stands in one place of a canvas: a glyph in a style.
package struct StyledGlyph: Hashable, Sendable, BitwiseCopyable {
  /// The glyph, of a wide one the left half or the right.
  package var glyph: Glyph
  /// How it looks.
  package var style: Style

  /// Puts a glyph into a style.
  package init(glyph: Glyph, style: Style) { (self.glyph, self.style) = (glyph, style) }

  /// Nothing, in the terminal's own colours.
  package static var blank: StyledGlyph { StyledGlyph(glyph: .space, style: .plain) }
}
