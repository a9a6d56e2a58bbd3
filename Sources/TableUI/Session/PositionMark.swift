import Terminal

/// How far a reader is, in eight columns: what is above the end of the screen, and what is below.
struct PositionMark {
  static let columns = 8

  /// Half columns that are filled.
  private let halves: Int
  private let theme: Theme

  /// - Parameter position: the share above, from 0 to 1; only the whole of it fills the mark.
  init(_ position: Double, _ theme: Theme) {
    halves = min(max(0, Int(position * Double(2 * Self.columns))), 2 * Self.columns)
    self.theme = theme
  }

  func draw(in canvas: inout Canvas, at origin: Point) {
    let symbols = theme.symbols
    for column in 0..<Self.columns {
      let filled = halves - 2 * column
      let place = Point(line: origin.line, column: origin.column + column)
      canvas.draw(
        filled > 1 ? symbols.passed : filled == 1 ? symbols.halfPassed : symbols.ahead, at: place,
        style: filled > 0 ? theme.bar.accent : theme.bar.faint)
    }
  }
}
