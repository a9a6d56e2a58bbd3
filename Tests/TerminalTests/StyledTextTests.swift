import Terminal
import Testing

extension Style {
  fileprivate static let red = Style(foreground: .indexed(1))
  fileprivate static let onBlue = Style(background: .indexed(4))
  fileprivate static let bold = Style(.bold)
  fileprivate static let reverse = Style(.reverse)
}

@Suite struct `Styled text` {
  typealias Span = StyledText.Span

  /// A text with a wide glyph in the middle: columns 0, 1, 2–3, 4, 5.
  static let wide = StyledText("ab漢cd", spans: [Span(1..<3, style: .reverse)])

  /// The text and the styles of a line that is drawn alone.
  private static func pictures(_ text: StyledText, style: Style = .plain) -> [String] {
    var canvas = Canvas(size: Size(lines: 1, columns: text.width))
    canvas.draw(text, style: style)
    return [canvas.picture, canvas.stylePicture]
  }

  private static func pictures(_ lines: [StyledText]) -> [[String]] { lines.map { pictures($0) } }

  // MARK: What it is made of

  @Test func `is text alone where it has no style`() {
    #expect(StyledText("abc").spans.isEmpty)
    #expect(StyledText("abc", style: .plain) == StyledText("abc"))
    #expect(StyledText("abc", style: .bold).spans == [Span(0..<3, style: .bold)])
    #expect(StyledText.empty.width == 0 && StyledText.empty.description == "")
    #expect(Self.wide.width == 6 && Self.wide.description == "ab漢cd")
  }

  @Test(arguments: [
    [], [Span(1..<1, style: .bold)], [Span(0..<3, style: .plain)], [Span(3..<9, style: .bold)],
    [Span(-5 ..< -1, style: .bold)],
  ])
  func `has no span without a glyph or a style`(spans: [Span]) {
    #expect(StyledText("abc", spans: spans) == StyledText("abc"))
    #expect(StyledText("", spans: spans) == .empty)
  }

  @Test func `keeps of a span what the text has`() {
    let text = StyledText("abc", spans: [Span(-4..<1, style: .bold), Span(2..<99, style: .red)])
    #expect(text.spans == [Span(0..<1, style: .bold), Span(2..<3, style: .red)])
  }

  @Test(arguments: [
    ([(0..<2, Style.bold), (2..<4, .bold)], [(0..<4, Style.bold)]),
    ([(2..<4, .bold), (0..<2, .bold)], [(0..<4, .bold)]),
    ([(0..<1, .bold), (3..<4, .bold), (1..<3, .bold)], [(0..<4, .bold)]),
    ([(0..<4, .bold), (1..<3, .bold)], [(0..<4, .bold)]),
    ([(0..<2, .bold), (2..<4, .red)], [(0..<2, .bold), (2..<4, .red)]),
  ])
  func `joins spans of one style`(spans: [(Range<Int>, Style)], result: [(Range<Int>, Style)]) {
    let text = StyledText("abcd", spans: spans.map { Span($0.0, style: $0.1) })
    #expect(text.spans == result.map { Span($0.0, style: $0.1) })
  }

  @Test(arguments: [
    (0..<6, Style.red, "rrccrr"), (0..<6, .bold, "bbbbbb"), (1..<3, .bold, "rbb.rr"),
    (3..<5, .bold, "rr.bbr"), (2..<4, .bold, "rrbbrr"), (1..<5, .bold, "rbbbbr"),
  ])
  func `has the later of two spans over the earlier`(
    range: Range<Int>, style: Style, picture: String
  ) {
    var text = StyledText("abcdef", spans: [Span(0..<2, style: .reverse)])
    text.add(.reverse, to: 4..<6)
    text.add(style, to: range)
    #expect(Self.pictures(text)[1] == picture)
  }

  @Test func `takes colours from the later span and attributes from both`() {
    var text = StyledText("a", style: Style(foreground: .indexed(1), attributes: .bold))
    text.add(Style(foreground: .indexed(2), background: .indexed(3), attributes: .dim), to: 0..<1)
    text.add(.reverse, to: 0..<1)
    let style = Style(
      foreground: .indexed(2), background: .indexed(3), attributes: [.bold, .dim, .reverse])
    #expect(text.spans == [Span(0..<1, style: style)])
  }

  @Test func `grows at the end`() {
    var text = StyledText("a漢", style: .bold)
    text.append("b", style: .bold)
    text.append("c")
    text.append(StyledText("de", spans: [Span(1..<2, style: .red)]))
    text.append(.empty)
    #expect(Self.pictures(text) == ["a漢bcde", "bbbb..c"])
    #expect(text.spans == [Span(0..<3, style: .bold), Span(5..<6, style: .red)])
  }

  @Test func `has a mark in the style of its base`() {
    let text = StyledText("ae\u{301}\u{323}b🇩🇪c", spans: [Span(1..<2, style: .bold)])
    #expect(Self.pictures(text)[1] == ".b....")
    #expect(text.folded(to: 2).map { Self.pictures($0)[1] } == [".b", ".", "..", "."])
  }

