/// Lines of a canvas that were elsewhere on the previous canvas, all moved by the same distance.
package struct ScrolledLines: Equatable {
  /// The range of lines affected by the movement, on both canvases; lines in it that have no origin
  /// are new.
  package let lines: Range<Int>
  /// The number of lines by which the contents moved up; negative if they moved down.
  package let distance: Int

  /// Finds the movement that keeps the most lines; nil if none keeps at least half of the lines
  /// from the first to the last that differ.
  ///
  /// It is also nil if fewer than two lines differ, or if the canvases have different heights.
  /// Cost: comparisons of numbers, at most the square of the number of lines.
  package init?(from old: LineDigests, to new: LineDigests) {
    guard old.values.count == new.values.count,
      let first = new.values.indices.first(where: { old.values[$0] != new.values[$0] }),
      let last = new.values.indices.last(where: { old.values[$0] != new.values[$0] }), last > first
    else { return nil }
    let differing = first..<last + 1
    var (best, bestDistance) = (Kept(), 0)
    // A movement by `distance` keeps at most `differing.count - distance` lines.
    for distance in 1..<differing.count where best.count < differing.count - distance {
      for distance in [distance, -distance] {
        let kept = Kept(old, new, differing, distance)
        if kept.count > best.count { (best, bestDistance) = (kept, distance) }
      }
    }
    guard best.count * 2 >= differing.count else { return nil }
    distance = bestDistance
    // The affected lines are those that moved, and those that they moved over.
    lines =
      min(best.first, best.first + distance)..<max(best.last + 1, best.last + 1 + distance)
  }

  /// The index at which the contents of a line were before the movement; nil for a line that the
  /// movement has made blank.
  ///
  /// The contents may since have changed.
  package func origin(of line: Int) -> Int? {
    guard lines.contains(line) else { return line }
    let origin = line + distance
    return lines.contains(origin) ? origin : nil
  }

  /// The number of lines that a movement keeps, and the indices of the first and the last of them.
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

/// The digests by which equal lines of two canvases are found, in order from the top line.
package struct LineDigests {
  /// The digest of each line.
  let values: [UInt64]
  /// The identity of each kept line.
  private let kept: [ObjectIdentifier?]

  /// Creates the digests, in one pass over the lines that have been drawn into since they were
  /// kept.
  package init(of canvas: Canvas) {
    values = canvas.lines.map(\.digest)
    kept = canvas.lines.map(\.identity)
  }

  /// Whether a line is known to be equal to a line of another canvas that still exists.
  ///
  /// Cost: constant. Two lines may be equal even if the result is false.
  package func isSame(_ line: Int, as other: Int, of digests: LineDigests) -> Bool {
    kept[line] != nil && kept[line] == digests.kept[other]
  }
}

/// A number for finding equal lines; two lines with the same number may still differ.
enum LineDigest {
  /// The digest of a line, computed in one pass over the glyphs without their styles.
  ///
  /// It rotates and XORs in four independent lanes and multiplies only at the end, because one
  /// multiplication per glyph would take a sixteenth of the time for a frame.
  static func of(_ line: [StyledGlyph]) -> UInt64 {
    var (a, b, c, d): (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0xCBF2_9CE4_8422_2325)
    return line.withUnsafeBufferPointer { line in
      var index = 0
      // The index is within the line, so the sum cannot overflow.
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
