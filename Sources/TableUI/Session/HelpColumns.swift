import Terminal

/// The help as it stands on a screen: in two columns where they fit, else in one.
struct HelpColumns {
  /// Columns left free at the left.
  private static let margin = 2
  /// The narrowest screen with two columns.
  private static let twoColumnWidth = 100

  let columns: [HelpColumn]

  /// Splits the sections in order so that the taller column is as short as possible.
  init(_ sections: [HelpSection], width: Int) {
    let ways = sections.indices.dropFirst().map {
      [HelpColumn(sections[..<$0]), HelpColumn(sections[$0...])]
    }
    let fitting = ways.filter { Self.width(of: $0) <= width }
    let best = fitting.min { Self.height(of: $0) < Self.height(of: $1) }
    columns =
      width < Self.twoColumnWidth
      ? [HelpColumn(sections[...])] : best ?? [HelpColumn(sections[...])]
  }

  /// How many lines there are.
  var height: Int { Self.height(of: columns) }

  /// Draws a line of all columns.
  func draw(_ line: Int, in canvas: inout Canvas, _ theme: Theme) {
    var place = Self.margin
    for column in columns {
      column.draw(line, in: &canvas, at: place, theme)
      place += column.width + HelpColumn.gap
    }
  }

  private static func height(of columns: [HelpColumn]) -> Int {
    columns.map(\.lines.count).max() ?? 0
  }

  private static func width(of columns: [HelpColumn]) -> Int {
    margin + columns.map(\.width).reduce(0, +) + HelpColumn.gap * (columns.count - 1)
  }
}
