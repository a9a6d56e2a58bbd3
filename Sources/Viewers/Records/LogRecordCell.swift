import FileSources
import Records
import TableUI
import Terminal

/// A cell that shows a log record as a log line, cut or wrapped: time, level and message, followed
/// by the other fields, which are faint except for HTTP statuses.
final class LogRecordCell: TextCell {
  private var record: LogRecord?
  private var appearance: TextAppearance?
  /// The text drawn last.
  private var text: StyledText?
  private var folded: (width: Int, lines: [StyledText])?

  /// The maximum number of fields, and of bytes of a name or value, after the message; the detail
  /// screen shows all of them.
  private static let mostFields = 50
  private static let mostOfValue = 256
  private static let mostOfMessage = 4_096
  /// The width to which a shorter level is padded, in columns.
  private static let levelWidth = 5

  func show(_ record: LogRecord, of line: TextLine, _ appearance: TextAppearance) {
    (self.line, self.record, self.appearance) = (line, record, appearance)
    invalidateDrawing()
  }

  override func invalidateDrawing() { (text, folded) = (nil, nil) }

  override func prepareForReuse() {
    (line, record) = (nil, nil)
    invalidateDrawing()
  }

  private var gutter: Int { appearance?.gutter ?? 0 }

  override var contentWidth: Int { gutter + shownText.width }

  override func height(forWidth width: Int) -> Int { folded(to: width - gutter)?.count ?? 1 }

  /// Returns the lines of the text if it is wrapped; nil if it is shown on one line.
  private func folded(to width: Int) -> [StyledText]? {
    guard appearance?.wrapsLog == true, width > 0, shownText.width > width else { return nil }
    if let folded, folded.width == width { return folded.lines }
    let lines = shownText.folded(to: width, atBlanks: appearance?.wrapsAtBlanks == true)
    folded = (width, lines)
    return lines
  }

  override func draw(in canvas: inout Canvas) {
    guard let line, let appearance else { return }
    let columns = canvas.visibleColumns
    let gutter = min(appearance.gutter, columns.count)
    appearance.drawNumber(of: line, in: &canvas, at: columns.lowerBound)
    let lines = folded(to: columns.count - gutter)
    let place = Rect(
      line: 0, column: columns.lowerBound + gutter, lines: lines?.count ?? 1,
      columns: columns.count - gutter)
    canvas.inRegion(place) {
      if let lines { draw(lines, in: &$0) } else { drawText(in: &$0, from: columns.lowerBound) }
    }
    let matches = appearance.matches
    if matches.isOnlyWritten(in: line, hasMarks: matches.hasMatch(in: shownText.text)) {
      appearance.markUnseenMatch(in: &canvas)
    }
  }

  private func draw(_ lines: [StyledText], in canvas: inout Canvas) {
    for index in canvas.visibleLines.clamped(to: lines.indices) {
      canvas.draw(lines[index], at: Point(line: index, column: 0))
    }
  }

  private func drawText(in canvas: inout Canvas, from column: Int) {
    guard let appearance else { return }
    let (text, width) = (shownText, canvas.size.columns)
    canvas.draw(text, at: Point(line: 0, column: -column))
    guard text.width - column > width, width > 0 else { return }
    let (cut, end) = (appearance.theme.symbols.cut, Point(line: 0, column: width - 1))
    canvas.draw(cut, at: end, style: appearance.theme.faint)
  }

  private var shownText: StyledText {
    if let text { return text }
    let text = madeText()
    self.text = text
    return text
  }

  private func madeText() -> StyledText {
    guard let record, let appearance, let line else { return .empty }
    let faint = appearance.theme.faint
    var text = StyledText(safe(appearance.text(ofTime: record.time).prefix(64)), style: faint)
    append(level: record, to: &text)
    text.append(safe(record.messageUTF8.prefix(Self.mostOfMessage)))
    for (name, value) in record.others(limit: Self.mostFields) {
      let value = value.utf8.prefix(Self.mostOfValue)
      let name = name.utf8.prefix(Self.mostOfValue)
      let style = appearance.styleOfStatus(value, in: String(decoding: Array(name), as: UTF8.self))
      text.append("  " + safe(name) + "=", style: faint)
      text.append(safe(value), style: style ?? faint)
    }
    return appearance.matches.marked(text, isCurrent: line.id == appearance.matches.current)
  }

  private func append(level record: LogRecord, to text: inout StyledText) {
    guard let appearance else { return }
    let level = appearance.tint.isWanted ? LogLevel(Array(record.levelName.utf8)[...]) : nil
    let name = record.shortLevelName
    text.append(.init(" "))
    text.append(safe(name.utf8), style: level?.style(in: appearance.tint.depth) ?? .plain)
    let blanks = max(0, Self.levelWidth - name.utf8.count) + 1
    text.append(SafeText(glyphs: repeatElement(Glyph.space, count: blanks)))
  }

  private func safe(_ utf8: some Sequence<UInt8>) -> SafeText {
    SafeText(
      String(decoding: Array(utf8), as: UTF8.self),
      joinsEmoji: appearance?.rules.joinsEmoji ?? false)
  }
}
