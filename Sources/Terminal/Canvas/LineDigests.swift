/// A number for each line of a canvas, by which equal lines are found; two lines of the same number
/// need not be equal.
package struct LineDigests {
  let values: [UInt64]

  /// Costs a pass over the glyphs; their styles do not count.
  package init(of canvas: Canvas) {
    values = canvas.glyphs.withUnsafeBytes { glyphs in
      // A glyph is a value of eight bytes, and nothing else.
      let words = glyphs.assumingMemoryBound(to: UInt64.self)
      return (0..<canvas.extent.lines).map { line in
        Self.digest(of: UnsafeBufferPointer(rebasing: words[canvas.range(ofLine: line)]))
      }
    }
  }

  /// Rotates and XORs in four independent lanes and multiplies only at the end; one multiplication
  /// per glyph took a sixteenth of a frame.
  private static func digest(of line: UnsafeBufferPointer<UInt64>) -> UInt64 {
    var (a, b, c, d): (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0xCBF2_9CE4_8422_2325)
    var index = 0
    // An index is within the line, so that no sum is too large.
    while index < line.count & ~3 {
      a = turned(a) ^ line[index]
      b = turned(b) ^ line[index &+ 1]
      c = turned(c) ^ line[index &+ 2]
      d = turned(d) ^ line[index &+ 3]
      index &+= 4
    }
    return line[index...].reduce(mixed(mixed(mixed(a, b), c), d), mixed)
  }

  private static func turned(_ bits: UInt64) -> UInt64 { bits << 5 | bits >> 59 }

  private static func mixed(_ digest: UInt64, _ bits: UInt64) -> UInt64 {
    let product = (digest ^ bits) &* 0x100_0000_01B3
    return product ^ product >> 29
  }
}
