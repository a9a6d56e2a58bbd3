/// What stands in one place of a canvas: a glyph in a style.
package struct StyledGlyph: Hashable, Sendable, BitwiseCopyable {
  /// The glyph, of a wide one the left half or the right.
  @usableFromInline package var glyph: Glyph
  /// How it looks.
  @usableFromInline package var style: Style

  /// Puts a glyph into a style.
  package init(glyph: Glyph, style: Style) { (self.glyph, self.style) = (glyph, style) }

  /// Whether both are the same: written out, because what the compiler makes is called for each place of a frame.
  @inlinable package static func == (a: StyledGlyph, b: StyledGlyph) -> Bool {
    a.glyph.bits == b.glyph.bits && a.style.bits == b.style.bits
  }

  /// Nothing, in the terminal's own colours.
  package static var blank: StyledGlyph { StyledGlyph(glyph: .space, style: .plain) }
}
