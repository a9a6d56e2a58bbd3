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

  /// A gap between two pages, of about so many items where that is known.
  static func gap(
    _ state: LoadState, missing: Int?, _ theme: Theme, now: Duration
  ) -> (SafeText, Style) {
    switch state {
    case .loading, .failed, .waiting, .paused: return edge(state, theme, now: now)
    case .idle, .cancelled, .end:
      let more = missing.map { "~\($0) more" } ?? "more here"
      return (
        SafeText("\(theme.marks.rule) \(more) \(theme.marks.dot) Enter loads it"), theme.faint
      )
    }
  }

  /// An item that is not held: a mark, or why it does not come.
  static func placeholder(_ state: LoadState, _ theme: Theme, now: Duration) -> (SafeText, Style) {
    switch state {
    case .failed, .waiting, .paused, .cancelled: edge(state, theme, now: now)
    case .idle, .loading, .end: edge(.idle, theme, now: now)
    }
  }

  /// A list of nothing: nothing there, or nothing left by a filter.
  static func empty(leftOut count: Int, _ theme: Theme) -> (SafeText, Style) {
    let text = count > 0 ? "none of \(count) matches" : "nothing here yet"
    return (SafeText("\(text) \(theme.marks.dot) r looks again"), theme.faint)
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
    let key = error.hasExpired ? ". starts again from the top" : ". tries again"
    return "\(error.description) \(theme.marks.dot) \(key)"
  }
}
