/// Iteration without a screen.
extension Pager {
  /// The items, loaded as they are asked for; one iteration at a time, and none beside a list that
  /// shows the pager.
  public nonisolated var items: PagerItems<Item, Cursor> { PagerItems(pager: self) }

  /// The next items behind another, or from the first on, that were not passed yet; waits for them
  /// where they have to be loaded.
  ///
  /// There are none at the end.
  /// Several at once, because each call goes to the main actor.
  func items(
    after last: Item.ID?, passed: RecentIdentities<Item.ID>
  ) async throws(PagingError) -> [Item] {
    if !hasLoaded, state(of: .refresh) == .idle { refresh() }
    while !Task.isCancelled {
      var index = last.flatMap { self.index(of: .item($0)) }.map { $0 + 1 } ?? 0
      while index < count, let item = self[index].item, passed.contains(item.id) { index += 1 }
      if hasLoaded, isWorthTelling(index) { viewportChanged(index..<min(index + 1, count)) }
      let held = heldItems(from: index, besides: passed)
      if !held.isEmpty { return held }
      if index < count, case .gap(let gap) = self[index] {
        try goInto(gap)
      } else {
        guard try mayGoOn else { return [] }
      }
      await observers.nextChange()
    }
    return []
  }

  /// Where the end is so near that the machine has to hear of it.
  private var nearEnd: Int { count - max(1, configuration.prefetchDistance) - 1 }
  /// After how many items the machine hears of a place, because what was passed may go.
  private static var stride: Int { 32 }

  private func isWorthTelling(_ index: Int) -> Bool {
    index.isMultiple(of: Self.stride) || index >= nearEnd
  }

  /// Items in a row, up to the next place that the machine has to hear of; near the end all that are held.
  private func heldItems(
    from index: Int, besides passed: RecentIdentities<Item.ID>
  ) -> [Item] {
    let stride = (index / Self.stride + 1) * Self.stride
    let end = index >= nearEnd ? count : min(nearEnd, stride)
    var items: [Item] = []
    for entry in index..<max(index, end) {
      guard let item = self[entry].item, !passed.contains(item.id) else { break }
      items.append(item)
    }
    return items
  }

  /// What lies in a gap comes before what stands below it.
  private func goInto(_ gap: Int) throws(PagingError) {
    switch state(ofGap: gap) {
    case .failed(let error): throw error
    case .idle, .cancelled, .paused, .end: fill(gap: gap)
    case .loading, .waiting: break
    }
  }

  /// Whether more will come by itself.
  ///
  /// Pages without anything new ask no reader here, because there is no reader.
  private var mayGoOn: Bool {
    get throws(PagingError) {
      for reason in [LoadReason.refresh, .append] {
        if case .failed(let error) = state(of: reason) { throw error }
      }
      if hasLoaded, case .paused(.pagesWithoutNew) = state(of: .append) { paginate() }
      switch state(of: hasLoaded ? .append : .refresh) {
      case .end, .paused, .cancelled: return isLoading && state(of: .append) == .end
      case .idle: return isLoading
      case .loading, .waiting, .failed: return true
      }
    }
  }
}

/// A pager's items, one after the other, for code that needs no list.
///
///     for try await post in pager.items { print(post.text) }
///
/// It begins at the first item held, and asks for the first page if none has come. One iteration of
/// a pager at a time, and none while a list shows it, because both say what is drawn.
///
/// The next page is loaded when it is needed, or ahead by the prefetch distance; what was passed is
/// dropped as in a list, so memory stays bounded. Items are taken in batches of at most 32, or what is near
/// the end: one that the app changes or removes meanwhile may come as it was. A temporary failure is tried again as the
/// pager's configuration says. However many pages bring nothing, it goes on to the end. Each item
/// comes once, also where the list is refreshed meanwhile, as far as
/// `PagerConfiguration.remembered` identities tell.
public struct PagerItems<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>:
  AsyncSequence, Sendable
where Item.ID: Sendable {
  /// What comes.
  public typealias Element = Item

  let pager: Pager<Item, Cursor>

  /// Starts from the first item that is held.
  public func makeAsyncIterator() -> Iterator { Iterator(pager: pager) }

  /// Where an iteration stands.
  public struct Iterator: AsyncIteratorProtocol {
    let pager: Pager<Item, Cursor>
    private var last: Item.ID?
    private var passed: RecentIdentities<Item.ID>?
    private var hasEnded = false
    /// Items that are still to come, the next one last.
    private var ready: [Item] = []

    init(pager: Pager<Item, Cursor>) { self.pager = pager }

    /// The next item, or nil at the end, where the requests allowed are used up, or if the task is
    /// cancelled.
    ///
    /// It waits while a page is on its way, and while a failure is waited out. Once it was nil it
    /// stays so.
    ///
    /// - Throws: what a load failed with, when it is not tried again any more.
    public mutating func next() async throws(PagingError) -> Item? {
      guard !hasEnded else { return nil }
      if ready.isEmpty { try await getReady() }
      guard !Task.isCancelled, let item = ready.popLast() else {
        hasEnded = true
        return nil
      }
      passed?.insert(item.id)
      last = item.id
      return item
    }

    private mutating func getReady() async throws(PagingError) {
      if passed == nil {
        passed = await RecentIdentities(limit: pager.configuration.remembered)
      }
      guard let passed else { return }
      ready = try await pager.items(after: last, passed: passed).reversed()
    }
  }
}

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
