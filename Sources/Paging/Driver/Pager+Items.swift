/// Iteration without a screen.
extension Pager {
  /// The items, loaded as they are asked for; one iteration at a time, and none beside a list that
  /// shows the pager.
  public nonisolated var items: PagerItems<Source> { PagerItems(pager: self) }

  /// The item behind another, or the first; waits for it where it has to be loaded.
  func item(after last: Source.Item.ID?) async throws(PagingError) -> Source.Item? {
    if !hasLoaded, state(of: .refresh) == .idle { reloadData() }
    while !Task.isCancelled {
      var index = last.flatMap { self.index(of: .item($0)) }.map { $0 + 1 } ?? 0
      while index < count, self[index].item == nil { index += 1 }
      if hasLoaded, isWorthTelling(index) { show(index..<min(index + 1, count)) }
      if index < count { return self[index].item }
      guard try mayGoOn else { return nil }
      await nextChange()
    }
    return nil
  }

  /// Whether the machine has to hear of a place: near the end, and now and then for what may go.
  private func isWorthTelling(_ index: Int) -> Bool {
    index.isMultiple(of: 32) || count - index <= max(1, configuration.prefetchDistance) + 1
  }

  /// Whether more will come by itself.
  private var mayGoOn: Bool {
    get throws(PagingError) {
      for reason in [LoadReason.refresh, .append] {
        if case .failed(let error) = state(of: reason) { throw error }
      }
      switch state(of: hasLoaded ? .append : .refresh) {
      case .end, .paused, .cancelled: return false
      case .idle: return isLoading
      case .loading, .waiting, .failed: return true
      }
    }
  }
}
