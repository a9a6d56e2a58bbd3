import Terminal

/// A row that says what is loading, failed or missing, wrapped and indented as the items are.
final class StatusCell: TableViewCell {
  var text: SafeText = .empty
  var style = Style.plain

  func height(forWidth width: Int) -> Int { text.wrapped(to: max(1, width)).count }

  func draw(in canvas: inout Canvas) {
    // It stays where it is while the rows beside it are scrolled sideways.
    let columns = canvas.visibleColumns
    for (line, text) in text.wrapped(to: max(1, columns.count)).enumerated() {
      canvas.draw(text, at: Point(line: line, column: columns.lowerBound), style: style)
    }
  }
}
