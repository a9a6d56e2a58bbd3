import Bytes
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
  /// Whether long lines go on below behind a blank.
  final let wrapsAtBlanks: Bool

  init(theme: Theme, depth: ColorDepth, options: ViewerOptions) {
    (self.theme, times) = (theme, options.times)
    wrapsAtBlanks = options.wrapsAtBlanks
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

  /// Whether a bar stands beside the item that a key would show whole.
  var marksCurrent: Bool { true }

  /// Whether keys go to the list, and not to what is shown of the chosen item beside it.
  final var isListFocused = true

  /// Marks the row of a record with a match that no part of the row shows.
  final func markUnseenMatch(in canvas: inout Canvas) {
    let columns = canvas.visibleColumns
    let place = Rect(
      line: 0, column: columns.lowerBound, lines: canvas.size.lines, columns: columns.count)
    canvas.add(.underline, to: place)
  }

}

/// How the records of a text are shown; `t` goes from each to the next.
enum RecordForm {
  /// As lines of a log, where they are records of one.
  case log
  case columns
  /// As they are written.
  case text

  /// The one after it.
  ///
  /// - Parameter hasLog: whether the records are those of a log.
  func next(hasLog: Bool) -> RecordForm {
    switch self {
    case .log: .columns
    case .columns: .text
    case .text: hasLog ? .log : .columns
    }
  }

  /// What the help says of going there.
  ///
  /// - Parameter name: what an item is called.
  func title(_ name: String = "record") -> String {
    switch self {
    case .log: "show the \(name)s as lines of a log"
    case .columns: "show columns"
    case .text: name == "line" ? "show the lines as they are" : "show the text of the \(name)s"
    }
  }

  /// What is said when it is shown.
  func message(_ name: String = "record") -> String {
    switch self {
    case .log: "\(name)s as lines of a log"
    case .columns: "\(name)s in columns"
    case .text: "\(name)s as they are written"
    }
  }
}

/// Records as lines of a log, and their times.
extension RecordAppearance {
  /// What a line is as a record of a log, where these are shown so.
  func logRecord(of line: TextLine) -> LogRecord? {
    guard form == .log, let record = columns?.reading.record(of: line) else { return nil }
    return LogRecord(record)
  }

  /// The time of a log record as it is shown: a number as a date in any zone.
  ///
  /// - Parameter digits: how many digits of a second it has, where others in its column have more.
  func text(
    ofTime value: Value, digits: (RecordTime) -> Int = { $0.fractionDigits }
  ) -> ArraySlice<UInt8> {
    guard times != .source || RecordTime(number: value.utf8) != nil,
      let text = RecordTime(value).flatMap({ times.text(of: $0, digits: digits($0)) })
    else { return value.utf8 }
    return Array(text.utf8)[...]
  }

  /// Whether a value in a column is a time that is not shown as it is written: a number where the column is called so,
  /// and in another zone what reads as a date.
  func isTime(_ value: Value, in column: String) -> Bool {
    if times == .source, RecordTime(number: value.utf8) == nil { return false }
    if value.kind == .string, RecordTime(text: value.utf8)?.hasZone == true { return true }
    return LogNames.times.contains { $0.description == column } && RecordTime(value) != nil
  }

  /// A value in a column as it is shown: times as wide as others there, and what holds others on one line.
  func utf8(
    of value: Value, in column: String, digits: (RecordTime) -> Int = { $0.fractionDigits }
  ) -> ArraySlice<UInt8> {
    if isTime(value, in: column) { return text(ofTime: value, digits: digits) }
    let holdsOthers = value.kind == .object || value.kind == .array
    return holdsOthers && value.raw.contains(.lineFeed) ? value.onOneLine : value.utf8
  }
}

nonisolated extension LogLevel {
  /// What is serious stands out, what is usual does not.
  ///
  /// Contrast of red and orange with black and with white is at least 3.7 and 4.4 (WCAG 2.1, 1.4.3 counts
  /// 3 as enough for bold text; computed for xterm's palette): the terminal's own red is unreadable on many
  /// dark grounds.
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
