/// Lines of a canvas that stood elsewhere in the last one, all moved by the same number of lines.
package struct ScrolledLines: Equatable {
  /// The lines that the movement is about, on both canvases; what is in them no more is new.
  package let lines: Range<Int>
  /// How far the lines moved up; down where it is negative.
  package let distance: Int

  /// Finds the movement that keeps the most lines, or nil where none keeps at least half of those
  /// that differ.
  ///
  /// Cost: lines × lines comparisons of numbers.
  package init?(from old: LineDigests, to new: LineDigests) {
    guard old.values.count == new.values.count,
      let first = new.values.indices.first(where: { old.values[$0] != new.values[$0] }),
      let last = new.values.indices.last(where: { old.values[$0] != new.values[$0] }), last > first
    else { return nil }
    let differing = first..<last + 1
    var (best, bestDistance) = (Kept(), 0)
    // One further away keeps fewer lines, at the most.
    for distance in 1..<differing.count where best.count < differing.count - distance {
      for distance in [distance, -distance] {
        let kept = Kept(old, new, differing, distance)
        if kept.count > best.count { (best, bestDistance) = (kept, distance) }
      }
    }
    guard best.count * 2 >= differing.count else { return nil }
    distance = bestDistance
    // What moved, and the lines that it moved over: nothing else is touched.
    lines =
      min(best.first, best.first + distance)..<max(best.last + 1, best.last + 1 + distance)
  }

  /// Where a line stood, if it is one that has moved or that is not concerned; nil for a new one.
  package func origin(of line: Int) -> Int? {
    guard lines.contains(line) else { return line }
    let origin = line + distance
    return lines.contains(origin) ? origin : nil
  }

  /// How many of some lines stood this far below, and which are the first and the last of them.
  private struct Kept {
    private(set) var (count, first, last) = (0, 0, 0)

    init() {}

    init(_ old: LineDigests, _ new: LineDigests, _ lines: Range<Int>, _ distance: Int) {
      let (old, new) = (old.values.span, new.values.span)
      for line in lines.clamped(to: lines.lowerBound - distance..<lines.upperBound - distance)
      where new[line] == old[line + distance] {
        if count == 0 { first = line }
        (count, last) = (count + 1, line)
      }
    }
  }
}

/// What lines of a canvas are known by, from the top.
package struct LineDigests {
  /// Numbers by which equal lines are found.
  let values: [UInt64]
  /// Which lines were kept as they are.
  private let kept: [ObjectIdentifier?]

  /// Costs a pass over the lines that were drawn into since they were kept.
  package init(of canvas: Canvas) {
    values = canvas.lines.map(\.digest)
    kept = canvas.lines.map(\.identity)
  }

  /// Whether a line is known to be the same as one of another canvas that is still held.
  ///
  /// Cost: constant. Lines that are not known to be may be equal.
  package func isSame(_ line: Int, as other: Int, of digests: LineDigests) -> Bool {
    kept[line] != nil && kept[line] == digests.kept[other]
  }
}

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
