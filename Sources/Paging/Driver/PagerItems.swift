/// Iteration over the items without a screen.
extension Pager {
  /// The items, loaded on demand; use only one iteration at a time, and none while a list shows the
  /// pager.
  public nonisolated var items: PagerItems<Item, Cursor> { PagerItems(pager: self, most: .max) }

  /// Returns the first items, up to a maximum number; no more pages are loaded than these items
  /// need.
  ///
  /// - Parameter most: the largest number of items.
  public nonisolated func items(atMost most: Int) -> PagerItems<Item, Cursor> {
    PagerItems(pager: self, most: most)
  }

  /// Returns the items after `last`, or the first items if `last` is nil, beginning with an item
  /// that has not been passed; waits until they are loaded.
  ///
  /// The result is empty at the end, if nothing more is loaded without a command, or if the task is
  /// cancelled. It usually has several items, because each call has the cost of a switch to the
  /// main actor. Items after the first may include some that have been passed.
  ///
  /// - Parameter most: the number of items that are needed; the result may have more.
  @usableFromInline func items(
    after last: Item.ID?, passed: RecentIdentities<Item.ID>, atMost most: Int
  ) async throws(PagingError) -> [Item] {
    if !hasLoaded, state(of: .refresh) == .idle {
      refresh()
      // An iteration needs the second page immediately.
      stand(at: 0, wanting: most)
    }
    while !Task.isCancelled {
      var index = index(behind: last, passed)
      if hasLoaded, isWorthTelling(index), count - index < most {
        let updates = observers.happened
        stand(at: index, wanting: most)
        // If passed items were dropped, the following ones have moved up.
        if observers.happened != updates { index = self.index(behind: last, passed) }
      }
      let held = heldItems(from: index)
      if !held.isEmpty { return held }
      guard try mayGoOn(at: index, wanting: most) else { return [] }
      await observers.nextChange()
    }
    return []
  }

  /// Returns the index of the first entry that has not been passed, searched from the entry after
  /// `last`, or from the start if `last` is nil or not held.
  ///
  /// If `last` has moved down, the entries over which it has moved come first.
  private func index(behind last: Item.ID?, _ passed: RecentIdentities<Item.ID>) -> Int {
    let place = last.flatMap { self.index(of: .item($0)) }
    var index = place.map { firstMissed(above: $0, passed) ?? $0 + 1 } ?? 0
    while index < count, isPassed(index, passed) { index += 1 }
    return index
  }

  /// Returns the index of the first of the entries directly above an item that have not been
  /// passed; nil if the entry above was passed, or if they are so many that they may have been
  /// passed and forgotten.
  private func firstMissed(above place: Int, _ passed: RecentIdentities<Item.ID>) -> Int? {
    let farthest = max(0, place - passed.limit + 1)
    var index = place
    while index > farthest, !isPassed(index - 1, passed) { index -= 1 }
    return index < place && (index == 0 || isPassed(index - 1, passed)) ? index : nil
  }

  private func isPassed(_ index: Int, _ passed: RecentIdentities<Item.ID>) -> Bool {
    machine.store.item(at: index).map { passed.contains($0.id) } ?? false
  }

  /// The start of the entries near the end, where every position is reported to the machine.
  private var nearEnd: Int { count - max(1, configuration.prefetchDistance) }
  /// The number of items after which a position is reported to the machine, so that it can drop
  /// passed items; also the size of the largest batch, except near the end.
  private var stride: Int { max(256, configuration.pageSize * 2) }

  /// Reports a position to the machine, the number of items needed from there, and the gap there.
  private func stand(at index: Int, wanting most: Int, gap: Int? = nil) {
    reading { $0.want(most, from: index, gap: gap) }
    withoutFurtherCommands { handle(.viewport(index..<min(index + 1, count))) }
  }

  private func isWorthTelling(_ index: Int) -> Bool {
    guard index < nearEnd, let drawn = reading({ $0.drawn }) else { return true }
    return abs(index - drawn.lowerBound) >= stride
  }

  /// Returns a batch: consecutive items up to the next position to report to the machine or, near
  /// the end, all remaining items.
  private func heldItems(from index: Int) -> [Item] {
    let end = index >= nearEnd ? count : min(nearEnd, index + stride)
    return machine.store.items(in: index..<max(index, end))
  }

  /// Whether more items will arrive at an index, in a gap or at the end, without a command.
  private func mayGoOn(at index: Int, wanting most: Int) throws(PagingError) -> Bool {
    if index < count, case .gap(let gap) = self[index] {
      return try mayGoOn(into: gap, at: index, wanting: most)
    }
    for reason in [LoadReason.refresh, .append] {
      if case .failed(let error) = state(of: reason) { throw error }
    }
    if hasLoaded { passStall(at: index, wanting: most) }
    switch state(of: hasLoaded ? .append : .refresh) {
    case .end, .paused, .cancelled: return isLoading && state(of: .append) == .end
    case .idle: return isLoading
    case .loading, .waiting, .failed: return true
    }
  }

  /// Loads the items missing in a gap, because they come before the items below it; returns whether
  /// any will arrive without a command.
  private func mayGoOn(
    into gap: Int, at index: Int, wanting most: Int
  ) throws(PagingError) -> Bool {
    switch state(ofGap: gap) {
    case .failed(let error): throw error
    case .loading, .waiting: return true
    case .paused, .cancelled: return false
    case .idle, .end: break
    }
    stand(at: index, wanting: most, gap: gap)
    // The limit on requests pauses the load before it belongs to a gap.
    return if case .paused = state(of: .gap) { false } else { true }
  }

