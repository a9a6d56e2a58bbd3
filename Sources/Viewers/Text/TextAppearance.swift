import FileSources
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

  /// The columns of records, where the lines are some.
  var columns: RecordColumns?
  /// Whether a reader wants records in columns, or else as they stand in the text.
  var wantsColumns = true
  /// The columns that are shown.
  var shownColumns: RecordColumns? { wantsColumns ? columns : nil }

  /// The record that was opened or gone to last, if any.
  var chosen: FileOffset?
  /// Whether keys go to the list, and not to what is shown of that record beside it.
  var isListFocused = true

  /// Makes the chosen record stand out.
  func markChosen(_ line: TextLine, in canvas: inout Canvas) {
    guard line.id == chosen else { return }
    let columns = canvas.visibleColumns
    let place = Rect(
      line: 0, column: columns.lowerBound, lines: canvas.size.lines, columns: columns.count)
    canvas.add(isListFocused ? .reverse : .underline, to: place)
  }

  /// Draws the number of a line where there is a place for it.
  func drawNumber(of line: TextLine, in canvas: inout Canvas, at column: Int = 0) {
    guard gutter > 0, !line.isContinuation, let number = numbers[line.id] else { return }
    let text = SafeText("\(number)")
    let start = column + max(0, gutter - 1 - text.width)
    canvas.draw(text, at: Point(line: 0, column: start), style: theme.faint)
  }

  /// Columns for the number and a blank beside it, as `less -N` has them.
  var gutter: Int { showsNumbers ? 8 : 0 }
}
