/// Configurations of constants, made of another one without `try`.
extension PagerConfiguration {
  /// This configuration with other numbers; what is not said stays as it is.
  ///
  ///     let pager = Pager(source: posts, configuration: .standard.with(pageSize: 20))
  ///
  /// Nothing is refused here: a number that is out of range becomes the nearest that is not, and
  /// `keep` grows to a page and twice the prefetch distance. Numbers that a reader gives belong in
  /// the initializer, which says what is wrong with them.
  ///
  /// - Parameters:
  ///   - pageSize: items asked for in one load, at least 1.
  ///   - distance: items ahead of the last drawn row at which a load starts, at least 0. Fixed if
  ///     said; one that never was is half a page, also of another page size.
  ///   - keep: items held in memory.
  ///   - followsReader: whether loads start further ahead where the reader goes fast.
  ///   - refresh: what a refresh makes of the list.
  ///   - remembered: identities that an iteration remembers, at least 0.
  ///   - retry: how a load that failed is tried again by itself.
  ///   - stallLimit: pages in a row that may bring nothing new, at least 1.
  public func with(
    pageSize: Int? = nil, prefetchDistance distance: Int? = nil, keep: Int? = nil,
    followsReader: Bool? = nil, refresh: RefreshPolicy? = nil, remembered: Int? = nil,
    retry: RetryPolicy? = nil, stallLimit: Int? = nil
  ) -> PagerConfiguration {
    var changed = self
    changed.setNumbers(pageSize ?? self.pageSize, distance ?? saidDistance, keep ?? self.keep)
    changed.followsReader = followsReader ?? (distance == nil && self.followsReader)
    changed.refresh = refresh ?? self.refresh
    changed.remembered = max(0, remembered ?? self.remembered)
    changed.retry = retry ?? self.retry
    changed.stallLimit = max(1, stallLimit ?? self.stallLimit)
    return changed
  }

  /// This configuration with another limit of requests, at least 1; nil for any number.
  public func with(maxRequests: Int?) -> PagerConfiguration {
    var changed = self
    changed.maxRequests = maxRequests.map { max(1, $0) }
    return changed
  }

  /// This configuration with another time that a source may stay silent; nil for ever.
  public func with(loadTimeout: Duration?) -> PagerConfiguration {
    var changed = self
    changed.loadTimeout = loadTimeout
    return changed
  }

  private mutating func setNumbers(_ pageSize: Int, _ distance: Int?, _ keep: Int) {
    self.pageSize = max(1, pageSize)
    let room = (Int.max - self.pageSize) / 2
    saidDistance = distance.map { min(max(0, $0), room) }
    let usual = Self.usualDistance(pageSize: self.pageSize, keep: keep)
    prefetchDistance = saidDistance ?? min(usual, room)
    self.keep = max(keep, self.pageSize + 2 * prefetchDistance)
  }
}
