/// How many line feeds there are before some places of a file, so that no count starts from zero.
struct LineCheckpoints: Sendable {
  /// A place, and the line feeds before it.
  struct Point: Hashable, Sendable {
    var offset: Int
    var feeds: Int
  }

  /// Bytes between two places.
  let spacing: Int

  /// The line feeds before each multiple of the spacing, as far as they are counted.
  private var feeds = [0]

  /// Creates those of which only the start is known.
  init(spacing: Int) {
    self.spacing = spacing
  }

  /// The last place known that is not after an offset.
  func last(upTo offset: Int) -> Point {
    point(min(max(offset, 0) / spacing, feeds.count - 1))
  }

  /// The last place known with fewer line feeds before it than a number, which is 1 or more.
  func last(withFewerThan number: Int) -> Point {
    var (low, high) = (0, feeds.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if feeds[middle] < number { low = middle } else { high = middle }
    }
    return point(low)
  }

  /// Remembers a place if it is the next one.
  mutating func note(_ point: Point) {
    if point.offset == feeds.count * spacing { feeds.append(point.feeds) }
  }

  private func point(_ index: Int) -> Point {
    Point(offset: index * spacing, feeds: feeds[index])
  }
}
