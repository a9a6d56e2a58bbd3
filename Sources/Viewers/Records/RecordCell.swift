import FileSources
import Records
import TableUI
import Terminal

/// A record on one line: its values, each in its column.
final class RecordCell: TextCell {
  private(set) var record: Record?
  /// Whether the columns know it.
  var isSeen = false
  private var columns: RecordColumns?
  private var appearance: TextAppearance?
  /// What is shown of the values that were in sight.
  private var texts: [Int: StyledText?] = [:]

  /// Shows a record, which is that of the line.
  func show(
    _ record: Record, of line: TextLine, _ columns: RecordColumns, _ appearance: TextAppearance
  ) {
    (self.line, self.record, self.columns, self.appearance) = (line, record, columns, appearance)
    (isSeen, texts) = (false, [:])
  }

  override func forgetLooks() { texts = [:] }

  override func prepareForReuse() { (line, record, texts) = (nil, nil, [:]) }

  override func draw(in canvas: inout Canvas) {
    guard let columns, let appearance, let line else { return }
    let gutter = min(appearance.gutter, canvas.size.columns)
    appearance.drawNumber(of: line, in: &canvas)
    let place = Rect(line: 0, column: gutter, lines: 1, columns: canvas.size.columns - gutter)
    let shown = columns.arranged.order.shown
    canvas.inRegion(place) {
      columns.layout.draw(in: &$0, ellipsis: appearance.theme.symbols.cut) { text(of: shown[$0]) }
    }
  }

  /// What a value needs of its column; nil where the record has none.
  func measure(_ column: Int) -> ColumnLayout.Measure? {
    guard let text = text(of: column)?.text, let record, let columns else { return nil }
    switch columns.value(column, of: record)?.kind {
    case .number: return ColumnLayout.Measure(text)
    case .string where columns.areWordsNumbers: return ColumnLayout.Measure(text)
    case .null, .bool: return .other(width: text.width)
    case .string, .object, .array, nil: return .text(width: text.width)
    }
  }

  private func text(of column: Int) -> StyledText? {
    if let known = texts[column] { return known }
    let text = styledText(of: column)
    texts[column] = .some(text)
    return text
  }

  private func styledText(of column: Int) -> StyledText? {
    guard let record, let line, let columns, let appearance,
      let value = columns.value(column, of: record)
    else { return nil }
    let text = StyledText(
      SafeText(value.shownText, joinsEmoji: appearance.rules.joinsEmoji),
      style: appearance.style(of: value))
    return appearance.matches.marked(text, of: value, in: columns.name(of: column), of: line)
  }
}

extension Value {
  /// Line ends and tabs of a text have pictures, because a record is one line; what is very long ends earlier.
  fileprivate var shownText: String {
    String(decoding: utf8.prefix(4_096), as: UTF8.self)
  }
}

extension TextAppearance {
  /// Times, nulls and what holds others are calm, and levels of a log as they are in its lines.
  fileprivate func style(of value: Value) -> Style {
    switch value.kind {
    case .null, .bool, .object, .array: theme.faint
    case .number: .plain
    case .string:
      if LogTime.range(in: value.utf8) != nil {
        theme.faint
      } else if tint.isWanted, let level = LogLevel(value.utf8) {
        level.style(in: tint.depth)
      } else {
        .plain
      }
    }
  }
}
