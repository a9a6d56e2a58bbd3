import Records
import TableUI
import Terminal

/// A line of a list of records, or a record as it is written: in one line, or wrapped.
final class RecordTextCell: TableViewCell {
  private var text = StyledText(SafeText(""))
  private var wraps = false
  private var folded: (width: Int, lines: [StyledText])?

  private var appearance: RecordAppearance?
  /// Whether it is the one that was opened or gone to last.
  var isChosen = false

  init() {}

  /// - Parameter isFound: whether it is the one that was found last.
  func show(
    _ content: RecordContent, _ appearance: RecordAppearance, wraps: Bool, isFound: Bool = false
  ) {
    switch content {
    case .record(let record): text = Self.text(of: record.jsonLine()[...], appearance.rules)
    case .text(let line): text = Self.text(of: line, appearance.rules)
    }
    text = appearance.matches.marked(text, isCurrent: isFound)
    (self.wraps, folded) = (wraps, nil)
    (self.appearance, isChosen) = (appearance, false)
  }

  /// Bytes of a line that are shown, as of a piece of a file's line.
  private static let mostBytes = 32 << 10

  private static func text(of line: ArraySlice<UInt8>, _ rules: LineRules) -> StyledText {
    var text = LineText(line.prefix(mostBytes), rules).text
    if line.count > mostBytes { text.append(SafeText("…")) }
    return text
  }

  /// What goes on below does not go on to the right.
  var contentWidth: Int { wraps ? 0 : text.width }

  func height(forWidth width: Int) -> Int { lines(for: width).count }

  func draw(in canvas: inout Canvas) {
    for (index, line) in lines(for: canvas.visibleColumns.count).enumerated() {
      canvas.draw(line, at: Point(line: index, column: 0))
    }
    if isChosen { appearance?.markChosen(in: &canvas) }
  }

  private func lines(for width: Int) -> [StyledText] {
    guard wraps, width > 0, text.width > width else { return [text] }
    if let folded, folded.width == width { return folded.lines }
    let lines = text.folded(to: width)
    folded = (width, lines)
    return lines
  }
}
