import Synchronization

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

/// Stretches that are counted in an order by several threads, until those that come first have enough.
final class TallyRound: Sendable {
  private struct State {
    /// How many of them have been taken by a thread, or need none.
    var taken = 0
    /// How many of the first are counted, and their matches.
    var counted = 0
    var matches = 0
  }

  /// In the order in which they are looked at.
  let stretches: [Int]
  /// How many matches are enough.
  let enough: Int
  /// The matches of a stretch, where they are known.
  private let known: @Sendable (_ stretch: Int) -> Int?
  private let state = Mutex(State())

  init(_ stretches: [Int], enough: Int, known: @escaping @Sendable (_ stretch: Int) -> Int?) {
    (self.stretches, self.enough, self.known) = (stretches, enough, known)
  }

  /// How many of the first are counted.
  var counted: Int { state.withLock { $0.counted } }
  /// How many lines match in those.
  var matches: Int { state.withLock { $0.matches } }

  /// The next stretch that is to be counted, by one thread; nil where there are enough matches.
  func next() -> Int? {
    state.withLock { state in
      advance(&state)
      while state.matches < enough, state.taken < stretches.count {
        defer { state.taken += 1 }
        if known(stretches[state.taken]) == nil { return stretches[state.taken] }
      }
      return nil
    }
  }

  /// Goes over those that are counted by now, up to the one that makes it enough.
  func advance() { state.withLock { advance(&$0) } }

  private func advance(_ state: inout State) {
    while state.counted < stretches.count, state.matches < enough,
      let more = known(stretches[state.counted])
    {
      (state.matches, state.counted) = (state.matches + more, state.counted + 1)
    }
  }
}
