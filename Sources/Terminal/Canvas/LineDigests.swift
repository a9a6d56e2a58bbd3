/// A number for each line of a canvas, by which equal lines are found; two lines of the same number
/// need not be equal.
package struct LineDigests {
  let values: [UInt64]

  /// Costs a pass over the glyphs; their styles do not count.
  package init(of canvas: Canvas) {
    values = canvas.glyphs.withUnsafeBytes { glyphs in
      (0..<canvas.extent.lines).map { line in
        let range = canvas.range(ofLine: line)
        let stride = MemoryLayout<Glyph>.stride
        return Self.digest(
          of: UnsafeRawBufferPointer(
            rebasing: glyphs[range.lowerBound * stride..<range.upperBound * stride]))
      }
    }
  }

  /// Turns and adds four glyphs at a time, side by side, and multiplies at the end, as FNV-1a does with
  /// each byte: a chain of multiplications, one for each glyph, took a sixteenth of a frame.
  private static func digest(of line: UnsafeRawBufferPointer) -> UInt64 {
    var (a, b, c, d): (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0xCBF2_9CE4_8422_2325)
    let size = MemoryLayout<UInt64>.size
    var index = 0
    while index + 4 * size <= line.count {
      a = turned(a) ^ line.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      b = turned(b) ^ line.loadUnaligned(fromByteOffset: index + size, as: UInt64.self)
      c = turned(c) ^ line.loadUnaligned(fromByteOffset: index + 2 * size, as: UInt64.self)
      d = turned(d) ^ line.loadUnaligned(fromByteOffset: index + 3 * size, as: UInt64.self)
      index += 4 * size
    }
    var digest = mixed(mixed(mixed(a, b), c), d)
    while index < line.count {
      digest = mixed(digest, line.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      index += size
    }
    return digest
  }

  private static func turned(_ bits: UInt64) -> UInt64 { bits << 5 | bits >> 59 }

  private static func mixed(_ digest: UInt64, _ bits: UInt64) -> UInt64 {
    let product = (digest ^ bits) &* 0x100_0000_01B3
    return product ^ product >> 29
  }
}
