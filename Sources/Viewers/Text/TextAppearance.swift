import TableUI
import Terminal

/// How the lines of a file are shown: what all their cells share.
final class TextAppearance {
  let theme: Theme
  let showsNumbers: Bool
  /// Whether a long line goes on below, or else to the right.
  var wraps = false
  let tabs: TabStops
  let numbers: LineNumbers

  init(theme: Theme, showsNumbers: Bool, tabs: TabStops, numbers: LineNumbers) {
    self.theme = theme
    self.tabs = tabs
    self.showsNumbers = showsNumbers
    self.numbers = numbers
  }

  /// Columns for the number and a blank beside it, as `less -N` has them.
  var gutter: Int { showsNumbers ? 8 : 0 }
}
