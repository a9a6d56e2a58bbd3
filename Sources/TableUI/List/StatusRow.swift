import Paging
import Terminal

/// What the rows that are no items say: the one place for their words.
enum StatusRow {
  /// The row of an edge.
  static func edge(_ state: LoadState, _ theme: Theme) -> (SafeText, Style) {
    switch state {
    case .idle: (SafeText(theme.marks.more), theme.faint)
    case .loading: (SafeText("loading\(theme.marks.more)"), theme.faint)
    case .failed(let error): failed(error, theme)
    case .cancelled: (SafeText("stopped \(theme.marks.dot) . goes on"), theme.faint)
    case .end: (SafeText("\(theme.marks.rule) end \(theme.marks.rule)"), theme.faint)
    }
  }

  /// A gap between two pages.
  static func gap(_ state: LoadState, _ theme: Theme) -> (SafeText, Style) {
    switch state {
    case .loading, .failed: edge(state, theme)
    case .idle, .cancelled, .end:
      (SafeText("\(theme.marks.rule) more here \(theme.marks.dot) Enter loads it"), theme.faint)
    }
  }

  /// A list of nothing.
  static func empty(_ theme: Theme) -> (SafeText, Style) {
    (SafeText("nothing here yet \(theme.marks.dot) r looks again"), theme.faint)
  }

  /// What stands on the screen before the first page does.
  static func firstLoad(_ state: LoadState, _ theme: Theme) -> (SafeText, Style) {
    edge(state == .idle || state == .end ? .loading : state, theme)
  }

  private static func failed(_ error: PagingError, _ theme: Theme) -> (SafeText, Style) {
    (SafeText(failureText(error, theme)), theme.failure)
  }

  /// What went wrong, and the key that tries again.
  static func failureText(_ error: PagingError, _ theme: Theme) -> String {
    "\(error.description) \(theme.marks.dot) . tries again"
  }
}
