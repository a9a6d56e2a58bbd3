import FileSources
import Records
import TableUI
import Terminal

/// How the lines of a file are shown: what all their cells share.
final class TextAppearance: RecordAppearance {
  var showsNumbers: Bool
  /// Whether a reader wants a long line to go on below, or else to the right.
  var wantsWrap: Bool
  /// Columns at the left that stay where the others are scrolled.
  var frozenColumns = 0
  /// Whether the reader has scrolled to the right, where no line goes on below.
  var isScrolledSideways = false
  let links = TextLinks()
  let numbers: LineNumbers

  init(theme: Theme, depth: ColorDepth, options: ViewerOptions, numbers: LineNumbers) {
    showsNumbers = options.showsLineNumbers
    wantsWrap = options.wrapsLines
    self.numbers = numbers
    super.init(theme: theme, depth: depth, options: options)
  }

  /// Shows sequences of emoji whole; what was found in the texts before stands elsewhere now.
  override func joinEmoji() {
    super.joinEmoji()
    links.forget()
  }

  /// Whether a long line goes on below now.
  var wraps: Bool { wantsWrap && !isScrolledSideways }

  /// Whether a reader wants long records of a log to do so, too; they are cut by default.
  var wantsLogWrap = false

  /// Whether a long record of a log goes on below now.
  var wrapsLog: Bool { wantsLogWrap && !isScrolledSideways }

  /// Whether a reader has chosen how records are shown.
  var isFormChosen = false
  /// Whether the records are those of a log.
  var hasLog = false
  /// Whether a reader wants the lines of a stack trace to belong to the record before them.
  var joinsEntries = true

  /// How records are read that are items; nil where lines are, also those of a log that have fields.
  var readsRecords: RecordDecoder? { columns.flatMap { $0.reading.isOfText ? nil : $0.reading } }

  /// What is numbered: records where they are shown.
  var itemName: String { numbersRecords == nil ? "line" : "record" }

  /// How records are read that are numbered; nil where lines are.
  var numbersRecords: RecordDecoder? { form == .text ? nil : readsRecords }

  /// Whether lines are shown as they would be if none had a field.
  var isPlainText: Bool { columns == nil || form == .text && readsRecords == nil }

  /// The record that was opened or gone to last, if any.
  var chosen: FileOffset?

  /// Lines of a text have the whole width, and what may only be printed has no keys.
  override var marksCurrent: Bool { columns != nil && form != .text && !mayBePrinted }

  /// Whether what fits on one screen is only printed.
  var mayBePrinted = false

  /// Gives the ground of the status line to a line that was opened or gone to last, where no bar stands beside it.
  func markChosen(in canvas: inout Canvas) {
    let columns = canvas.visibleColumns
    let place = Rect(
      line: 0, column: columns.lowerBound, lines: canvas.size.lines, columns: columns.count)
    let ground = Style(
      background: theme.bar.plain.background,
      attributes: theme.bar.plain.attributes.intersection(.reverse))
    canvas.add(isListFocused ? ground : Style(.underline), to: place)
  }

  override func drawNumber(of line: TextLine, in canvas: inout Canvas, at column: Int = 0) {
    guard gutter > 0, !line.isContinuation, let number = numbers[line.id] else { return }
    let text = SafeText("\(number)")
    let start = column + max(0, gutter - 1 - text.width)
    canvas.draw(text, at: Point(line: 0, column: start), style: theme.faint)
  }

  /// Columns for the number and a blank beside it, as `less -N` has them.
  override var gutter: Int { showsNumbers ? 8 : 0 }
}
