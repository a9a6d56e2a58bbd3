import Synchronization

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
