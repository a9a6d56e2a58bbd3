import TableUI
import Terminal

/// A second type of cell: a dim rule of one line, whatever it is asked.
@MainActor final class RuleCell: TableViewCell {
  /// Nonsense, to see that it counts as one line.
  func height(forWidth width: Int) -> Int { -1 }

  func draw(in canvas: inout Canvas) {
    let line = Rect(line: 0, column: 0, lines: 1, columns: canvas.size.columns)
    canvas.fill(line, with: Glyph("-"), style: Style(.dim))
  }
}
