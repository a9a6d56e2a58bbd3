import Bytes
import FileSources
import Records
import TableUI
import Terminal

/// A cell for a record on one line, with its values in columns.
final class RecordCell: TextCell {
  private(set) var record: Record?
  /// Whether the record's values have been measured for the columns.
  var isSeen = false
  /// Whether the item was found last, for items that are not lines.
  var isFound = false
  private var columns: RecordColumns?
  private var appearance: RecordAppearance?
  /// The values that have been drawn or measured, as they are shown; a linear search is enough for
  /// so few values.
  private var shown: [Shown] = []
  /// Whether the record has a match that the visible values do not show; nil if this has not been
  /// determined yet.
  private var hasUnseenMatch: Bool?

  private struct Shown {
    let column: Int
    /// The kind of the value; nil if the record has no value.
    let kind: Value.Kind?
    let text: StyledText
    var hasMatch = false
  }

  /// Shows a record; if a line is given, the record is that of the line.
  func show(
    _ record: Record, of line: TextLine?, _ columns: RecordColumns, _ appearance: RecordAppearance
  ) {
    (self.line, self.record, self.columns, self.appearance) = (line, record, columns, appearance)
    (isSeen, isFound) = (false, false)
    invalidateDrawing()
  }

  override func invalidateDrawing() {
    shown.removeAll(keepingCapacity: true)
    hasUnseenMatch = nil
  }

  override func prepareForReuse() {
    (line, record) = (nil, nil)
    invalidateDrawing()
  }

  override func draw(in canvas: inout Canvas) {
    guard let columns, let appearance else { return }
    let gutter = min(appearance.gutter, canvas.size.columns)
    if let line { appearance.drawNumber(of: line, in: &canvas) }
    let place = Rect(line: 0, column: gutter, lines: 1, columns: canvas.size.columns - gutter)
    let order = columns.arranged.order.shown
    canvas.inRegion(place) {
      columns.layout.draw(in: &$0, ellipsis: appearance.theme.symbols.cut) {
        let value = value(order[$0])
        return value.kind == nil ? nil : value.text
      }
    }
    if hasUnseenMatch(appearance) { appearance.markUnseenMatch(in: &canvas) }
  }

  private func hasUnseenMatch(_ appearance: RecordAppearance) -> Bool {
    if let hasUnseenMatch { return hasUnseenMatch }
    let has =
      line.map { line in
        appearance.matches.isOnlyWritten(in: line, hasMarks: shown.contains { $0.hasMatch })
      } ?? false
    hasUnseenMatch = has
    return has
  }

  /// Returns the width that a value needs; nil if the record has no value in this column.
  func measure(_ column: Int) -> ColumnLayout.Measure? {
    let value = value(column)
    guard let kind = value.kind, let columns else { return nil }
    let text = value.text.text
    switch kind {
    case .number: return ColumnLayout.Measure(text)
    case .string where columns.areWordsNumbers: return ColumnLayout.Measure(text)
    case .null, .bool: return .other(width: text.width)
    case .string, .object, .array: return .text(width: text.width)
    }
  }

  /// Whether the value of a column has a match.
  func hasMatch(in column: Int) -> Bool {
    guard let record, let columns, let appearance, let value = columns.value(column, of: record)
    else { return false }
    return appearance.matches.hasMatch(
      in: self.value(column).text.text, value, columns.name(of: column))
  }

  private func value(_ column: Int) -> Shown {
    for value in shown where value.column == column { return value }
    let value = makeValue(column)
    // Without this reservation, the array would grow four times for a typical row.
    if shown.isEmpty { shown.reserveCapacity(Self.usualCount) }
    shown.append(value)
    return value
  }

  private func makeValue(_ column: Int) -> Shown {
    guard let record, let columns, let appearance,
      let value = columns.value(column, of: record)
    else { return Shown(column: column, kind: nil, text: .empty) }
    let name = columns.name(of: column)
    let bytes = appearance.utf8(of: value, in: name) {
      columns.digits(of: $0, in: column)
    }
    let text = StyledText(
      SafeText(utf8: bytes.prefix(Self.mostBytes), joinsEmoji: appearance.rules.joinsEmoji),
      style: appearance.style(of: value.kind, bytes, in: name))
    let marked = appearance.matches.marked(
      text, of: value, in: name,
      isCurrent: line.map { $0.id == appearance.matches.current } ?? isFound)
    let hasMatch = appearance.matches.hasMatch(in: text.text, value, name)
    return Shown(column: column, kind: value.kind, text: marked, hasMatch: hasMatch)
  }

