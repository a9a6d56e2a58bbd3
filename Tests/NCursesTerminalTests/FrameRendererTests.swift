import Randomness
import Terminal
import Testing

@testable import NCursesTerminal

@MainActor @Suite(.timeLimit(.minutes(5))) struct `A frame` {
  @Test(arguments: TerminalKind.all, 1...20)
  func `is what the terminal shows, whatever it has shown before`(
    kind: TerminalKind, seed: UInt64
  ) {
    var random = SplitMix64(start: seed)
    let renderer = FrameRenderer(kind.capabilities, colors: .auto)
    var (canvas, model) = fresh(&random, kind)
    for step in 0..<60 {
      if random.occurs(inPercent: 4) {
        (canvas, model) = fresh(&random, kind)
      } else if random.occurs(inPercent: 4) {
        // Another program has drawn, and has set its own margins.
        let margins = kind.strings["csr"] == nil ? "" : "\u{1B}[2;3r"
        model.show(Array("\(margins)\u{1B}[H???????".utf8))
        random.occurs(inPercent: 50) ? renderer.repaint() : renderer.close()
      }
      draw(on: &canvas, &random)
      model.show(renderer.render(canvas))
      #expect(model.unknown == [], "\(kind.name), seed \(seed), step \(step)")
      let wrong = places(on: canvas, model)
      #expect(wrong == [], "\(kind.name), seed \(seed), step \(step)")
      guard wrong.isEmpty else { return }
      #expect(renderer.render(canvas) == [])
    }
  }

  private func fresh(
    _ random: inout SplitMix64, _ kind: TerminalKind, isOld: Bool = false, joinsEmoji: Bool = false
  ) -> (Canvas, TerminalModel) {
    let size = Size(lines: random.within(1...12), columns: random.within(2...40))
    let flags = kind.flags
    let model = TerminalModel(
      size, wrapsLate: flags.contains("xenl"), movesInStyle: flags.contains("msgr"), isOld: isOld,
      joinsEmoji: joinsEmoji)
    return (Canvas(size: size), model)
  }

  @Test(arguments: 1...20)
  func `is right beside emoji that the terminal takes for narrow`(seed: UInt64) {
    var random = SplitMix64(start: seed)
    let renderer = FrameRenderer(TerminalKind.xterm.capabilities, colors: .auto)
    var (canvas, model) = fresh(&random, .xterm, isOld: true)
    for step in 0..<40 {
      draw(on: &canvas, &random)
      model.show(renderer.render(canvas))
      let wrong = places(on: canvas, model).filter { !isEmoji(at: $0.point, on: canvas) }
      #expect(wrong.isEmpty, "seed \(seed), step \(step): \(wrong)")
    }
  }

  // Where a full line wraps at once nobody knows the mode.
  @Test(arguments: TerminalKind.all.filter { $0.flags.contains("xenl") }, 1...4)
  func `is what a terminal shows that has sequences of emoji whole`(
    kind: TerminalKind, seed: UInt64
  ) {
    var random = SplitMix64(start: seed)
    let renderer = FrameRenderer(kind.capabilities, colors: .auto)
    var (canvas, model) = fresh(&random, kind, joinsEmoji: true)
    for step in 0..<60 {
      draw(on: &canvas, &random, joinsEmoji: true)
      model.show(renderer.render(canvas))
      #expect(model.unknown == [], "\(kind.name), seed \(seed), step \(step)")
      let wrong = places(on: canvas, model)
      #expect(wrong == [], "\(kind.name), seed \(seed), step \(step)")
      guard wrong.isEmpty else { return }
    }
  }

  private func isEmoji(at point: Point, on canvas: Canvas) -> Bool {
    let index = canvas.range(ofLine: point.line).lowerBound + point.column
    let base = canvas.glyphs[index].width == 0 ? index - 1 : index
    return canvas.glyphs[base].base >= 0x1F000
  }

  private struct Mistake: Equatable {
    let point: Point
    let shown: String
    let text: String
  }

  /// The places where the terminal shows something else.
  private func places(on canvas: Canvas, _ model: TerminalModel) -> [Mistake] {
    (0..<canvas.extent.lines).flatMap { line in
      (0..<canvas.extent.columns).compactMap { column in
        let index = canvas.range(ofLine: line).lowerBound + column
        let cell = TerminalModel.Cell(text: text(of: canvas, index), style: canvas.styles[index])
        let shown = model.cells[line][column]
        // Where a full line wraps at once the last place of all is spared, and what is marked in the last
        // column has lost its mark.
        let isSpared = index >= canvas.glyphs.count - 2 || canvas.glyphs[index].mark != 0
        if shown == cell || !model.wrapsLate && isSpared { return nil }
        return Mistake(point: Point(line: line, column: column), shown: shown.text, text: cell.text)
      }
    }
  }

  /// What stands in a place; a flag is two letters, one in each of its columns.
  private func text(of canvas: Canvas, _ index: Int) -> String {
    let glyph = canvas.glyphs[index]
    if glyph.isFlag { return String(glyph.scalars[0]) }
    let isHalf = glyph.width == 0 && index > 0 && canvas.glyphs[index - 1].isFlag
    return isHalf ? String(canvas.glyphs[index - 1].scalars[1]) : glyph.description
  }

  // MARK: What is drawn

  private static let texts = [
    "a", "one two", "error: no such file or directory", "日本語", "e\u{301}a\u{308}", "👍🏽", "🇩🇪🇫🇷",
    "│ ─ …",
    " ", "          ", "x          y", "👩‍👩‍👧", "a❤️‍🔥b", "1️⃣", "🏴󠁧󠁢󠁷󠁬󠁳󠁿", "ﷺ", "\u{1B}[2Jcontrol", "中a中a中",
  ]

  private func draw(
    on canvas: inout Canvas, _ random: inout SplitMix64, joinsEmoji: Bool = false
  ) {
    if random.occurs(inPercent: 30) { return move(&canvas, &random) }
    if random.occurs(inPercent: 5) { canvas = Canvas(size: canvas.extent) }
    for _ in 0..<random.within(0...6) {
      let place = Point(
        line: random.within(0...canvas.extent.lines - 1),
        column: random.within(-3...canvas.extent.columns))
      let text = SafeText(random.pick(Self.texts), joinsEmoji: joinsEmoji)
      canvas.draw(text, at: place, style: style(&random))
    }
  }

  private func style(_ random: inout SplitMix64) -> Style {
    guard random.occurs(inPercent: 50) else { return .plain }
    func color() -> Color {
      random.occurs(inPercent: 60) ? .default : .indexed(UInt8(random.within(0...255)))
    }
    return Style(
      foreground: color(), background: color(),
      attributes: Style.Attributes(rawValue: UInt8(random.within(0...63))))
  }

  /// Lines go on by some, as in a list.
  private func move(_ canvas: inout Canvas, _ random: inout SplitMix64) {
    let (lines, columns) = (canvas.extent.lines, canvas.extent.columns)
    let old = canvas
    let distance = random.within(-lines...lines)
    let top = random.within(0...lines - 1)
    canvas = Canvas(size: old.extent)
    for line in 0..<lines {
      let origin = line >= top && line < lines - 1 ? line + distance : line
      guard (0..<lines).contains(origin) else { continue }
      for column in 0..<columns {
        let index = old.range(ofLine: origin).lowerBound + column
        guard old.glyphs[index].width > 0 else { continue }
        canvas.draw(
          old.glyphs[index], at: Point(line: line, column: column), style: old.styles[index])
      }
    }
  }

  // MARK: What it costs

  private func canvas(_ rows: [String]) -> Canvas {
    var canvas = Canvas(size: Size(lines: rows.count, columns: 20))
    for (line, row) in rows.enumerated() {
      canvas.draw(SafeText(row), at: Point(line: line, column: 0))
    }
    return canvas
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func `takes the second screen and hides the cursor, once`() {
    let renderer = FrameRenderer(TerminalKind.xterm.capabilities, colors: .auto)
    let begin = "\u{1B}[?1049h\u{1B}(B\u{1B}[m\u{1B}[1;2r\u{1B}[H\u{1B}[2J\u{1B}[?25l"
    #expect(text(renderer.render(canvas(["one", "two"]))) == begin + "one\r\ntwo")
    #expect(text(renderer.render(canvas(["one", "two!"]))) == "!")
    renderer.repaint()
    #expect(text(renderer.render(canvas(["one", ""]))).hasSuffix("\u{1B}[2J\u{1B}[?25lone"))
  }

  @Test func `moves lines by three bytes, and draws the one that comes`() {
    let renderer = FrameRenderer(TerminalKind.xterm.capabilities, colors: .auto)
    _ = renderer.render(canvas(["1", "2", "3", "4", "status"]))
    let first = "\u{1B}[1;4r\u{1B}[S\u{1B}[4H5"
    #expect(text(renderer.render(canvas(["2", "3", "4", "5", "status"]))) == first)
    #expect(text(renderer.render(canvas(["3", "4", "5", "6", "status"]))) == "\u{1B}[S\r6")
    #expect(text(renderer.render(canvas(["2", "3", "4", "5", "status"]))) == "\u{1B}[T\u{1B}[H2")
  }

  @Test func `sends only what differs, and passes over what is equal for long enough`() {
    let renderer = FrameRenderer(TerminalKind.xterm.capabilities, colors: .auto)
    _ = renderer.render(canvas(["a 2345678901234 b", "long gone"]))
    let new = canvas(["c 2345678901234 d", "long"])
    #expect(text(renderer.render(new)) == "\u{1B}[Hc\u{1B}[15Cd\u{1B}[2;5H\u{1B}[K")
  }

  @Test(arguments: [
    (NCursesOptions.ColorUse.auto, 256, ColorDepth.palette256), (.auto, 8, .eight),
    (.auto, 0, .none),
    (.auto, 1 << 24, .eight), (.always, 0, .eight), (.never, 256, .none),
  ]) func `has as many colours as the terminal and the reader say`(
    use: NCursesOptions.ColorUse, count: Int, depth: ColorDepth
  ) {
    var kind = TerminalKind.xterm
    kind.numbers["colors"] = count
    #expect(FrameRenderer(kind.capabilities, colors: use).depth == depth)
  }

  @Test func `has no attribute beside a colour that the terminal cannot show there`() {
    var kind = TerminalKind.xterm
    // As the console of Linux: no underline and no dim.
    kind.numbers["ncv"] = 18
    let renderer = FrameRenderer(kind.capabilities, colors: .auto)
    var canvas = Canvas(size: Size(lines: 1, columns: 4))
    canvas.draw("a", style: Style(foreground: .indexed(1), attributes: [.bold, .dim, .underline]))
    canvas.draw("b", at: Point(line: 0, column: 1), style: Style(.underline))
    let shown = text(renderer.render(canvas))
    #expect(shown.contains("\u{1B}[1;31ma\u{1B}[0;4mb"))
  }

  @Test(arguments: [
    (true, "\u{1B}[38;2;250;130;5;48;2;0;0;1mx"),
    (false, "\u{1B}[38;5;208;48;5;16mx"),
  ])
  func `has mixed colours where the terminal says so, else the nearest`(
    isMixing: Bool, bytes: String
  ) {
    let renderer = FrameRenderer(
      TerminalKind.xterm.capabilities, colors: .auto, mixesColors: isMixing)
    #expect(renderer.depth == (isMixing ? .trueColor : .palette256))
    var canvas = Canvas(size: Size(lines: 1, columns: 1))
    let style = Style(
      foreground: .rgb(red: 250, green: 130, blue: 5), background: .rgb(red: 0, green: 0, blue: 1))
    canvas.draw("x", style: style)
    #expect(text(renderer.render(canvas)).contains(bytes))
  }

  @Test
  func `has the nearest of eight colours, and those of ECMA-48 where only the reader wants any`() {
    var kind = TerminalKind.xterm.with("plain", ["setaf": nil, "setab": nil])
    kind.numbers = [:]
    let renderer = FrameRenderer(kind.capabilities, colors: .always)
    var canvas = Canvas(size: Size(lines: 1, columns: 4))
    for (column, color) in [UInt8(196), 12, 240, 255].enumerated() {
      let style = Style(foreground: .indexed(color), background: .indexed(16))
      canvas.draw("x", at: Point(line: 0, column: column), style: style)
    }
    let colors = "\u{1B}[31m\u{1B}[40mx\u{1B}[34mx\u{1B}[30mx\u{1B}[37mx\u{1B}(B\u{1B}[m"
    #expect(text(renderer.render(canvas)).hasSuffix(colors))
  }

  @Test func `gives the screen back whether there is a second one or not`() {
    let modes = NCursesTerminal.TerminalModes(mouse: false, asks: false)
    let screen = TerminalRestoring(TerminalKind.xterm.capabilities, modes: modes).screen
    #expect(text(screen) == "\u{1B}[39;49m\u{1B}(B\u{1B}[m\u{1B}[r\u{1B}[999;1H\r\n\u{1B}[?1049l")
  }
}
