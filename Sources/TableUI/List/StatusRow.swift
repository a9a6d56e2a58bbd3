import Paging
import Terminal

/// What the rows that are no items say: the one place for their words.
struct StatusRow {
  let theme: Theme
  /// The pager's time, from which a wait is told.
  let now: Duration
  /// The keys that are told.
  let keys: ListKeys

  /// The row of an edge.
  func edge(_ state: LoadState) -> (SafeText, Style) {
    switch state {
    case .idle: (SafeText(theme.marks.more), theme.faint)
    case .loading: (SafeText("loading\(theme.marks.more)"), theme.faint)
    case .failed(let error): (SafeText(failureText(error)), theme.failure)
    case .waiting(let until, let error):
      (SafeText(waitText(until, error)), error == nil ? theme.faint : theme.failure)
    case .paused(.requests(let count)):
      faint("\(count) \(count == 1 ? "request" : "requests") made", keys.more, "goes on")
    case .paused(.pagesWithoutNew(let count)):
      faint("\(count) pages, nothing new", keys.more, "goes on")
    case .cancelled: faint("stopped", keys.retry, "goes on")
    case .end: (SafeText("\(theme.marks.rule) end \(theme.marks.rule)"), theme.faint)
    }
  }

  /// A gap between two pages, of about so many items where that is known.
  func gap(_ state: LoadState, missing: Int?) -> (SafeText, Style) {
    switch state {
    case .loading, .failed, .waiting, .paused: return edge(state)
    case .idle, .cancelled, .end:
      let more = missing.map { "~\($0) more" } ?? "more here"
      return faint("\(theme.marks.rule) \(more)", keys.open, "loads it")
    }
  }

  /// An item that is not held: a mark, or why it does not come.
  func placeholder(_ state: LoadState) -> (SafeText, Style) {
    switch state {
    case .failed, .waiting, .paused, .cancelled: edge(state)
    case .idle, .loading, .end: edge(.idle)
    }
  }

  /// A list of nothing: nothing there, or nothing left by a filter.
  func empty(leftOut count: Int) -> (SafeText, Style) {
    faint(count > 0 ? "none of \(count) matches" : "nothing here yet", keys.refresh, "looks again")
  }

  /// What stands on the screen before the first page does.
  func firstLoad(_ state: LoadState) -> (SafeText, Style) {
    edge(state == .idle || state == .end ? .loading : state)
  }

  /// How long a wait still takes, what it waits for, and the key that does not wait.
  func waitText(_ until: Duration, _ error: PagingError?) -> String {
    let seconds = max(1, Int(((until - now) / .seconds(1)).rounded(.up)))
    let reason = error?.description ?? "the source asks for a pause"
    return text(
      "\(reason) \(theme.marks.dot) again in \(seconds) s", error == nil ? keys.more : keys.retry,
      "tries now")
  }

  /// What went wrong, and the key that tries again.
  func failureText(_ error: PagingError) -> String {
    text(
      error.description, keys.retry, error.hasExpired ? "starts again from the top" : "tries again")
  }

  private func faint(_ what: String, _ key: Key?, _ does: String) -> (SafeText, Style) {
    (SafeText(text(what, key, does)), theme.faint)
  }

  /// What there is to say, and what a key does about it, if one is left.
  private func text(_ what: String, _ key: Key?, _ does: String) -> String {
    guard let key else { return what }
    return "\(what) \(theme.marks.dot) \(key) \(does)"
  }
}
