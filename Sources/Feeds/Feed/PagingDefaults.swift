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

  package init(
    keep: Int = 2_000, ahead: Int? = nil, requestsToEnd: Int? = nil,
    loadTimeout: Duration? = .seconds(60)
  ) {
    (self.keep, self.ahead) = (keep, ahead)
    (self.requestsToEnd, self.loadTimeout) = (requestsToEnd, loadTimeout)
  }
}
