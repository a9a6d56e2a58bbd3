/// A number for a line of a canvas, by which equal lines are found; two lines of the same number need not be
/// equal.
enum LineDigest {
  /// Costs a pass over the glyphs; their styles do not count.
  ///
  /// Rotates and XORs in four independent lanes and multiplies only at the end; one multiplication
  /// per glyph took a sixteenth of a frame.
  static func of(_ line: [StyledGlyph]) -> UInt64 {
    var (a, b, c, d): (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0xCBF2_9CE4_8422_2325)
    return line.withUnsafeBufferPointer { line in
      var index = 0
      // An index is within the line, so that no sum is too large.
      while index < line.count & ~3 {
        a = turned(a) ^ line[index].glyph.bits
        b = turned(b) ^ line[index &+ 1].glyph.bits
        c = turned(c) ^ line[index &+ 2].glyph.bits
        d = turned(d) ^ line[index &+ 3].glyph.bits
        index &+= 4
      }
      return line[index...].reduce(mixed(mixed(mixed(a, b), c), d)) { mixed($0, $1.glyph.bits) }
    }
  }

  private static func turned(_ bits: UInt64) -> UInt64 { bits << 5 | bits >> 59 }

  private static func mixed(_ digest: UInt64, _ bits: UInt64) -> UInt64 {
    let product = (digest ^ bits) &* 0x100_0000_01B3
    return product ^ product >> 29
  }
}
