/// Hashes of the identities that were dropped from one side of a list, the last so many of them.
///
/// They tell a known item that comes again at the other side from a new one. Beyond the limit the
/// earliest are forgotten, and such an item would be shown once more. That two of n identities have
/// the same hash of 64 bits, so that one is taken for the other, has a chance of n²/2⁶⁵: with a
/// million, 3 in 10⁸.
///
/// Cost: O(1) an identity; some 40 bytes each.
struct DroppedIdentities<ID: Hashable & Sendable>: Sendable {
  private var order = Deque<Int>()
  private var known: Set<Int> = []

  var isEmpty: Bool { known.isEmpty }

  func contains(_ id: ID) -> Bool { known.contains(id.hashValue) }

  /// Remembers one that goes; the earliest goes for it beyond the limit.
  mutating func insert(_ id: ID, limit: Int) {
    guard limit > 0, known.insert(id.hashValue).inserted else { return }
    order.append(id.hashValue)
    while order.count > limit, let first = order.first {
      order.removeFirst()
      known.remove(first)
    }
  }

  /// Forgets one that is back: the last to go is the first to come.
  mutating func remove(_ id: ID) {
    guard known.remove(id.hashValue) != nil else { return }
    while let last = order.last, !known.contains(last) { order.removeLast() }
  }
}