  /// Continues after pages without new items, because an iteration has no reader who could decide.
  ///
  /// This is not a command, so the limit on requests still applies.
  private func passStall(at index: Int, wanting most: Int) {
    guard case .paused(.pagesWithoutNew) = state(of: .append) else { return }
    reading { $0.forgive(.trailing) }
    stand(at: index, wanting: most)
  }
}

/// An asynchronous sequence of the items of a pager, for code without a list.
///
///     for try await post in pager.items { print(post.text) }
///
/// It begins at the first held item, and loads the first page if no page is held. Use only one
/// iteration of a pager at a time, and none while a list shows the pager, because iterations and
/// lists both report which entries are drawn.
///
/// The next page is loaded before it is needed, by the prefetch distance. If the iteration had to
/// wait for a page, and the distance is not fixed, the next page is requested when that page
/// arrives. Passed items are dropped as in a list, so memory stays bounded. If a source can load
/// several pages at once, a waiting iteration requests several. Items are read in batches of up to
/// 256 items, two pages or the prefetch distance, whichever is more. Therefore an item that the app
/// has changed or removed since its batch was read may be returned in its old form. Temporary
/// failures are retried according to the pager's configuration. Pages without new items do not stop
/// the iteration. Each item is returned once, even if the list is refreshed during the iteration,
/// unless it is repeated after more than `PagerConfiguration.remembered` other items. An item that
/// moves up from below the returned items to above them is not returned.
public struct PagerItems<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>:
  AsyncSequence, Sendable
where Item.ID: Sendable {
  /// An item of the pager.
  public typealias Element = Item

  let pager: Pager<Item, Cursor>
  /// The largest number of items; `Int.max` for all.
  let most: Int

  /// Creates an iterator that starts from the first held item.
  public func makeAsyncIterator() -> Iterator { Iterator(pager: pager, left: most) }

  /// The state of an iteration.
  public struct Iterator: AsyncIteratorProtocol {
    @usableFromInline let pager: Pager<Item, Cursor>
    @usableFromInline var last: Item.ID?
    @usableFromInline var passed: RecentIdentities<Item.ID>?
    @usableFromInline var hasEnded = false
    /// The current batch of items, and the index of the next one.
    @usableFromInline var ready: [Item] = []
    @usableFromInline var place = 0

    /// The number of items that may still be returned.
    @usableFromInline var left: Int

    /// Whether the current batch has another item, so that the next call does not wait.
    package var hasReady: Bool {
      left > 0 && ready[place...].contains { !(passed?.contains($0.id) ?? false) }
    }

    init(pager: Pager<Item, Cursor>, left: Int) { (self.pager, self.left) = (pager, left) }

    /// Returns the next item, or nil at the end, after the largest number of items, when the
    /// allowed requests are used up, or if the task or the load is cancelled.
    ///
    /// It waits while a page is loading and while a failed load waits for its retry. After it has
    /// returned nil, it always returns nil.
    ///
    /// - Throws: the error of a load that is not retried any more.
    @inlinable public mutating func next() async throws(PagingError) -> Item? {
      try await next(isolation: #isolation)
    }

    /// Returns the same as `next()`; a `for` loop calls this method.
    ///
    /// It runs on the actor of the caller, because switching actors for each item takes 4 µs.
    @inlinable public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(PagingError) -> Item? {
      while !hasEnded {
        if let item = nextReady() { return item }
        hasEnded = try await !getReady()
      }
      return nil
    }

    /// Returns the next item of the batch that has not been passed, if any.
    @inlinable mutating func nextReady() -> Item? {
      while place < ready.count, left > 0, !Task.isCancelled {
        let item = ready[place]
        place += 1
        guard passed?.insert(item.id) ?? true else { continue }
        left -= 1
        last = item.id
        return item
      }
      return nil
    }

    /// Loads the next batch; returns whether it has items.
    @usableFromInline mutating func getReady() async throws(PagingError) -> Bool {
      if passed == nil {
        passed = await RecentIdentities(limit: pager.configuration.remembered)
      }
      guard !Task.isCancelled, left > 0, let passed else { return false }
      (ready, place) = (try await pager.items(after: last, passed: passed, atMost: left), 0)
      return !ready.isEmpty
    }
  }
}

/// The most recently seen identities, up to a limit.
///
/// They are compared with `==`, so that two identities with equal hashes are still distinct. Cost:
/// O(1) per identity.
@usableFromInline package struct RecentIdentities<ID: Hashable & Sendable>: Sendable {
  /// The identities in the order in which they were added; a ring buffer once the limit is reached.
  @usableFromInline var order: [ID] = []
  @usableFromInline var earliest = 0
  @usableFromInline var known: Set<ID> = []
  @usableFromInline let limit: Int

  package init(limit: Int) { self.limit = limit }

  package func contains(_ id: ID) -> Bool { known.contains(id) }

  /// Adds an identity; if the limit is then exceeded, the oldest one is removed.
  ///
  /// - Returns: whether it is new.
  @inlinable @discardableResult package mutating func insert(_ id: ID) -> Bool {
    guard limit > 0 else { return true }
    guard known.insert(id).inserted else { return false }
    if order.count < limit {
      order.append(id)
    } else {
      known.remove(order[earliest])
      order[earliest] = id
      earliest = earliest + 1 < limit ? earliest + 1 : 0
    }
    return true
  }
}
