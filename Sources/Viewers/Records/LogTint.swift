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

extension ArraySlice<UInt8> {
  /// Whether it begins as a line of a stack trace does, of Java, .NET, Python, Ruby, Node, Go, Rust and their like.
  fileprivate var goesOnWithEntry: Bool {
    guard let first else { return true }
    if [0x20, 0x09, UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]")].contains(first) {
      return true
    }
    return traceStarts.contains { starts(with: $0) } || namesException || beginsWithScope
  }

  /// Whether its first word is a name in a scope, as `ActiveRecord::RecordNotFound (no such user):`.
  private var beginsWithScope: Bool {
    let word = prefix(200).prefix { $0 != 0x20 }
    return word.allSatisfy(\.isOfName) && word.place(of: Array("::".utf8)) != nil
  }

  /// Where a word begins and ends; the standard library's own search would link regular expressions.
  private func place(of word: [UInt8]) -> Range<Int>? {
    let start = indices.first { self[$0...].starts(with: word) }
    return start.map { $0..<$0 + word.count }
  }

  /// Whether its first word, or one in brackets, ends as the names of exceptions do, as `java.io.IOException: no`.
  private var namesException: Bool {
    let head = prefix(200)
    return exceptionEnds.contains { end in
      guard let range = head.place(of: end), range.lowerBound > startIndex else { return false }
      let isOver =
        range.upperBound == head.endIndex || !head[range.upperBound].isNamePart
      return isOver
        && (head[..<range.lowerBound].allSatisfy(\.isOfName) || head.last == UInt8(ascii: ")"))
    }
  }
}

extension UInt8 {
  /// Whether it may stand in the full name of a class.
  fileprivate var isOfName: Bool {
    isNamePart || self == UInt8(ascii: ".") || self == UInt8(ascii: ":")
      || self == UInt8(ascii: "$")
  }
}

/// How lines of stack traces begin that are not indented.
private let traceStarts = [
  "Caused by", "Suppressed:", "...", "at ", "Traceback ", "During handling of",
  "The above exception",
  "--- ", "---> ", "Unhandled ", "Exception in thread", "goroutine ", "panic: ", "stack backtrace:",
  "note: run with", "thread '", "created by ", "exit status ", "[signal ", "from ",
].map { Array($0.utf8) }

private let exceptionEnds = ["Exception", "Error", "error"].map { Array($0.utf8) }
