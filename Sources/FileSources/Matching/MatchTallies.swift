/// How many lines match in each stretch of a file, as far as that was counted.
///
/// Memory depends on the size of the file and not on how much matches.
struct MatchTallies: Sendable {
  private struct Tally {
    let count: Int
    /// Where the file ended when it was counted; nil where that does not matter any more.
    let end: Int?
  }

  /// Bytes of a stretch.
  let spacing: Int
  private var tallies: [Tally?] = []

  init(spacing: Int) { self.spacing = spacing }

  /// The stretch that an offset is in.
  func stretch(of offset: Int) -> Int { offset / spacing }

  /// The stretches of a file that ends at an offset.
  func stretches(from start: Int, upTo end: Int) -> Range<Int> {
    let first = stretch(of: start)
    return first..<max(first, (end + spacing - 1) / spacing)
  }

  /// The offsets of a stretch, as far as the file goes.
  func range(of stretch: Int, from start: Int, upTo end: Int) -> Range<Int> {
    let first = min(max(start, stretch * spacing), end)
    return first..<max(first, min((stretch + 1) * spacing, end))
  }

  /// How many of the lines match that begin in a stretch; nil where it is not known for a file that ends
  /// there.
  func count(of stretch: Int, upTo end: Int) -> Int? {
    guard stretch < tallies.count, let tally = tallies[stretch], tally.end ?? end == end else {
      return nil
    }
    return tally.count
  }

  /// The matches of some stretches; nil where one was not counted.
  func count(of stretches: Range<Int>, upTo end: Int) -> Int? {
    var sum = 0
    for stretch in stretches {
      guard let count = count(of: stretch, upTo: end) else { return nil }
      sum += count
    }
    return sum
  }

  mutating func note(_ count: Int, of stretch: Int, upTo end: Int?) {
    let missing = stretch + 1 - tallies.count
    if missing > 0 { tallies += Array(repeating: nil, count: missing) }
    tallies[stretch] = Tally(count: count, end: end)
  }
}
