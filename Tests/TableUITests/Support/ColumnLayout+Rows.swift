import TableUI
import Terminal

extension ColumnLayout {
  /// Lays out by all values of some rows.
  mutating func fit(_ rows: [[SafeText]], in width: Int) {
    layout(forWidth: width, rows: rows.indices) { row, column in
      column < rows[row].count ? Measure(rows[row][column]) : nil
    }
  }

  /// The names and some rows below them, as text.
  func picture(_ rows: [[SafeText]], width: Int = 60) -> String {
    var canvas = Canvas(size: Size(lines: rows.count + 1, columns: width))
    drawNames(in: &canvas)
    for (index, row) in rows.enumerated() {
      draw(in: &canvas, line: index + 1) { $0 < row.count ? StyledText(row[$0]) : nil }
    }
    return canvas.picture
  }

  /// The columns in sight.
  var visible: [Int] { visibleColumns.map(\.column) }
}
