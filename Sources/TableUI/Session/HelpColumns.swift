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
    var x = Self.margin
    for column in columns {
      column.draw(line, in: &canvas, at: x, theme)
      x += column.width + HelpColumn.gap
    }
  }

  private static func height(of columns: [HelpColumn]) -> Int {
    columns.map(\.lines.count).max() ?? 0
  }

  private static func width(of columns: [HelpColumn]) -> Int {
    margin + columns.map(\.width).reduce(0, +) + HelpColumn.gap * (columns.count - 1)
  }
}

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

/// The commands of a group, as the help shows them.
struct HelpSection {
  let heading: SafeText
  let commands: [HelpLine]

  /// The sections of all groups that have commands, in the order of the groups.
  ///
  /// - Parameter hasWheel: whether the wheel is reported; where it is not no command has it.
  static func all(of commands: [Command], symbols: Symbols, hasWheel: Bool) -> [HelpSection] {
    KeyTable(of: commands, symbols: symbols, hasWheel: hasWheel).sections.map { section in
      HelpSection(
        heading: SafeText(section.heading),
        commands: section.lines.map {
          .command(keys: SafeText($0.keys.joined(separator: " ")), title: SafeText($0.title))
        })
    }
  }
}

/// A line of one column of the help.
enum HelpLine: Hashable {
  case blank
  case heading(SafeText)
  case command(keys: SafeText, title: SafeText)

  /// Columns for the keys.
  var keysWidth: Int { if case .command(let keys, _) = self { keys.width } else { 0 } }

  /// Columns for what stands at the left.
  func width(keysWidth: Int) -> Int {
    switch self {
    case .blank: 0
    case .heading(let text): text.width
    case .command(_, let title): keysWidth + HelpColumn.gap + title.width
    }
  }
}
