/// Iteration without a screen.
extension Pager {
  /// The items, loaded as they are asked for; one iteration at a time, and none beside a list that
  /// shows the pager.
  public nonisolated var items: PagerItems<Item, Cursor> { PagerItems(pager: self, most: .max) }

  /// The first n items; no page is asked for that they do not need.
  ///
  /// - Parameter most: how many items come at most.
  public nonisolated func items(atMost most: Int) -> PagerItems<Item, Cursor> {
    PagerItems(pager: self, most: most)
  }

  /// The next items behind another, or from the first on, that were not passed yet; waits for them
  /// where they have to be loaded.
  ///
  /// There are none at the end.
  /// Several at once, because each call goes to the main actor. Behind the first may be some that were
  /// passed.
  ///
  /// - Parameter most: how many are wanted.
  @usableFromInline func items(
    after last: Item.ID?, passed: RecentIdentities<Item.ID>, atMost most: Int
  ) async throws(PagingError) -> [Item] {
    if !hasLoaded, state(of: .refresh) == .idle {
      refresh()
      // An iteration waits already for the second page.
      stand(at: 0, wanting: most)
    }
    while !Task.isCancelled {
      var index = index(behind: last, passed)
      if hasLoaded, isWorthTelling(index), count - index < most {
        stand(at: index, wanting: most)
        // What was passed may have gone, and then all that follows has moved up.
        index = self.index(behind: last, passed)
      }
      let held = heldItems(from: index)
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

  /// The first entry behind an item, or from the first on, that was not passed.
  private func index(behind last: Item.ID?, _ passed: RecentIdentities<Item.ID>) -> Int {
    var index = last.flatMap { self.index(of: .item($0)) }.map { $0 + 1 } ?? 0
    while index < count, let item = self[index].item, passed.contains(item.id) { index += 1 }
    return index
  }

  /// Where the end is so near that the machine has to hear of it.
  private var nearEnd: Int { count - max(1, configuration.prefetchDistance) }
  /// After how many items the machine hears of a place, because what was passed may go.
  private var stride: Int { max(32, configuration.pageSize * 2) }

  /// Lets the machine hear of a place, and of how many items are wanted from there on.
  private func stand(at index: Int, wanting most: Int) {
    reading { $0.want(most < 1 << 48 ? most : nil, from: index) }
    handle(.viewport(index..<min(index + 1, count)))
  }

  private func isWorthTelling(_ index: Int) -> Bool {
    index.isMultiple(of: stride) || index >= nearEnd
  }

  /// Items in a row, up to the next place that the machine has to hear of; near the end all that are held.
  private func heldItems(from index: Int) -> [Item] {
    let end = index >= nearEnd ? count : min(nearEnd, (index / stride + 1) * stride)
    return machine.store.items(in: index..<max(index, end))
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
/// dropped as in a list, so memory stays bounded. Where a source gives several pages at once, an iteration that
/// waits asks for as many. Items are taken in batches of two pages, or of 32 where that is more, or what is near
/// the end: one that the app changes or removes meanwhile may come as it was. A temporary failure is tried again
/// as the pager's configuration says. However many pages bring nothing, it goes on to the end. Each item
/// comes once, also where the list is refreshed meanwhile, as far as
/// `PagerConfiguration.remembered` identities tell.
public struct PagerItems<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>:
  AsyncSequence, Sendable
where Item.ID: Sendable {
  /// What comes.
  public typealias Element = Item

  let pager: Pager<Item, Cursor>
  /// How many items come at most; `Int.max` for all.
  let most: Int

  /// Starts from the first item that is held.
  public func makeAsyncIterator() -> Iterator { Iterator(pager: pager, left: most) }

  /// Where an iteration stands.
  public struct Iterator: AsyncIteratorProtocol {
    @usableFromInline let pager: Pager<Item, Cursor>
    @usableFromInline var last: Item.ID?
    @usableFromInline var passed: RecentIdentities<Item.ID>?
    @usableFromInline var hasEnded = false
    /// Items that were got at once, and which of them is the next.
    @usableFromInline var ready: [Item] = []
    @usableFromInline var place = 0

    /// How many may still come.
    @usableFromInline var left: Int

    init(pager: Pager<Item, Cursor>, left: Int) { (self.pager, self.left) = (pager, left) }

    /// The next item, or nil at the end, where the requests allowed are used up, or if the task is
    /// cancelled.
    ///
    /// It waits while a page is on its way, and while a failure is waited out. Once it was nil it
    /// stays so.
    ///
    /// - Throws: what a load failed with, when it is not tried again any more.
    @inlinable public mutating func next() async throws(PagingError) -> Item? {
      try await next(isolation: #isolation)
    }

    /// The same, for a loop: it stays where it runs, because to leave that for each item costs 4 µs.
    @inlinable public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(PagingError) -> Item? {
      while !hasEnded {
        if let item = nextReady() { return item }
        hasEnded = try await !getReady()
      }
      return nil
    }

    /// The next of the items that are ready and were not passed yet.
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

    /// Gets the next items; says whether there are any.
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

/// The last n identities that were seen.
///
/// By `==`, so that two of the same hash are two. Cost: O(1) per identity.
@usableFromInline package struct RecentIdentities<ID: Hashable & Sendable>: Sendable {
  /// A ring, once there are as many as are remembered.
  @usableFromInline var order: [ID] = []
  @usableFromInline var earliest = 0
  @usableFromInline var known: Set<ID> = []
  @usableFromInline let limit: Int

  package init(limit: Int) { self.limit = limit }

  package func contains(_ id: ID) -> Bool { known.contains(id) }

  /// Remembers an identity; beyond the limit the earliest is forgotten.
  ///
  /// - Returns: whether it was not among them.
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
