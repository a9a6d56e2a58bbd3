import Terminal
import Testing

/// The styles that a line sets by escape sequences and by overstriking.
@Suite struct `A line with looks of its own` {
  private static func line(_ text: String, _ rules: LineRules = LineRules()) -> StyledText {
    LineText(Array(text.utf8)[...], rules).text
  }

  private static func style(_ sequence: String, from style: Style = .plain) -> Style {
    let text = LineText(Array("\u{1B}[\(sequence)mx".utf8)[...], from: style).text
    return text.spans.first?.style ?? .plain
  }

  @Test(arguments: [
    ("\u{1B}[31mred\u{1B}[m plain", "red plain", "ccc......"),
    ("\u{1B}[1;4mN\u{1B}[22mA\u{1B}[0mM", "NAM", "bu."),
    ("\u{1B}[01;31m\u{1B}[Kfound\u{1B}[m\u{1B}[K here", "found here", "bbbbb....."),
    ("\u{1B}[1mbold\u{1B}(B\u{1B}[m", "bold", "bbbb"),
    ("漢\u{1B}[32m字e\u{1B}[m\u{301}", "漢字e\u{301}", "..ccc"),
    ("a\u{1B}[7m\tb", "a       b", ".rrrrrrrr"),
  ]) func `is shown in them, without the sequences`(text: String, shown: String, styles: String) {
    let line = Self.line(text)
    var canvas = Canvas(size: Size(lines: 1, columns: line.width))
    canvas.draw(line)
    #expect(canvas.picture == shown)
    #expect(canvas.stylePicture == styles)
  }

  @Test(arguments: [
    ("31", Style(foreground: .indexed(1))), ("97", Style(foreground: .indexed(15))),
    ("100", Style(background: .indexed(8))), ("38;5;208", Style(foreground: .indexed(208))),
    ("38:5:208", Style(foreground: .indexed(208))),
    ("48;2;1;2;3", Style(background: .rgb(red: 1, green: 2, blue: 3))),
    ("38:2:1:2:3", Style(foreground: .rgb(red: 1, green: 2, blue: 3))),
    ("38:2::1:2:3", Style(foreground: .rgb(red: 1, green: 2, blue: 3))),
    ("3;9", Style([.italic, .strikethrough])), ("4:3", Style(.underline)),
    ("21", Style(.underline)),
    ("58;5;9;1", Style(.bold)), ("58:2::1:2:3;1", Style(.bold)), ("1;;2", Style(.dim)),
    // Hidden or blinking text is like any other text, and unknown attributes change nothing.
    ("5;8;53;10;999", .plain), ("38;5;300", .plain), ("38", .plain), ("38;7", .plain),
    ("38;2;1;2", Style(foreground: .rgb(red: 1, green: 2, blue: 0))),
    ("99999999999999999999", .plain), ("1;0", .plain),
  ]) func `has the looks that ECMA-48 and xterm number`(sequence: String, style: Style) {
    #expect(Self.style(sequence) == style)
  }

  @Test(arguments: [
    ("22", Style([.italic, .underline, .reverse, .strikethrough])),
    ("23;24;27;29", Style([.bold, .dim])),
    ("4:0", Style([.bold, .dim, .italic, .reverse, .strikethrough])), ("", .plain), ("0", .plain),
  ]) func `loses what is taken back`(sequence: String, left: Style) {
    let all = Style([.bold, .dim, .italic, .underline, .reverse, .strikethrough])
    #expect(Self.style(sequence, from: all) == left)
    let colors = Style(foreground: .indexed(1), background: .indexed(2))
    #expect(Self.style("39", from: colors) == Style(background: .indexed(2)))
    #expect(Self.style("49", from: colors) == Style(foreground: .indexed(1)))
  }

  @Test(arguments: [
    "\u{1B}[2J", "\u{1B}[", "\u{1B}[31", "\u{1B}", "\u{1B}]52;c;YQ==\u{7}", "\u{1B}[>4;2m",
    "\u{1B}[?1m",
    "\u{1B}[1 m", "\u{1B}[1\u{1B}[2H", "\u{1B}c", "\u{1B}(0", "\u{8}a", "a\u{8}b", "a\u{8}",
    "\u{8}\u{8}\u{8}",
    "\u{1B}[" + String(repeating: "1;", count: 200) + "m", "|\u{8}-", "\u{1B}\u{8}\u{1B}",
  ]) func `shows every other sequence as it is`(text: String) {
    #expect(Self.line(text).text == SafeText(text))
    #expect(Self.line(text).spans.isEmpty)
  }

