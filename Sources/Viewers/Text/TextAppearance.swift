import FileSources
import Records
import TableUI
import Terminal

/// The appearance of the lines of a file, shared by all their cells.
final class TextAppearance: RecordAppearance {
  var showsNumbers: Bool
  /// Whether the reader wants long lines to be wrapped; otherwise the screen scrolls sideways.
  var wantsWrap: Bool
  /// The number of columns at the left that do not scroll sideways.
  var frozenColumns = 0
  /// Whether the screen is scrolled sideways, so that no line is wrapped.
  var isScrolledSideways = false
  let links = TextLinks()
  let numbers: LineNumbers

  init(theme: Theme, depth: ColorDepth, options: ViewerOptions, numbers: LineNumbers) {
    showsNumbers = options.showsLineNumbers
    wantsWrap = options.wrapsLines
    self.numbers = numbers
    super.init(theme: theme, depth: depth, options: options)
  }

  /// Shows joined emoji sequences; links that were found before are discarded, because their
  /// positions change.
  override func joinEmoji() {
    super.joinEmoji()
    links.forget()
  }

  /// Whether long lines are wrapped now.
  var wraps: Bool { wantsWrap && !isScrolledSideways }

  /// Whether the reader wants long log records to be wrapped; by default they are cut.
  var wantsLogWrap = false

  /// Whether long log records are wrapped now.
  var wrapsLog: Bool { wantsLogWrap && !isScrolledSideways }

  /// Whether the reader has chosen how records are shown.
  var isFormChosen = false
  /// Whether the records are log records.
  var hasLog = false
  /// Whether the lines of a stack trace belong to the record before them.
  var joinsEntries = true

  /// The decoder of the records, if the items are records; nil if they are lines, including log
  /// lines with fields.
  var readsRecords: RecordDecoder? { columns.flatMap { $0.reading.isOfText ? nil : $0.reading } }

  /// The noun for a numbered item: a record if records are shown.
  var itemName: String { numbersRecords == nil ? "line" : "record" }

  /// The decoder of the numbered records; nil if lines are numbered.
  var numbersRecords: RecordDecoder? { form == .text ? nil : readsRecords }

  /// Whether lines are shown like those of a text without records.
  var isPlainText: Bool { columns == nil || form == .text && readsRecords == nil }

  /// The last item that the reader opened or moved to, if any.
  var chosen: FileOffset?

  /// Whether a bar marks the current item.
  ///
  /// Lines of a text have no bar, because they take the whole width; content that may be printed
  /// without a screen has none, because no key applies to it.
  override var marksCurrent: Bool { columns != nil && form != .text && !mayBePrinted }

  /// Whether content that fits on one screen is only printed.
  var mayBePrinted = false

  /// Marks all rows of the chosen line: with the background of the status line, or with an
  /// underline while the list is not focused.
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

  /// The width of the number and a blank, as in `less -N`.
  override var gutter: Int { showsNumbers ? 8 : 0 }
}
