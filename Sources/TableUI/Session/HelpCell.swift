import Terminal

/// A line of the help: keys at the left, what they do beside them.
final class HelpCell: TableViewCell {
  private var keys = SafeText.empty
  private var title = SafeText.empty
  private var keysWidth = 0
  private var theme = Theme.standard

  func show(keys: SafeText, title: SafeText, _ keysWidth: Int, _ theme: Theme) {
    self.keys = keys
    self.title = title
    self.keysWidth = keysWidth
    self.theme = theme
  }

  func draw(in canvas: inout Canvas) {
    canvas.draw(keys, at: Point(line: 0, column: 2), style: theme.strong)
    canvas.draw(title, at: Point(line: 0, column: keysWidth + 5))
  }
}
