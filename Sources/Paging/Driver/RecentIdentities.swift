/// The last n identities that were seen.
///
/// By `==`, so that two of the same hash are two. Cost: O(1) per identity.
package struct RecentIdentities<ID: Hashable & Sendable>: Sendable {
  private var order = Deque<ID>()
  private var known: Set<ID> = []
  private let limit: Int

  package init(limit: Int) { self.limit = limit }

  package func contains(_ id: ID) -> Bool { known.contains(id) }

  /// Remembers an identity; beyond the limit the earliest is forgotten.
  package mutating func insert(_ id: ID) {
    guard limit > 0, known.insert(id).inserted else { return }
    order.append(id)
    if order.count > limit, let first = order.first {
      order.removeFirst()
      known.remove(first)
    }
  }
}
