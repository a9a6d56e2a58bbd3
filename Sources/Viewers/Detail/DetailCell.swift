import Feeds
import TableUI
import Terminal

/// A field of a record, whole: its name, and its value in as many lines as that needs.
final class DetailCell: TableViewCell {
  private var lines: [StyledText] = []

  /// Shows a row, laid out for the columns that the cell has.
  func show(_ row: DetailRow, _ layout: DetailLayout) { lines = layout.lines(of: row) }

  func prepareForReuse() { lines = [] }

  func height(forWidth width: Int) -> Int { lines.count }

  func draw(in canvas: inout Canvas) {
    for index in canvas.visibleLines.clamped(to: lines.indices) {
      canvas.draw(lines[index], at: Point(line: index, column: 0))
    }
  }
}
