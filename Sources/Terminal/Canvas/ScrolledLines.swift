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
