/// Iteration without a screen.
extension Pager {
  /// The items, loaded as they are asked for; one iteration at a time, and none beside a list that
  /// shows the pager.
  public nonisolated var items: PagerItems<Item, Cursor> { PagerItems(pager: self) }

  /// The next item behind another, or from the first on, that was not passed yet; waits for it
  /// where it has to be loaded.
  func item(
    after last: Item.ID?, passed: RecentIdentities<Item.ID>
  ) async throws(PagingError) -> Item? {
    if !hasLoaded, state(of: .refresh) == .idle { refresh() }
    while !Task.isCancelled {
      var index = last.flatMap { self.index(of: .item($0)) }.map { $0 + 1 } ?? 0
      while index < count, let item = self[index].item, passed.contains(item.id) { index += 1 }
      if hasLoaded, isWorthTelling(index) { viewportChanged(index..<min(index + 1, count)) }
      if index < count, let item = self[index].item { return item }
      if index < count, case .gap(let gap) = self[index] {
        try goInto(gap)
      } else {
        guard try mayGoOn else { return nil }
      }
      await observers.nextChange()
    }
    return nil
  }

  /// Whether the machine has to hear of a place: near the end, and now and then for what may go.
  private func isWorthTelling(_ index: Int) -> Bool {
    index.isMultiple(of: 32) || count - index <= max(1, configuration.prefetchDistance) + 1
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
