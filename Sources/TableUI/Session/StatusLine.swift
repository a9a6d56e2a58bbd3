import Terminal

/// The last line of the screen: at the left what there is to know, at the right the keys that
/// matter; where both do not fit, the keys give way first, then the last parts.
struct StatusLine {
  let parts: [Message]
  let commands: [Command]
  let theme: Theme

  func draw(in canvas: inout Canvas) {
    let width = canvas.size.columns
    let fits = self.width <= width - 2
    var column = 1
    for part in parts where part.text.width > 0 {
      let separator: SafeText = column > 1 ? SafeText("  \(theme.marks.dot)  ") : .empty
      let room = width - column - separator.width - 1
      let words = fits ? part.text : part.short
      guard room >= min(8, words.width) else { break }
      column += canvas.draw(separator, at: Point(line: 0, column: column), style: theme.faint)
      let text = words.truncated(to: room, ellipsis: theme.marks.cut)
      column += canvas.draw(text, at: Point(line: 0, column: column), style: style(of: part.kind))
    }
    drawHints(in: &canvas, from: column + 3)
  }

  /// Columns of all parts, whole, with what stands between them.
  private var width: Int {
    let widths = parts.map(\.text.width).filter { $0 > 0 }
    return widths.reduce(0, +) + 5 * max(0, widths.count - 1)
  }

  /// Draws the keys from the right; all that fit, the last ones of the table, help and quit, first.
  private func drawHints(in canvas: inout Canvas, from start: Int) {
    var end = canvas.size.columns - 1
    for command in commands.reversed() {
      guard let hint = command.hint, let key = command.keys.first else { continue }
      let name = SafeText(theme.marks.name(of: key))
      let word = SafeText(" \(hint)")
      let column = end - name.width - word.width
      guard column >= start else { return }
      canvas.draw(name, at: Point(line: 0, column: column), style: theme.strong)
      canvas.draw(word, at: Point(line: 0, column: column + name.width), style: theme.faint)
      end = column - 2
    }
  }

  private func style(of kind: Message.Kind) -> Style {
    switch kind {
    case .title: theme.strong
    case .plain: theme.faint
    case .accent: theme.accent
    case .failure: theme.failure
    }
  }
}
