import Bytes
import Feeds
import FileSources
import Records
import TableUI
import Terminal

/// The appearance of records, shared by all their cells.
class RecordAppearance {
  final let theme: Theme
  final private(set) var rules: LineRules
  final let tint: LogTint
  final let matches: TextMatches
  /// The columns, if there are records.
  final var columns: RecordColumns?
  /// The form in which records are shown.
  final var form = RecordForm.columns
  /// The time zone in which times are shown.
  final let times: TimeZoneUse
  /// Whether long lines are wrapped at blanks.
  final let wrapsAtBlanks: Bool

  init(theme: Theme, depth: ColorDepth, options: ViewerOptions) {
    (self.theme, times) = (theme, options.times)
    wrapsAtBlanks = options.wrapsAtBlanks
    matches = TextMatches(theme, options.searchCase ?? .smart)
    tint = LogTint(options.showsStyles && options.tintsLogs ? .auto : .never, in: depth)
    rules = options.lineRules
    rules.joinsEmoji = theme.joinsEmoji
  }

  /// Shows joined emoji sequences.
  func joinEmoji() { rules.joinsEmoji = true }

  /// The columns, if records are shown in columns.
  final var shownColumns: RecordColumns? { form == .columns ? columns : nil }

  /// The width of the line numbers including a blank; 0 by default.
  var gutter: Int { 0 }

  /// Draws the number of a line, if numbers are shown and this one is known; by default draws
  /// nothing.
  func drawNumber(of line: TextLine, in canvas: inout Canvas, at column: Int = 0) {}

  /// Whether a bar marks the item that a key would show in full.
  var marksCurrent: Bool { true }

  /// Whether keys go to the list, and not to the detail screen beside it.
  final var isListFocused = true

  /// Marks a row with a match that its visible part does not show.
  final func markUnseenMatch(in canvas: inout Canvas) {
    let columns = canvas.visibleColumns
    let place = Rect(
      line: 0, column: columns.lowerBound, lines: canvas.size.lines, columns: columns.count)
    canvas.add(.underline, to: place)
  }

}

/// The forms in which records are shown; `t` switches between them.
enum RecordForm {
  /// Records are shown as log lines, if they are log records.
  case log
  case columns
  /// Records are shown as they are written.
  case text

  /// Returns the form that follows this one.
  ///
  /// - Parameter hasLog: whether the records are log records.
  func next(hasLog: Bool) -> RecordForm {
    switch self {
    case .log: .columns
    case .columns: .text
    case .text: hasLog ? .log : .columns
    }
  }

  /// Returns the words with which the help describes the command that switches to this form.
  ///
  /// - Parameter name: the noun for an item.
  func title(_ name: String = "record") -> String {
    switch self {
    case .log: "show the \(name)s as log lines"
    case .columns: "show columns"
    case .text: name == "line" ? "show the lines as they are" : "show the text of the \(name)s"
    }
  }

  /// Returns the message that is shown after a switch to this form.
  func message(_ name: String = "record") -> String {
    switch self {
    case .log: "\(name)s as log lines"
    case .columns: "\(name)s in columns"
    case .text: "\(name)s as written"
    }
  }
}

/// Log records and their times.
extension RecordAppearance {
  /// Returns the log record in a line, if records are shown as log lines.
  func logRecord(of line: TextLine) -> LogRecord? {
    guard form == .log, let record = columns?.reading.record(of: line) else { return nil }
    return LogRecord(record)
  }

  /// Returns the time of a log record as it is shown; a number is converted to a date.
  ///
  /// - Parameter digits: returns the number of decimals for a time, which is the same for all times
  ///   of a column.
  func text(
    ofTime value: Value, digits: (RecordTime) -> Int = { $0.fractionDigits }
  ) -> ArraySlice<UInt8> {
    guard times != .source || RecordTime(number: value.utf8) != nil,
      let text = RecordTime(value).flatMap({ times.text(of: $0, digits: digits($0)) })
    else { return value.utf8 }
    return Array(text.utf8)[...]
  }

  /// Whether a value is a time that is not shown as written: a number in a column with a usual name
  /// for times or, if times are shown in another time zone, a date.
  func isTime(_ value: Value, in column: String) -> Bool {
    if times == .source, RecordTime(number: value.utf8) == nil { return false }
    if value.kind == .string, RecordTime(text: value.utf8)?.hasZone == true { return true }
    return LogNames.times.contains { $0.description == column } && RecordTime(value) != nil
  }

  /// Returns a value as it is shown: a time with the given number of decimals, and an object or
  /// array on one line.
  func utf8(
    of value: Value, in column: String, digits: (RecordTime) -> Int = { $0.fractionDigits }
  ) -> ArraySlice<UInt8> {
    if isTime(value, in: column) { return text(ofTime: value, digits: digits) }
    let holdsOthers = value.kind == .object || value.kind == .array
    return holdsOthers && value.raw.contains(.lineFeed) ? value.onOneLine : value.utf8
  }
}

nonisolated extension LogLevel {
  /// Returns the style of a level: serious ones are highlighted.
  ///
  /// The contrast with black and with white is at least 3.6 for red and 4.4 for orange (computed
  /// for the palette of xterm; WCAG 2.1, 1.4.3, requires 3 for bold text). The red of the terminal
  /// itself is unreadable on many dark backgrounds.
  func style(in depth: ColorDepth) -> Style {
    switch self {
    case .failure: Style(foreground: Self.color(167, or: 1, in: depth), attributes: .bold)
    case .warning: Style(foreground: Self.color(130, or: 3, in: depth), attributes: .bold)
    case .information: .plain
    case .detail: Style(.dim)
    }
  }

  private static func color(_ rich: UInt8, or plain: UInt8, in depth: ColorDepth) -> Color {
    switch depth {
    case .none: .default
    case .eight: .indexed(plain)
    case .palette256, .trueColor: .indexed(rich)
    }
  }
}
