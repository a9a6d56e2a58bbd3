/// The answers that a list has taken since it was begun, and what of them is still known.
///
/// An answer is known while something is held that it was the last to show. What was dropped is
/// not.
struct WalkLooks: Sendable {
  /// What an answer covers, and when it was made, by the server's time.
  struct Part: Hashable, Sendable {
    let time: Int
    let ranks: ClosedRange<Int>
  }

  /// An answer: when it was made, what it covers, with the pages of nothing before it, and its posts.
  private struct Look {
    let time: Int
    let parts: [Part]
    let posts: [Int]

    /// When it was looked at a rank; nil for one that it does not cover.
    func time(of rank: Int) -> Int? { parts.last { $0.ranks.contains(rank) }?.time }
  }

  private var looks: [Look] = []
  /// The place of the answer that a post was last seen in.
  private var last: [Int: Int] = [:]

  /// Takes note of an answer and of those of its posts that were taken.
  mutating func note(_ posts: [Int], at time: Int, parts: [Part]) {
    for post in posts { last[post] = looks.count }
    looks.append(Look(time: time, parts: parts, posts: posts))
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
    let near = posts.compactMap { last[$0] }.filter { looks[$0].time(of: rank) != nil }
    if let looked = near.max().flatMap({ looks[$0].time(of: rank) }) { return time <= looked }
    var wasLookedAt = false
    for (place, look) in looks.enumerated().reversed() {
      guard let looked = look.time(of: rank) else { continue }
      wasLookedAt = true
      if look.posts.contains(where: { last[$0] == place && isHeld($0) }) { return time <= looked }
    }
    return !wasLookedAt
  }
}
