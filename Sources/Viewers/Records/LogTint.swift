import Bytes
import FileSources
import Records
import Terminal

/// Tints the lines of a log: times are faint, levels have colours, and nothing else.
///
/// A text is a log once most lines of a screen begin with a time: from then on, whatever stands between such lines.
/// The lines of a stack trace do not count, because a few lines of a log may be followed by screenfuls of them.
final class LogTint {
  /// When lines are tinted.
  nonisolated enum Use: String, Sendable {
    /// Where the text is a log.
    case auto
    case never
    case always
  }

  private(set) var use: Use
  let depth: ColorDepth
  /// Whether most lines of a screen began with a time.
  private var isLog = false

  init(_ use: Use, in depth: ColorDepth) { (self.use, self.depth) = (use, depth) }

  /// Whether there are colours for what is no line of a log, such as a record's level.
  var isWanted: Bool { use != .never }

  var isOn: Bool { use == .always || use == .auto && isLog }

  /// Tints whatever it is, or nothing any more.
  func toggle() { use = isOn ? .never : .always }

  /// Looks at the lines in sight, unless the text is known to be a log; says whether that changes anything.
  ///
  /// Cost: the first bytes of each line; those of a stack trace are told only where some line begins with a time.
  func learn(from lines: [TextLine]) -> Bool {
    guard use == .auto, !isLog else { return false }
    let timed = lines.count { $0.beginsWithTime }
    guard timed > 0 else { return false }
    isLog = timed > lines.count { !$0.beginsWithTime && !$0.goesOnWithEntry }
    return isLog
  }

  /// A line's text with its tint, unless that has looks of its own.
  ///
  /// - Parameters:
  ///   - text: what is shown of the line.
  ///   - start: how many of its bytes are passed over, each of a column.
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

  /// Only where each byte up to there is a glyph.
  private func add(
    _ style: Style, to range: Range<Int>, of line: TextLine, _ text: inout StyledText, _ start: Int
  ) {
    guard line.bytes.prefix(range.upperBound).isPrintable else { return }
    text.add(style, to: max(0, range.lowerBound - start)..<max(0, range.upperBound - start))
  }
}

extension TextLine {
  fileprivate var beginsWithTime: Bool { !isContinuation && LogTime.range(in: bytes) != nil }

  /// Whether it does not begin an entry of a log: it is empty, a piece of a long line, or a line of a stack trace.
  fileprivate var goesOnWithEntry: Bool { isContinuation || bytes.goesOnWithEntry }
}