  // MARK: Parts

  @Test(arguments: [
    (6, [["ab漢cd", ".rrr.."]]), (5, [["ab漢c", ".rrr."], ["d", "."]]),
    (4, [["ab漢", ".rrr"], ["cd", ".."]]), (3, [["ab", ".r"], ["漢c", "rr."], ["d", "."]]),
    (2, [["ab", ".r"], ["漢", "rr"], ["cd", ".."]]), (1, [["ab漢cd", ".rrr.."]]),
  ])
  func `keeps its styles where it is folded`(columns: Int, lines: [[String]]) {
    #expect(Self.pictures(Self.wide.folded(to: columns)) == lines)
  }

  @Test func `keeps its styles where it is wrapped, without the blanks dropped`() {
    let text = StyledText("one  two three", spans: [Span(2..<7, style: .reverse)])
    #expect(
      Self.pictures(text.wrapped(to: 5)) == [["one", "..r"], ["two", "rr."], ["three", "....."]])
    let blanks = StyledText("     ", style: .reverse)
    #expect(blanks.wrapped(to: 3) == [.empty])
  }

  @Test(arguments: [
    (6, ["ab漢cd", ".rrr.."]), (5, ["ab漢…", ".rrr."]), (4, ["ab…", ".r."]), (3, ["ab…", ".r."]),
    (2, ["a…", ".."]), (1, ["…", "."]), (0, ["", ""]), (.min, ["", ""]),
  ])
  func `ends in a plain ellipsis where it is cut`(columns: Int, pictures: [String]) {
    #expect(Self.pictures(Self.wide.truncated(to: columns)) == pictures)
  }

  @Test func `keeps all styles where a wide ellipsis does not fit`() {
    let text = StyledText("abc", style: .bold)
    #expect(text.truncated(to: 1, ellipsis: Glyph("字")) == StyledText("a", style: .bold))
  }

  @Test(arguments: [
    (0..<6, ["ab漢cd", ".rrr.."]), (-3..<99, ["ab漢cd", ".rrr.."]), (2..<4, ["漢", "rr"]),
    (3..<5, [" c", "r."]), (1..<3, ["b", "rr"]), (2..<3, ["", "r"]), (3..<4, ["", "r"]),
    (4..<9, ["cd", ".."]), (6..<9, ["", ""]), (2..<2, ["", ""]), (-9 ..< -1, ["", ""]),
  ])
  func `shows the columns in sight, and half a wide glyph as a blank`(
    columns: Range<Int>, pictures: [String]
  ) {
    let part = Self.wide.clipped(to: columns)
    #expect(part.width == columns.clamped(to: 0..<6).count)
    #expect(Self.pictures(part) == pictures)
  }
}

@Suite struct `A canvas with styled text` {
  @Test func `puts each span over the style given`() {
    var canvas = Canvas(size: Size(lines: 1, columns: 4))
    var text = StyledText("ab", style: .red)
    text.append("c", style: .bold)
    #expect(canvas.draw(text, at: Point(line: 0, column: 1), style: .onBlue) == 3)
    let both = Style(foreground: .indexed(1), background: .indexed(4))
    let bold = Style(background: .indexed(4), attributes: .bold)
    #expect(canvas.styles == [.plain, both, both, bold])
  }

  @Test(arguments: [
    (-6, "......"), (-5, "......"), (-4, "......"), (-3, "r....."), (-2, "rr...."),
    (-1, "rrr..."), (0, ".rrr.."), (3, "....rr"), (5, "......"), (.min, "......"),
    (.max, "......"),
  ])
  func `clips the spans at its sides`(column: Int, styles: String) {
    var canvas = Canvas(size: Size(lines: 1, columns: 6))
    let text = `Styled text`.wide
    #expect(canvas.draw(text, at: Point(line: 0, column: column)) == 6)
    #expect(canvas.stylePicture == styles)
  }

  @Test(arguments: [.min, -3, -2, 6, 7, .max]) func `draws no span beside itself`(column: Int) {
    var canvas = Canvas(size: Size(lines: 1, columns: 6))
    canvas.draw(StyledText("ab", style: .reverse), at: Point(line: 0, column: column))
    #expect(canvas.stylePicture == "......")
  }

  @Test(arguments: [-1, 1, .min, .max]) func `draws no span on a line that it has not`(line: Int) {
    var canvas = Canvas(size: Size(lines: 1, columns: 6))
    canvas.draw(`Styled text`.wide, at: Point(line: line, column: 0))
    #expect(canvas.stylePicture == "......")
  }

  @Test func `clips the spans to the region at hand`() {
    var canvas = Canvas(size: Size(lines: 1, columns: 6))
    for (column, line) in [(3, 0), (.min, 0), (.max, 0), (0, .min), (0, .max)] {
      canvas.inRegion(Rect(line: line, column: column, lines: 1, columns: 2)) {
        $0.draw(`Styled text`.wide, at: Point(line: 0, column: -1))
      }
    }
    #expect(canvas.stylePicture == "...rr.")
  }
}
