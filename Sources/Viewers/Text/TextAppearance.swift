import TableUI
import Terminal

/// How the lines of a file are shown: what all their cells share.
final class TextAppearance {
  let theme: Theme
  var showsNumbers: Bool
  /// Whether a reader wants a long line to go on below, or else to the right.
  var wantsWrap: Bool
  /// Whether the reader has scrolled to the right, where no line goes on below.
  var isScrolledSideways = false
  private(set) var rules: LineRules
  let tint: LogTint
  let links = TextLinks()
  let matches: TextMatches
  let numbers: LineNumbers

  init(theme: Theme, depth: ColorDepth, options: ViewerOptions, numbers: LineNumbers) {
    self.theme = theme
    matches = TextMatches(theme)
    tint = LogTint(options.showsStyles && options.tintsLogs ? .auto : .never, in: depth)
    rules = options.lineRules
    rules.joinsEmoji = theme.joinsEmoji
    showsNumbers = options.showsLineNumbers
    wantsWrap = options.wrapsLines
    self.numbers = numbers
  }

  /// Shows sequences of emoji whole; what was found in the texts before stands elsewhere now.
  func joinEmoji() {
    rules.joinsEmoji = true
    links.forget()
  }

  /// Whether a long line goes on below now.
  var wraps: Bool { wantsWrap && !isScrolledSideways }

  /// Columns for the number and a blank beside it, as `less -N` has them.
  var gutter: Int { showsNumbers ? 8 : 0 }
}
