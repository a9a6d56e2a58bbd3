import Paging

/// Notes what a pager publishes, and lets a test wait for it.
@MainActor final class PagerObserver {
  private(set) var changes: [PagerChange] = []
  private(set) var activities: [String] = []
  private var watchers: [CheckedContinuation<Void, Never>] = []

  init(_ pager: Pager<some PagingSource>) {
    pager.onChange = { [weak self] change in
      self?.changes.append(change)
      self?.wakeWatchers()
    }
    pager.onActivity = { [weak self] activity in
      self?.activities.append("\(activity)")
      self?.wakeWatchers()
    }
  }

  /// Waits until something holds; looked at after everything that happens.
  func until(_ holds: () -> Bool) async {
    while !holds() {
      await withCheckedContinuation { watchers.append($0) }
    }
  }

  private func wakeWatchers() {
    for watcher in watchers { watcher.resume() }
    watchers = []
  }
}
