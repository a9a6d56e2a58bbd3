import Bytes
import FileSources
import Records
import Terminal

/// Tints the lines of a log: times are faint, levels have colours, and nothing else.
///
/// Whether a text is a log is told by the first of its lines that are shown.
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
  /// The lines that were looked at, and how many of them begin with a time.
  private var (seen, timed) = (0, 0)
  private var last: FileOffset?

  /// Lines after which it is decided.
  private static let enough = 50

  init(_ use: Use, in depth: ColorDepth) { (self.use, self.depth) = (use, depth) }

  /// Whether there are colours for what is no line of a log, such as a record's level.
  var isWanted: Bool { use != .never }

  var isOn: Bool { use == .always || use == .auto && timed * 2 > seen }

  /// Tints whatever it is, or nothing any more.
  func toggle() { use = isOn ? .never : .always }

  /// Looks at lines, unless enough have been seen; says whether that changes anything.
  func learn(from lines: [TextLine]) -> Bool {
    guard use == .auto, seen < Self.enough else { return false }
    let wasOn = isOn
    for line in lines where last.map({ line.id > $0 }) ?? true {
      last = line.id
      guard !line.bytes.isEmpty, !line.isContinuation else { continue }
      seen += 1
      if LogTime.range(in: line.bytes) != nil { timed += 1 }
    }
    return isOn != wasOn
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
