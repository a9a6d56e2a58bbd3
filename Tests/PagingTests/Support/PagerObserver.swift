import Paging

/// Notes what a pager publishes, and lets a test wait for it.
@MainActor final class PagerObserver {
  private(set) var changes: [PagerChange] = []
  private(set) var activities: [String] = []
  /// What is done on a change besides.
  var onChange: ((PagerChange) -> Void)?
  /// What is done on a line of the log besides.
  var onActivity: ((String) -> Void)?

  private var observation: PagerObservation?

  init<Item, Cursor>(_ pager: Pager<Item, Cursor>) {
    observation = pager.observe { [weak self] update in
      for change in update.changes {
        self?.changes.append(change)
        self?.onChange?(change)
      }
    }
    pager.onActivity = { [weak self] activity in
      self?.activities.append("\(activity)")
      self?.onActivity?("\(activity)")
    }
  }

  /// Waits until something holds, or the test's time is over.
  func until(_ holds: () -> Bool) async {
    while !holds(), !Task.isCancelled { await Task.yield() }
  }
}
