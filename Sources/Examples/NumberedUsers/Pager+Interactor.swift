import Paging

/// What a page interactor calls it.
extension Pager {
  /// A row is about to be shown: loads what follows if that is near.
  func shouldPrefetch(index: Int) { viewportChanged(0..<min(count, index + 1)) }
}
