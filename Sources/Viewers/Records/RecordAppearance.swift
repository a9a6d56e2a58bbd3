import Feeds
import FileSources
import Records
import TableUI
import Terminal

/// How records are shown: what all their cells share.
class RecordAppearance {
  final let theme: Theme
  final private(set) var rules: LineRules
  final let tint: LogTint
  final let matches: TextMatches
  /// The columns, where there are records.
  final var columns: RecordColumns?
  /// How records are shown.
  final var form = RecordForm.columns
  /// In which zone times are shown.
  final let times: TimeZoneUse

  init(theme: Theme, depth: ColorDepth, options: ViewerOptions) {
    (self.theme, times) = (theme, options.times)
    matches = TextMatches(theme, options.searchCase ?? .smart)
    tint = LogTint(options.showsStyles && options.tintsLogs ? .auto : .never, in: depth)
    rules = options.lineRules
    rules.joinsEmoji = theme.joinsEmoji
  }

  /// Shows sequences of emoji whole.
  func joinEmoji() { rules.joinsEmoji = true }

  /// The columns that are shown.
  final var shownColumns: RecordColumns? { form == .columns ? columns : nil }

  /// Columns of the screen for a number and a blank beside it; none by default.
  var gutter: Int { 0 }

  /// Draws the number of a line where there is a place for it.
  func drawNumber(of line: TextLine, in canvas: inout Canvas, at column: Int = 0) {}

  /// Whether a line is the one that was opened or gone to last.
  func isChosen(_ line: TextLine) -> Bool { false }

  /// Whether keys go to the list, and not to what is shown of the chosen item beside it.
  final var isListFocused = true

  /// Makes the item stand out that was opened or gone to last.
  final func markChosen(in canvas: inout Canvas) {
    let columns = canvas.visibleColumns
    let place = Rect(
      line: 0, column: columns.lowerBound, lines: canvas.size.lines, columns: columns.count)
    canvas.add(isListFocused ? .reverse : .underline, to: place)
  }
}
