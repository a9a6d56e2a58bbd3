/// The answers that a list has taken since it was begun, and what of them is still known.
///
/// An answer is known while something is held that it was the last to show. What was dropped is
/// not.
struct WalkLooks: Sendable {
  /// An answer: when it was made, by the server's time, the ranks that it covers, and its posts.
  private struct Look {
    let time: Int
    let ranks: ClosedRange<Int>?
    let posts: [Int]
  }

  private var looks: [Look] = []
  /// The place of the answer that a post was last seen in.
  private var last: [Int: Int] = [:]

  /// Takes note of an answer and of those of its posts that were taken.
  mutating func note(_ posts: [Int], at time: Int, ranks: ClosedRange<Int>?) {
    for post in posts { last[post] = looks.count }
    looks.append(Look(time: time, ranks: ranks, posts: posts))
  }

  /// When a post was last seen.
  func time(of post: Int) -> Int? { last[post].map { looks[$0].time } }

  /// Whether a post that has stood at a rank since a time would be held, had nothing been lost.
  ///
  /// It would also be held where nothing was ever asked, because then nothing proves what is there.
  ///
  /// - Parameters:
  ///   - posts: what is held around the rank: the answers that showed it last know best.
  ///   - isHeld: whether a post is held.
  func know(
    _ rank: Int, since time: Int, near posts: some Sequence<Int>, isHeld: (Int) -> Bool
  ) -> Bool {
    let near = posts.compactMap { last[$0] }.filter { looks[$0].ranks?.contains(rank) ?? false }
    if let latest = near.max() { return time <= looks[latest].time }
    var wasLookedAt = false
    for (place, look) in looks.enumerated().reversed()
    where look.ranks?.contains(rank) ?? false {
      wasLookedAt = true
      if look.posts.contains(where: { last[$0] == place && isHeld($0) }) {
        return time <= look.time
      }
    }
    return !wasLookedAt
  }
}
