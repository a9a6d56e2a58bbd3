/// Lines of a canvas that stood elsewhere in the last one, all moved by the same number of lines.
package struct ScrolledLines: Equatable {
  /// The lines that the movement is about, on both canvases; what is in them no more is new.
  package let lines: Range<Int>
  /// How far the lines moved up; down where it is negative.
  package let distance: Int

  /// Finds the movement that keeps the most lines, or nil where none keeps at least half of those that
  /// differ.
  ///
  /// Cost: lines × lines comparisons of numbers.
  package init?(from old: LineDigests, to new: LineDigests) {
    guard old.values.count == new.values.count,
      let first = new.values.indices.first(where: { old.values[$0] != new.values[$0] }),
      let last = new.values.indices.last(where: { old.values[$0] != new.values[$0] }), last > first
    else { return nil }
    let differing = first..<last + 1
    let found = (1..<differing.count).lazy.flatMap { [$0, -$0] }
      .map { (distance: $0, kept: Self.kept(old, new, differing, $0)) }
      .max { $0.kept.count < $1.kept.count }
    guard let (distance, kept) = found, kept.count * 2 >= differing.count, let span = kept.span
    else { return nil }
    self.distance = distance
    // What moved, and the lines that it moved over: nothing else is touched.
    lines =
      min(
        span.lowerBound, span.lowerBound + distance)..<max(
        span.upperBound, span.upperBound + distance)
  }

  /// Where a line stood, if it is one that has moved or that is not concerned; nil for a new one.
  package func origin(of line: Int) -> Int? {
    guard lines.contains(line) else { return line }
    let origin = line + distance
    return lines.contains(origin) ? origin : nil
  }

  /// How many of some lines stood so far below, and from which to which.
  private static func kept(
    _ old: LineDigests, _ new: LineDigests, _ lines: Range<Int>, _ distance: Int
  ) -> (count: Int, span: Range<Int>?) {
    var (count, span) = (0, Range<Int>?.none)
    for line in lines.clamped(to: lines.lowerBound - distance..<lines.upperBound - distance)
    where new.values[line] == old.values[line + distance] {
      count += 1
      span = (span?.lowerBound ?? line)..<line + 1
    }
    return (count, span)
  }
}
