/// Why nothing is loaded by itself any more until a key asks.
public enum PauseReason: Hashable, Sendable {
  /// So many requests have gone out since the last key, and no more were allowed; see
  /// `PagerConfiguration.maxRequests`.
  case requests(Int)
  /// So many pages in a row brought nothing that was not known; see
  /// `PagerConfiguration.stallLimit`.
  case pagesWithoutNew(Int)
}
