import Paging
import Terminal

/// What the rows that are no items say: the one place for their words.
enum StatusRow {
  /// The row of an edge.
  ///
  /// - Parameter now: the pager's time, for what is left of a wait.
  static func edge(_ state: LoadState, _ theme: Theme, now: Duration) -> (SafeText, Style) {
    let dot = theme.marks.dot
    switch state {
    case .idle: return (SafeText(theme.marks.more), theme.faint)
    case .loading: return (SafeText("loading\(theme.marks.more)"), theme.faint)
    case .failed(let error): return (SafeText(failureText(error, theme)), theme.failure)
    case .waiting(let until, let error):
      return (
        SafeText(waitText(until - now, error, theme)), error == nil ? theme.faint : theme.failure
      )
    case .paused(.requests(let count)):
      let requests = count == 1 ? "1 request" : "\(count) requests"
      return (SafeText("\(requests) made \(dot) m goes on"), theme.faint)
    case .paused(.pagesWithoutNew(let count)):
      return (SafeText("\(count) pages, nothing new \(dot) m goes on"), theme.faint)
    case .cancelled: return (SafeText("stopped \(dot) . goes on"), theme.faint)
    case .end: return (SafeText("\(theme.marks.rule) end \(theme.marks.rule)"), theme.faint)
    }
  }

  /// A gap between two pages.
  static func gap(_ state: LoadState, _ theme: Theme, now: Duration) -> (SafeText, Style) {
    switch state {
    case .loading, .failed, .waiting, .paused: edge(state, theme, now: now)
    case .idle, .cancelled, .end:
      (SafeText("\(theme.marks.rule) more here \(theme.marks.dot) Enter loads it"), theme.faint)
    }
  }

  /// A list of nothing.
  static func empty(_ theme: Theme) -> (SafeText, Style) {
    (SafeText("nothing here yet \(theme.marks.dot) r looks again"), theme.faint)
  }

  /// What stands on the screen before the first page does.
  static func firstLoad(_ state: LoadState, _ theme: Theme, now: Duration) -> (SafeText, Style) {
    edge(state == .idle || state == .end ? .loading : state, theme, now: now)
  }

  /// How long a wait still takes, what it waits for, and the key that does not wait.
  static func waitText(_ left: Duration, _ error: PagingError?, _ theme: Theme) -> String {
    let seconds = max(1, Int((left / .seconds(1)).rounded(.up)))
    let dot = theme.marks.dot
    let reason = error?.description ?? "the source asks for a pause"
    let key = error == nil ? "m" : "."
    return "\(reason) \(dot) again in \(seconds) s \(dot) \(key) tries now"
  }

  /// What went wrong, and the key that tries again.
  static func failureText(_ error: PagingError, _ theme: Theme) -> String {
    "\(error.description) \(theme.marks.dot) . tries again"
  }
}
