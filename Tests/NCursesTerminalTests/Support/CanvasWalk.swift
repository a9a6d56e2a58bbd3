import Randomness
import Terminal

@testable import NCursesTerminal

/// A random sequence of canvases, and the expected display of each on a terminal.
@MainActor struct CanvasWalk {
  var random: SplitMix64
  /// Whether emoji sequences are drawn as one glyph.
  var joinsEmoji = false
  /// Whether some text is struck through.
  var drawsStrikethrough = true
  /// Whether emoji are drawn.
  var drawsEmoji = true
  /// The styles that the terminal can show.
  var looks: TerminalLooks?

  init(seed: UInt64) { random = SplitMix64(start: seed) }

  mutating func size() -> Size {
    Size(lines: random.within(1...12), columns: random.within(2...40))
  }

  struct Mistake: Equatable, CustomStringConvertible {
    let point: Point
    let shown: TerminalModel.Cell
    let expected: TerminalModel.Cell

    var description: String {
      "line \(point.line), column \(point.column): \(shown), not \(expected)"
    }
  }

  /// The positions where the terminal does not show the expected glyph or style.
  func places(on canvas: Canvas, _ model: TerminalModel) -> [Mistake] {
    canvas.lines.indices.flatMap { places(ofLine: $0, on: canvas, model) }
  }

  private func places(ofLine line: Int, on canvas: Canvas, _ model: TerminalModel) -> [Mistake] {
    let glyphs = canvas.lines[line].glyphs
    return glyphs.indices.compactMap { column in
      let (glyph, shown) = (glyphs[column].glyph, model.cells[line][column])
      let expected = TerminalModel.Cell(
        text: text(glyphs, column), style: visible(glyphs[column].style))
      if shown == expected || shown.visible == expected.visible { return nil }
      // If a full line wraps immediately, the last position is not written, and a glyph in the last
      // column has lost its mark.
      let isLast = line == canvas.lines.count - 1 && column >= glyphs.count - 2
      if !model.wrapsLate, isLast || glyph.mark != 0 { return nil }
      return Mistake(point: Point(line: line, column: column), shown: shown, expected: expected)
    }
  }

  /// The number of color pairs that are visible at the same time.
  func pairs(on canvas: Canvas) -> Int {
    let styles = canvas.lines.flatMap { $0.glyphs.map { visible($0.style) } }
    let pairs = Set(styles.map { Style(foreground: $0.foreground, background: $0.background) })
    return pairs.subtracting([.plain]).count
  }

  private func visible(_ style: Style) -> Style { looks?.visible(style) ?? style }

  /// The text in a column; a flag is two letters, one in each of its columns.
  private func text(_ glyphs: [StyledGlyph], _ column: Int) -> String {
    let glyph = glyphs[column].glyph
    if glyph.isASCII { return String(Unicode.Scalar(UInt8(glyph.base))) }
    if glyph.isFlag { return String(glyph.scalars[0]) }
    let isHalf = glyph.width == 0 && column > 0 && glyphs[column - 1].glyph.isFlag
    return isHalf ? String(glyphs[column - 1].glyph.scalars[1]) : glyph.description
  }

  // MARK: What is drawn

  private static let texts = [
    "a", "one two", "error: no such file or directory", "日本語", "e\u{301}a\u{308}", "👍🏽", "🇩🇪🇫🇷",
    "│ ─ …",
    " ", "          ", "x          y", "👩‍👩‍👧", "a❤️‍🔥b", "1️⃣", "🏴󠁧󠁢󠁷󠁬󠁳󠁿", "ﷺ", "\u{1B}[2Jcontrol", "中a中a中",
  ]

  /// The texts whose width is the same on every terminal.
  private static let plainTexts = texts.filter { text in
    !text.unicodeScalars.contains { $0.value >= 0xFB50 || [0x20E3, 0x2764].contains($0.value) }
  }

  /// Draws some texts, or moves lines.
  mutating func draw(on canvas: inout Canvas) {
    if random.occurs(inPercent: 30) { return move(&canvas) }
    if random.occurs(inPercent: 5) { canvas = Canvas(size: canvas.extent) }
    for _ in 0..<random.within(0...6) {
      let place = Point(
        line: random.within(0...canvas.extent.lines - 1),
        column: random.within(-3...canvas.extent.columns))
      let text = SafeText(
        random.pick(drawsEmoji ? Self.texts : Self.plainTexts), joinsEmoji: joinsEmoji)
      canvas.draw(text, at: place, style: style())
    }
  }

  private mutating func style() -> Style {
    guard random.occurs(inPercent: 50) else { return .plain }
    return Style(
      foreground: color(), background: color(),
      attributes: Style.Attributes(
        rawValue: UInt8(random.within(0...(drawsStrikethrough ? 63 : 31)))))
  }

  private mutating func color() -> Color {
    random.occurs(inPercent: 60) ? .default : .indexed(UInt8(random.within(0...255)))
  }

  /// Moves lines by some distance, as in a list.
  private mutating func move(_ canvas: inout Canvas) {
    let (lines, columns) = (canvas.extent.lines, canvas.extent.columns)
    let old = canvas
    let distance = random.within(-lines...lines)
    let top = random.within(0...lines - 1)
    canvas = Canvas(size: old.extent)
    for line in 0..<lines {
      let origin = line >= top && line < lines - 1 ? line + distance : line
      guard (0..<lines).contains(origin) else { continue }
      let glyphs = old.lines[origin].glyphs
      for column in 0..<columns where glyphs[column].glyph.width > 0 {
        canvas.draw(
          glyphs[column].glyph, at: Point(line: line, column: column), style: glyphs[column].style)
      }
    }
  }
}
