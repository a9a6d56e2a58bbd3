/// A line that stands on several canvases, with the number by which equal ones are found.
///
/// An object of its own, small and apart from its glyphs: a frame that keeps fifty lines counts references to
/// them, and to touch the memory of each line's glyphs costs as much as all the rest.
package final class KeptLine: Sendable {
  let glyphs: [StyledGlyph]
  let digest: UInt64

  init(_ glyphs: [StyledGlyph]) {
    self.glyphs = glyphs
    digest = LineDigest.of(glyphs)
  }
}
