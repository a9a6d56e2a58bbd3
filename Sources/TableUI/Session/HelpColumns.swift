import Terminal

/// The help on a screen: in two columns if they fit, otherwise in one.
struct HelpColumns {
  /// The number of blank columns at the left.
  private static let margin = 2
  /// The width of the narrowest screen that shows two columns.
  private static let twoColumnWidth = 100
  /// The number of blank columns between two columns of the help.
  private static let gap = 3

  private let columns: [HelpColumn]
  /// The distance between the starts of two columns.
  private let step: Int

  /// Splits the sections, without changing their order, so that the taller column is as short as
  /// possible.
  init(_ sections: [KeyTable.Section], width: Int) {
    let isWide = width >= Self.twoColumnWidth
    let columnWidth = isWide ? (width - Self.margin - Self.gap) / 2 : width - Self.margin
    step = columnWidth + Self.gap
    let parts = sections.indices.dropFirst().map {
      [HelpColumn(sections[..<$0], columnWidth), HelpColumn(sections[$0...], columnWidth)]
    }
    let best = parts.min { Self.height(of: $0) < Self.height(of: $1) }
    columns =
      isWide
      ? best ?? [HelpColumn(sections[...], columnWidth)] : [HelpColumn(sections[...], columnWidth)]
  }

  /// The number of lines.
  var height: Int { Self.height(of: columns) }

  /// Draws one line of the help across all columns.
  func draw(_ line: Int, in canvas: inout Canvas, _ theme: Theme) {
    for (index, column) in columns.enumerated() {
      column.draw(line, in: &canvas, at: Self.margin + index * step, theme)
    }
  }

  private static func height(of columns: [HelpColumn]) -> Int {
    columns.map(\.lines.count).max() ?? 0
  }
}

/// Sections of the help in one column: the first key of each command at the left, then the text of
/// the command, and then its other keys.
struct HelpColumn {
  /// The number of blank columns between a key and its text.
  private static let gap = 2
  /// The largest width of the column of keys; a longer key moves its text to the right.
  private static let mostForKeys = 12

  /// A piece of a line in one style.
  struct Piece {
    enum Look { case heading, key, title, aliases }

    let column: Int
    let text: SafeText
    let look: Look
  }

  private(set) var lines: [[Piece]] = []
  private let width: Int
  private let keysWidth: Int

  /// Creates a column, which begins with a blank line, as each section does.
  init(_ sections: ArraySlice<KeyTable.Section>, _ width: Int) {
    self.width = width
    let widths = sections.flatMap(\.lines).map { SafeText($0.keys.first ?? "").width }
    keysWidth = widths.filter { $0 <= Self.mostForKeys }.max() ?? 0
    for section in sections {
      lines.append([])
      lines.append([Piece(column: -1, text: SafeText(section.heading), look: .heading)])
      for line in section.lines { append(line) }
    }
  }

  private mutating func append(_ line: KeyTable.Line) {
    let key = SafeText(line.keys.first ?? "")
    let start = keysWidth + Self.gap
    lines.append([Piece(column: 0, text: key, look: .key)])
    var column = max(start, key.width + Self.gap)
    func words(_ text: some StringProtocol, _ look: Piece.Look) -> [(SafeText, Piece.Look)] {
      text.split(separator: " ").map { (SafeText(String($0)), look) }
    }
    let aliases = line.keys.dropFirst().flatMap { [(SafeText($0), Piece.Look.aliases)] }
    var last = Piece.Look.title
    for (text, look) in words(line.title, .title) + aliases {
      // The aliases are separated from the title by an additional blank.
      if look != last { column += 1 }
      last = look
      if column + text.width > width, column > start {
        lines.append([])
        column = start
      }
      lines[lines.count - 1].append(Piece(column: column, text: text, look: look))
      column += text.width + 1
    }
  }

  /// Draws one line of the column; draws nothing beyond the last line.
  func draw(_ index: Int, in canvas: inout Canvas, at column: Int, _ theme: Theme) {
    guard lines.indices.contains(index) else { return }
    for piece in lines[index] {
      canvas.draw(
        piece.text, at: Point(line: 0, column: column + piece.column),
        style: Self.style(piece.look, theme))
    }
  }

  private static func style(_ look: Piece.Look, _ theme: Theme) -> Style {
    switch look {
    case .heading: theme.accent
    case .key: theme.strong
    case .title: .plain
    case .aliases: theme.faint
    }
  }
}
