import Terminal

/// Sections of the help below each other: their keys at the left, what they do beside them.
struct HelpColumn {
  /// Columns between keys and title, and beside another column of the help.
  static let gap = 3

  let lines: [HelpLine]
  let keysWidth: Int
  let width: Int

  /// Begins with a blank line, as each section does.
  init(_ sections: ArraySlice<HelpSection>) {
    lines = sections.flatMap { [.blank, .heading($0.heading)] + $0.commands }
    let keysWidth = lines.map(\.keysWidth).max() ?? 0
    self.keysWidth = keysWidth
    width = lines.map { $0.width(keysWidth: keysWidth) }.max() ?? 0
  }

  /// Draws one of its lines; none beyond the last.
  func draw(_ index: Int, in canvas: inout Canvas, at column: Int, _ theme: Theme) {
    guard lines.indices.contains(index) else { return }
    switch lines[index] {
    case .blank: break
    case .heading(let text):
      canvas.draw(text, at: Point(line: 0, column: column - 1), style: theme.accent)
    case .command(let keys, let title):
      canvas.draw(keys, at: Point(line: 0, column: column), style: theme.strong)
      canvas.draw(title, at: Point(line: 0, column: column + keysWidth + Self.gap))
    }
  }
}
