import Terminal

/// A line of the help, of all its columns.
final class HelpCell: TableViewCell {
  private var columns: HelpColumns?
  private var line = 0
  private var theme = Theme.standard

  func show(_ line: Int, of columns: HelpColumns, _ theme: Theme) {
    (self.line, self.columns, self.theme) = (line, columns, theme)
  }

  func draw(in canvas: inout Canvas) { columns?.draw(line, in: &canvas, theme) }
}
