/// A number for each line of a canvas, by which equal lines are found; two lines of the same number
/// need not be equal.
package struct LineDigests {
  let values: [UInt64]

  /// Costs a pass over the glyphs; their styles do not count.
  package init(of canvas: Canvas) {
    values = (0..<canvas.extent.lines).map { Self.digest(of: canvas, line: $0) }
  }

  /// Multiplies by an odd number after each glyph, as FNV-1a does with each byte.
  private static func digest(of canvas: Canvas, line: Int) -> UInt64 {
    let glyphs = canvas.glyphs.span
    var digest: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in canvas.range(ofLine: line) {
      digest = (digest ^ glyphs[index].bits) &* 0x100_0000_01B3
      digest ^= digest >> 29
    }
    return digest
  }
}