  @Test(arguments: [
    ("N\u{8}NA\u{8}AM\u{8}ME\u{8}E", "NAME", "bbbb"), ("_\u{8}f_\u{8}i", "fi", "uu"),
    ("f\u{8}_i\u{8}_", "fi", "uu"), ("_\u{8}_\u{8}a\u{8}a", "a", "b"),
    ("é\u{8}é漢\u{8}漢", "é漢", "bbb"),
    ("a\u{8}ab", "ab", "b."), ("x a\u{8}a_\u{8}_", "x a_", "..bb"), ("_\u{8}_", "_", "u"),
    ("_\u{8}\u{1B}[4mx", "_␈x", "..u"),
    ("a\u{8}a\u{8}a\u{8}ab\u{8}", "ab␈", "b.."), ("\u{1B}[31ma\u{8}a", "a", "b"),
    ("é\u{8}éx", "éx", "b."),
  ]) func `is bold and underlined as a printer made it`(
    text: String, shown: String, styles: String
  ) {
    let line = Self.line(text)
    var canvas = Canvas(size: Size(lines: 1, columns: line.width))
    canvas.draw(line)
    #expect(canvas.picture == shown)
    #expect(canvas.stylePicture == styles)
  }

  @Test func `is struck by a byte that is no text, and by that alone`() {
    let line = LineText([0x5F, 8, 0xE4, 7, 0x78]).text
    #expect(line.description == "<E4>␇x")
    #expect(line.spans.map(\.glyphs) == [0..<4])
  }

  @Test func `is the text alone where nobody wants its looks`() {
    let line = Self.line("\u{1B}[31mred\u{1B}[m N\u{8}N\u{200B}", LineRules(showsStyles: false))
    #expect(line.description == "red N<U+200B>")
    #expect(line.spans == [StyledText.Span(5..<13, style: Style(.reverse))])
  }

  @Test func `goes on in the style of the line before it, and hands its own on`() {
    let bytes = Array("a\u{1B}[1mb".utf8)
    let red = Style(foreground: .indexed(1))
    let text = LineText(bytes[...], from: red).text
    #expect(text.spans.map(\.style) == [red, red.overlaid(by: Style(.bold))])
    let carried = CarriedStyle.next(red.bits, bytes[...])
    #expect(Style(bits: carried) == red.overlaid(by: Style(.bold)))
    #expect(CarriedStyle.next(carried, Array("\u{1B}[2Jx\u{1B}[m".utf8)[...]) == 0)
  }

  @Test(arguments: 1...40) func `is the same where only a part of it is read`(columns: Int) {
    let word = "\u{1B}[38;5;208mo\u{8}on\u{1B}[me \u{1B}[7;1m漢\u{1B}[27mx\u{1B}[0m"
    let bytes = Array(String(repeating: word, count: 12).utf8)[...]
    let (whole, part) = (LineText(bytes).text, LineText(bytes, reaching: columns).text)
    #expect(part.clipped(to: 0..<columns) == whole.clipped(to: 0..<columns))
    #expect(part.width >= columns)
  }

  @Test func `is written with sequences where nothing but a terminal is there`() {
    let line = Self.line("a\u{1B}[1;38;5;9;48;2;1;2;3mb\u{1B}[m c\u{1B}[9;97md")
    let sequences = String(decoding: line.sequences, as: UTF8.self)
    #expect(sequences == "a\u{1B}[1;91;48;2;1;2;3mb\u{1B}[m c\u{1B}[9;97md\u{1B}[m")
    #expect(Self.line(sequences) == line)
  }
}

@Suite struct `Tab stops` {
  /// The columns of the letters in a text that has tabs between them.
  private static func columns(_ tabs: TabStops, _ text: String) -> [Int] {
    let glyphs = LineText(Array(text.utf8)[...], LineRules(tabs: tabs)).text.text.glyphs
    return glyphs.indices.filter { !glyphs[$0].isBlank }
  }

  @Test(arguments: [
    ("8", [0, 8, 16, 24]), ("4", [0, 4, 8, 12]), ("1", [0, 2, 4, 6]), ("9,17", [0, 9, 17, 25]),
    ("2,10", [0, 2, 10, 18]), ("3,4,30", [0, 3, 30, 56]),
    // As in less, a stop that is not after the one before is ignored.
    ("4,2", [0, 4, 8, 12]), ("0,5,", [0, 5, 10, 15]),
  ]) func `are at a distance, or where they are named`(said: String, columns: [Int]) throws {
    #expect(Self.columns(try #require(TabStops(said)), "a\tb\tc\td") == columns)
  }

  @Test(arguments: ["", "0", "x", "-4", "4,x", "1001", "99999999999999999999", ",", " 4"])
  func `are nothing else`(said: String) {
    #expect(TabStops(said) == nil)
  }

  @Test func `count from the start of a line, also behind bytes that are no text`() throws {
    let tabs = try #require(TabStops("5"))
    let text = LineText([0xFF, 9, 0x62, 9, 0xFE, 9, 0x63], LineRules(tabs: tabs)).text.description
    #expect(text == "<FF> b    <FE> c")
    let part = LineText(Array("\tx".utf8)[...], reaching: 40, LineRules(tabs: tabs), at: 13).text
      .description
    #expect(part == "  x")
  }
}
