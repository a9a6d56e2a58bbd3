import Terminal

/// A row that says what is loading, failed or missing, wrapped and indented as the items are.
final class StatusCell: TableViewCell {
  var text: SafeText = .empty
  var style = Style.plain

  func height(forWidth width: Int) -> Int { text.wrapped(to: max(1, width)).count }

  func draw(in canvas: inout Canvas) {
    for (line, text) in text.wrapped(to: max(1, canvas.size.columns)).enumerated() {
      canvas.draw(text, at: Point(line: line, column: 0), style: style)
    }
  }
}
