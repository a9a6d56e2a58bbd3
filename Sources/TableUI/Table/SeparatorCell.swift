import Terminal

/// A line between two sections, as wide as what is in sight.
final class SeparatorCell: TableViewCell {
  var mark = Glyph.space
  var style = Style.plain

  func draw(in canvas: inout Canvas) {
    let columns = canvas.visibleColumns
    let line = Rect(line: 0, column: columns.lowerBound, lines: 1, columns: columns.count)
    canvas.fill(line, with: mark, style: style)
  }
}
