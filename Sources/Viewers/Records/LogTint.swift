import Bytes
import FileSources
import Records
import Terminal

/// The colors of the lines of a log: times are faint, and levels have colors.
///
/// A text counts as a log when most lines of a screen begin with a time. Lines of stack traces are
/// not counted, because a few log lines may be followed by several screenfuls of them.
final class LogTint {
  /// The choice of when lines are colored.
  nonisolated enum Use: String, Sendable {
    /// Lines are colored if the text is a log.
    case auto
    case never
    case always
  }

  private(set) var use: Use
  let depth: ColorDepth
  /// Whether most lines of a screen began with a time.
  private var isLog = false

  init(_ use: Use, in depth: ColorDepth) { (self.use, self.depth) = (use, depth) }

  /// Whether colors are used for anything besides log lines, such as the level of a record.
  var isWanted: Bool { use != .never }

  var isOn: Bool { use == .always || use == .auto && isLog }

  /// Turns coloring off, or on if it is off.
  func toggle() { use = isOn ? .never : .always }

  /// Examines the visible lines, unless their coloring is already decided; returns whether this
  /// changes the display.
  ///
  /// Cost: reads the first bytes of each line; stack traces are recognized only if some line begins
  /// with a time.
  func learn(from lines: [TextLine]) -> Bool {
    guard use == .auto, !isLog else { return false }
    let timed = lines.count { $0.beginsWithTime }
    guard timed > 0 else { return false }
    isLog = timed > lines.count { !$0.beginsWithTime && !$0.goesOnWithEntry }
    return isLog
  }

  /// Returns the text of a line with colors; the text is unchanged if coloring is off, if the text
  /// has its own styles, or if it continues a long line.
  ///
  /// - Parameters:
  ///   - text: the shown part of the line.
  ///   - start: the number of bytes of the line before that part; each of them is one column wide.
  func tinted(_ text: StyledText, of line: TextLine, from start: Int) -> StyledText {
    guard isOn, text.spans.isEmpty, !line.isContinuation else { return text }
    let log = LogLine(line.bytes)
    var text = text
    if let time = log.time { add(Style(.dim), to: time, of: line, &text, start) }
    if let (range, level) = log.level {
      let style = level.style(in: depth)
      if style != .plain { add(style, to: range, of: line, &text, start) }
    }
    return text
  }

  /// Applies a style to a range of bytes, if each byte up to the end of the range is one glyph.
  private func add(
    _ style: Style, to range: Range<Int>, of line: TextLine, _ text: inout StyledText, _ start: Int
  ) {
    guard line.bytes.prefix(range.upperBound).isPrintable else { return }
    text.add(style, to: max(0, range.lowerBound - start)..<max(0, range.upperBound - start))
  }
}

extension TextLine {
  fileprivate var beginsWithTime: Bool { !isContinuation && LogTime.range(in: bytes) != nil }

  /// Whether the line does not begin a log entry: it is empty, a piece of a long line, or part of a
  /// stack trace.
  fileprivate var goesOnWithEntry: Bool { isContinuation || bytes.goesOnWithEntry }
}
