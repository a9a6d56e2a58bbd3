package import Paging

/// The numbers for paging that the reader can set; for a number that is nil, a default is used,
/// which may depend on the other numbers or on the feed.
package struct PagingNumbers: Sendable {
  /// The number of items in a load.
  package var pageSize = 50
  /// The number of loaded items after the last drawn row below which the next load starts; if nil,
  /// it is adapted to the reader's scrolling.
  package var prefetch: Int?
  /// The maximum number of items in memory.
  package var keep: Int?
  /// The number of loads after which the reader is asked whether to load more.
  package var maxRequests: Int?
  /// The time for which a failed load is retried automatically; half a minute if nil.
  package var retryLimit: Duration?

  package init() {}

  /// The configuration for a feed.
  ///
  /// - Throws: an error if a number is out of range, or if numbers contradict each other.
  package func configuration(_ defaults: PagingDefaults) throws(Failure) -> PagerConfiguration {
    let distance = prefetch ?? defaults.ahead ?? max(0, pageSize / 2)
    let (enough, overflow) = pageSize.addingReportingOverflow(distance &* 2)
    do throws(PagerConfigurationError) {
      var configuration = try PagerConfiguration(
        pageSize: pageSize, prefetchDistance: prefetch ?? defaults.ahead,
        keep: keep ?? (overflow ? defaults.keep : max(defaults.keep, enough)),
        retry: retryLimit.map { RetryPolicy(limit: $0) } ?? .standard, maxRequests: maxRequests,
        stallLimit: defaults.stallLimit, loadTimeout: defaults.loadTimeout)
      configuration.followsReader = prefetch == nil
      configuration.maxRequestsToEnd = defaults.requestsToEnd
      return configuration
    } catch {
      throw .usage(error.description)
    }
  }
}

/// The default numbers of a feed.
package struct PagingDefaults: Sendable {
  /// The maximum number of items in memory.
  package let keep: Int
  /// The minimum number of items ahead of the last drawn row; half a page if nil.
  package let ahead: Int?
  /// The number of requests during a jump to the end after which the reader is asked whether to
  /// continue, for sources over a network; no limit if nil.
  package let requestsToEnd: Int?
  /// The time after which a load fails; nil if the source itself limits that time, or if the time
  /// is not limited.
  package let loadTimeout: Duration?
  /// The number of requests after which the program stops if it has no screen, unless the reader
  /// allows more; no limit if nil.
  package let mostRequests: Int?
  /// The number of consecutive pages without new items, or without a match for a filter, after
  /// which the reader is asked whether to continue.
  ///
  /// It is `.max` for a source that certainly ends and whose pages cost little.
  package let stallLimit: Int

  package init(
    keep: Int = 2_000, ahead: Int? = nil, requestsToEnd: Int? = nil,
    loadTimeout: Duration? = .seconds(60), mostRequests: Int? = nil, stallLimit: Int = 10
  ) {
    (self.keep, self.ahead) = (keep, ahead)
    (self.requestsToEnd, self.loadTimeout) = (requestsToEnd, loadTimeout)
    (self.mostRequests, self.stallLimit) = (mostRequests, stallLimit)
  }

  /// The defaults for a walk in one direction, which keeps fewer items.
  package var withoutWayBack: PagingDefaults {
    PagingDefaults(
      keep: min(keep, 500), ahead: ahead, requestsToEnd: requestsToEnd, loadTimeout: loadTimeout,
      mostRequests: mostRequests, stallLimit: stallLimit)
  }
}
