/// What happened in walks, added up: how much was checked and excused, and how often what happened.
package struct WalkTally: Sendable {
  /// Posts looked at, by how the server pages.
  package private(set) var checked: [PagingStyle: Int] = [:]
  /// Those of them that were missing without a gap where it cannot be known.
  package private(set) var excused: [PagingStyle: Int] = [:]
  /// How often the server's posts were changed in each way, and the list.
  package private(set) var changes: [String: Int] = [:]

  package init() {}

  mutating func add(_ walk: RandomWalk) {
    guard !walk.plan.isUnruly else { return }
    checked[walk.plan.style, default: 0] += walk.truth.checked
    excused[walk.plan.style, default: 0] += walk.truth.missed
    changes["stretches out of order", default: 0] += walk.truth.outOfOrder
    for (kind, count) in walk.posts.counts { changes[kind, default: 0] += count }
    for (kind, count) in walk.kinds { changes[kind, default: 0] += count }
  }

  /// The share of posts that were excused, from 0 to 1.
  package func excusedShare(of style: PagingStyle) -> Double {
    let all = checked[style] ?? 0
    return all == 0 ? 0 : Double(excused[style] ?? 0) / Double(all)
  }

  /// How the server pages where more was excused than one post in a hundred, among enough posts
  /// that it is not an accident.
  package var excessive: PagingStyle? {
    PagingStyle.allCases.first { checked[$0] ?? 0 > 100_000 && excusedShare(of: $0) > 0.01 }
  }
}
