/// How many line feeds there are before some places of a file, so that no count starts from zero.
struct LineCheckpoints: Sendable {
  /// A place, and the line feeds before it.
  struct Point: Hashable, Sendable {
    var offset: Int
    var feeds: Int
  }

  /// Bytes between two places.
  let spacing: Int

  /// The first place that can be read, then multiples of the spacing, as far as they are counted.
  private var points = [Point(offset: 0, feeds: 0)]

  /// Creates those of which only the start is known.
  init(spacing: Int) {
    self.spacing = spacing
  }

  /// The last place known that is not after an offset.
  func last(upTo offset: Int) -> Point { last { $0.offset <= offset } }

  /// The last place known with fewer line feeds before it than a number.
  func last(withFewerThan number: Int) -> Point { last { $0.feeds < number } }

  /// Remembers a place if it is one that is remembered, and beyond the others.
  mutating func note(_ point: Point) {
    if point.offset.isMultiple(of: spacing), point.offset > points[points.count - 1].offset {
      points.append(point)
    }
  }

  /// Forgets what is before a place, which can be read no more.
  mutating func begin(at point: Point) {
    guard point.offset > points[0].offset else { return }
    points = [point] + points.drop { $0.offset <= point.offset }
  }

  /// The last place for which something is so that is so for all before it; the first where it is for none.
  private func last(where isBefore: (Point) -> Bool) -> Point {
    var (low, high) = (0, points.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if isBefore(points[middle]) { low = middle } else { high = middle }
    }
    return points[low]
  }
}
