package import Paging

/// The numbers of a list as a reader gives them; nil follows from the others or from the feed.
package struct PagingNumbers: Sendable {
  /// Items asked for in one load.
  package var pageSize = 50
  /// Items before the last drawn row at which the next load starts; follows the reader where nil.
  package var prefetch: Int?
  /// Items held in memory.
  package var keep: Int?
  /// Loads after which it is asked before more are made.
  package var maxRequests: Int?
  /// How long a failing load is tried again by itself; half a minute where nil.
  package var retryLimit: Duration?

  package init() {}

  /// The configuration for a feed.
  ///
  /// - Throws: which numbers do not go together.
  package func configuration(_ defaults: PagingDefaults) throws(Failure) -> PagerConfiguration {
    let distance = prefetch ?? defaults.ahead ?? max(0, pageSize / 2)
    let (enough, overflow) = pageSize.addingReportingOverflow(distance &* 2)
    do throws(PagerConfigurationError) {
      var configuration = try PagerConfiguration(
        pageSize: pageSize, prefetchDistance: prefetch ?? defaults.ahead,
        keep: keep ?? (overflow ? defaults.keep : max(defaults.keep, enough)),
        retry: retryLimit.map { RetryPolicy(limit: $0) } ?? .standard, maxRequests: maxRequests,
        loadTimeout: defaults.loadTimeout)
      configuration.followsReader = prefetch == nil
      configuration.maxRequestsToEnd = defaults.requestsToEnd
      return configuration
    } catch {
      throw .usage(error.description)
    }
  }
}

/// The numbers of a feed's pages where the reader gives none.
package struct PagingDefaults: Sendable {
  /// Items held in memory.
  package let keep: Int
  /// Items ahead of the last drawn row at which the next load starts at least; half a page where nil.
  package let ahead: Int?
  /// Requests on the way to the end of the list after which the reader is asked, as of a source over a
  /// network, which others pay for; any number where nil.
  package let requestsToEnd: Int?
  /// How long a load may take before it has failed; for ever where nil, as where the source has such a time
  /// itself.
  package let loadTimeout: Duration?
  /// Requests without a screen after which the rest is not asked for, unless the reader allows more; any number where nil.
  package let mostRequests: Int?

  package init(
    keep: Int = 2_000, ahead: Int? = nil, requestsToEnd: Int? = nil,
    loadTimeout: Duration? = .seconds(60), mostRequests: Int? = nil
  ) {
    (self.keep, self.ahead) = (keep, ahead)
    (self.requestsToEnd, self.loadTimeout) = (requestsToEnd, loadTimeout)
    self.mostRequests = mostRequests
  }

  /// The same for a walk that never goes back: fewer items are held.
  package var withoutWayBack: PagingDefaults {
    PagingDefaults(
      keep: min(keep, 500), ahead: ahead, requestsToEnd: requestsToEnd, loadTimeout: loadTimeout,
      mostRequests: mostRequests)
  }
}