  /// The usual number of simultaneously visible columns.
  private static let usualCount = 12
  /// The maximum number of bytes of a value that are shown.
  private static let mostBytes = 4_096
}

extension RecordAppearance {
  /// Returns the style of a value: times that are written as text, nulls, Booleans, objects and
  /// arrays are faint; levels are colored as in log lines, and HTTP statuses like levels of the
  /// same severity.
  ///
  /// - Parameter name: the name of the field.
  func style(of kind: Value.Kind, _ bytes: ArraySlice<UInt8>, in name: String) -> Style {
    switch kind {
    case .null, .bool, .object, .array: theme.faint
    case .number: styleOfStatus(bytes, in: name) ?? .plain
    case .string:
      if LogTime.range(in: bytes) == 0..<bytes.count || LogTime.asRFC3339(bytes) != nil {
        theme.faint
      } else {
        styleOfLevel(bytes, in: name) ?? styleOfStatus(bytes, in: name) ?? .plain
      }
    }
  }

  private func styleOfLevel(_ bytes: ArraySlice<UInt8>, in name: String) -> Style? {
    guard tint.isWanted, let level = LogLevel(bytes), LogNames.isOfLevels(name) else { return nil }
    return level.style(in: tint.depth)
  }

  /// Returns the style of an HTTP status by its class; nil for other values, or if logs are not
  /// colored.
  func styleOfStatus(_ bytes: ArraySlice<UInt8>, in name: String) -> Style? {
    guard tint.isWanted, bytes.isStatus, LogNames.isOfStatuses(name) else { return nil }
    let level: LogLevel =
      switch bytes.first {
      case UInt8(ascii: "5"): .failure
      case UInt8(ascii: "4"): .warning
      case UInt8(ascii: "3"), UInt8(ascii: "1"): .detail
      default: .information
      }
    return level.style(in: tint.depth)
  }
}

/// The names of the columns, above the records.
final class RecordHeaderCell: ReusableCell {
  private let columns: RecordColumns
  private let appearance: RecordAppearance

  init(_ columns: RecordColumns, _ appearance: RecordAppearance) {
    (self.columns, self.appearance) = (columns, appearance)
  }

  func height(forWidth width: Int) -> Int { 1 }

  func draw(in canvas: inout Canvas) {
    let gutter = min(appearance.gutter, canvas.size.columns)
    let place = Rect(
      line: 0, column: gutter, lines: 1, columns: canvas.size.columns - gutter)
    canvas.inRegion(place) {
      columns.layout.drawNames(in: &$0, ellipsis: appearance.theme.symbols.cut)
    }
  }
}

/// Rows whose values are aligned in columns with blanks, and made safe for a terminal.
///
/// Rows are aligned in groups as they arrive: a column can become wider but not narrower.
nonisolated struct AlignedRows {
  private var rows: [[SafeText]] = []
  private var widths: [Int] = []

  /// The maximum width to which a value is padded, so that one long value does not widen its column
  /// in all rows.
  private static let widest = 40

  mutating func append(_ values: [String]) {
    let row = values.map { SafeText($0) }
    for (index, text) in row.enumerated() {
      if index == widths.count { widths.append(0) }
      widths[index] = max(widths[index], min(text.width, Self.widest))
    }
    rows.append(row)
  }

  /// Removes the added rows and appends them as lines.
  mutating func take(to out: inout [UInt8]) {
    for row in rows {
      // The end of a line has no padding.
      let last = row.lastIndex { $0.width > 0 } ?? -1
      for (index, text) in row.prefix(last + 1).enumerated() {
        out += text.description.utf8
        let blanks = index == last ? 0 : max(0, widths[index] - text.width) + 2
        out += repeatElement(UInt8(ascii: " "), count: blanks)
      }
      out.append(.lineFeed)
    }
    rows = []
  }
}
