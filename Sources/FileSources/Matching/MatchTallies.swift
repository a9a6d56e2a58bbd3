import Synchronization

/// The number of matches in each stretch of a file, if the stretch has been counted.
///
/// The memory used depends on the size of the file, not on the number of matches.
struct MatchTallies: Sendable {
  private struct Tally {
    let count: Int
    /// The end of the file when the count was made; nil if the count is final.
    let end: Int?
  }

  /// The size of a stretch in bytes.
  let spacing: Int
  private var tallies: [Tally?] = []

  init(spacing: Int) { self.spacing = spacing }

  /// The stretch that contains an offset.
  func stretch(of offset: Int) -> Int { offset / spacing }

  /// The stretches of a file between two offsets.
  func stretches(from start: Int, upTo end: Int) -> Range<Int> {
    let first = stretch(of: start)
    return first..<max(first, (end + spacing - 1) / spacing)
  }

  /// The byte range of a stretch, limited to the file.
  func range(of stretch: Int, from start: Int, upTo end: Int) -> Range<Int> {
    let first = min(max(start, stretch * spacing), end)
    return first..<max(first, min((stretch + 1) * spacing, end))
  }

  /// The number of matches counted in a stretch; nil if it is unknown for a file with this end.
  func count(of stretch: Int, upTo end: Int) -> Int? {
    guard stretch < tallies.count, let tally = tallies[stretch], tally.end ?? end == end else {
      return nil
    }
    return tally.count
  }

  /// The number of matches in several stretches; nil if the number in one of them is unknown.
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

/// A round in which several threads count the matches in stretches; it ends when the leading
/// stretches have enough matches.
final class TallyRound: Sendable {
  private struct State {
    /// The number of leading stretches that a thread has taken to count, or whose counts were
    /// known.
    var taken = 0
    /// The number of leading stretches that are counted, and their matches.
    var counted = 0
    var matches = 0
  }

  /// The stretches in the order of the search.
  let stretches: [Int]
  /// The number of matches after which the round ends.
  let enough: Int
  /// The known count of a stretch; nil if it is unknown.
  private let known: @Sendable (_ stretch: Int) -> Int?
  private let state = Mutex(State())

  init(_ stretches: [Int], enough: Int, known: @escaping @Sendable (_ stretch: Int) -> Int?) {
    (self.stretches, self.enough, self.known) = (stretches, enough, known)
  }

  /// The number of leading stretches that have been counted.
  var counted: Int { state.withLock { $0.counted } }
  /// The number of matches in the leading stretches that have been counted.
  var matches: Int { state.withLock { $0.matches } }

  /// Takes the next stretch to count; nil if there are enough matches or no stretch is left.
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

  /// Adds up the counts of the leading stretches until there are enough matches.
  func advance() { state.withLock { advance(&$0) } }

  private func advance(_ state: inout State) {
    while state.counted < stretches.count, state.matches < enough,
      let more = known(stretches[state.counted])
    {
      (state.matches, state.counted) = (state.matches + more, state.counted + 1)
    }
  }
}
