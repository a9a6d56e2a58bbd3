/// Why nothing is loaded by itself any more until a key asks.
public enum PauseReason: Hashable, Sendable {
  /// This many requests have gone out since the last key, and no more were allowed; see
  /// `PagerConfiguration.maxRequests`.
  case requests(Int)
  /// This many pages in a row brought nothing new; see
  /// `PagerConfiguration.stallLimit`.
  case pagesWithoutNew(Int)
}
