import Paging

/// Notes what a pager publishes, and lets a test wait for it.
@MainActor final class PagerObserver {
  private(set) var changes: [PagerChange] = []
  private(set) var activities: [String] = []

  init(_ pager: Pager<some PagingSource>) {
    pager.onChange = { [weak self] in self?.changes.append($0) }
    pager.onActivity = { [weak self] in self?.activities.append("\($0)") }
  }

  /// Waits until something holds, or the test's time is over.
  func until(_ holds: () -> Bool) async {
    while !holds(), !Task.isCancelled { await Task.yield() }
  }
}
