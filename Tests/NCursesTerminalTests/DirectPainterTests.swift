import Randomness
import Terminal
import Testing

@testable import NCursesTerminal

@MainActor @Suite(.timeLimit(.minutes(5))) struct `A frame of this program's bytes` {
  private func fresh(
    _ walk: inout CanvasWalk, _ kind: TerminalKind, isOld: Bool = false
  ) -> (Canvas, TerminalModel) {
    let size = walk.size()
    let model = TerminalModel(size, kind.capabilities, isOld: isOld, joinsEmoji: walk.joinsEmoji)
    return (Canvas(size: size), model)
  }

  @Test(arguments: 1...20)
  func `is right beside emoji that the terminal takes for narrow`(seed: UInt64) {
    var walk = CanvasWalk(seed: seed)
    let painter = TerminalKind.xterm.direct()
    var (canvas, model) = fresh(&walk, .xterm, isOld: true)
    for step in 0..<40 {
      walk.draw(on: &canvas)
      model.show(painter.paint(canvas))
      let wrong = walk.places(on: canvas, model).filter { !isEmoji(at: $0.point, on: canvas) }
      #expect(wrong.isEmpty, "seed \(seed), step \(step): \(wrong)")
    }
  }

  // Only terminals with `xenl` are tested. On the others, a full line wraps immediately, and none
  // of them knows the mode in which emoji sequences are drawn as a whole.
  @Test(arguments: TerminalKind.all.filter { $0.flags.contains("xenl") }, 1...4)
  func `is what a terminal shows that has sequences of emoji whole`(
    kind: TerminalKind, seed: UInt64
  ) {
    var walk = CanvasWalk(seed: seed)
    walk.joinsEmoji = true
    let painter = kind.direct()
    var (canvas, model) = fresh(&walk, kind)
    for step in 0..<60 {
      walk.draw(on: &canvas)
      model.show(painter.paint(canvas))
      #expect(model.unknown == [], "\(kind.name), seed \(seed), step \(step)")
      let wrong = walk.places(on: canvas, model)
      #expect(wrong == [], "\(kind.name), seed \(seed), step \(step)")
      guard wrong.isEmpty else { return }
    }
  }

  private func isEmoji(at point: Point, on canvas: Canvas) -> Bool {
    let index = canvas.range(ofLine: point.line).lowerBound + point.column
    let base = canvas.glyphs[index].width == 0 ? index - 1 : index
    return canvas.glyphs[base].base >= 0x1F000
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

  @Test func `begins plain, with all lines between the margins, and without a cursor`() {
    let painter = TerminalKind.xterm.direct()
    let begin = "\u{1B}(B\u{1B}[m\u{1B}[1;2r\u{1B}[H\u{1B}[2J\u{1B}[?25l"
    #expect(text(painter.paint(canvas(["one", "two"]))) == begin + "one\r\ntwo")
    #expect(text(painter.paint(canvas(["one", "two!"]))) == "!")
    painter.repaint()
    #expect(text(painter.paint(canvas(["one", ""]))).hasSuffix("\u{1B}[2J\u{1B}[?25lone"))
  }

  @Test func `moves lines by three bytes, and draws the one that comes`() {
    let painter = TerminalKind.xterm.direct()
    _ = painter.paint(canvas(["1", "2", "3", "4", "status"]))
    let first = "\u{1B}[1;4r\u{1B}[S\u{1B}[4H5"
    #expect(text(painter.paint(canvas(["2", "3", "4", "5", "status"]))) == first)
    #expect(text(painter.paint(canvas(["3", "4", "5", "6", "status"]))) == "\u{1B}[S\r6")
    #expect(text(painter.paint(canvas(["2", "3", "4", "5", "status"]))) == "\u{1B}[T\u{1B}[H2")
  }

  @Test func `sends only what differs, and passes over what is equal for long enough`() {
    let painter = TerminalKind.xterm.direct()
    _ = painter.paint(canvas(["a 2345678901234 b", "long gone"]))
    let new = canvas(["c 2345678901234 d", "long"])
    #expect(text(painter.paint(new)) == "\u{1B}[Hc\u{1B}[15Cd\u{1B}[2;5H\u{1B}[K")
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
    #expect(kind.looks(use).depth == depth)
  }

  @Test func `has no attribute beside a colour that the terminal cannot show there`() {
    var kind = TerminalKind.xterm
    // As on the Linux console, colored text can be neither underlined nor dim.
    kind.numbers["ncv"] = 18
    let painter = kind.direct()
    var canvas = Canvas(size: Size(lines: 1, columns: 4))
    canvas.draw("a", style: Style(foreground: .indexed(1), attributes: [.bold, .dim, .underline]))
    canvas.draw("b", at: Point(line: 0, column: 1), style: Style(.underline))
    let shown = text(painter.paint(canvas))
    #expect(shown.contains("\u{1B}[1;31ma\u{1B}[0;4mb"))
  }

  @Test(arguments: [
    (true, "\u{1B}[38;2;250;130;5;48;2;0;0;1mx"),
    (false, "\u{1B}[38;5;208;48;5;16mx"),
  ])
  func `has mixed colours where the terminal says so, else the nearest`(
    isMixing: Bool, bytes: String
  ) {
    let looks = TerminalKind.xterm.looks(mixesColors: isMixing)
    let painter = DirectPainter(TerminalKind.xterm.capabilities, looks)
    #expect(looks.depth == (isMixing ? .trueColor : .palette256))
    var canvas = Canvas(size: Size(lines: 1, columns: 1))
    let style = Style(
      foreground: .rgb(red: 250, green: 130, blue: 5), background: .rgb(red: 0, green: 0, blue: 1))
    canvas.draw("x", style: style)
    #expect(text(painter.paint(canvas)).contains(bytes))
  }

  @Test
  func `has the nearest of eight colours, and those of ECMA-48 where only the reader wants any`() {
    var kind = TerminalKind.xterm.with("plain", ["setaf": nil, "setab": nil])
    kind.numbers = [:]
    let painter = DirectPainter(kind.capabilities, kind.looks(.always))
    var canvas = Canvas(size: Size(lines: 1, columns: 4))
    for (column, color) in [UInt8(196), 12, 240, 255].enumerated() {
      let style = Style(foreground: .indexed(color), background: .indexed(16))
      canvas.draw("x", at: Point(line: 0, column: column), style: style)
    }
    let colors = "\u{1B}[31m\u{1B}[40mx\u{1B}[34mx\u{1B}[30mx\u{1B}[37mx\u{1B}(B\u{1B}[m"
    #expect(text(painter.paint(canvas)).hasSuffix(colors))
  }

  @Test func `gives the screen back whether there is a second one or not`() {
    let modes = TerminalModes(mouse: false, asks: false)
    let screen = TerminalRestoring(
      TerminalKind.xterm.capabilities, modes: modes, Size(lines: 24, columns: 80)
    ).screen
    #expect(text(screen) == "\u{1B}[39;49m\u{1B}(B\u{1B}[m\u{1B}[r\u{1B}[999;1H\r\n\u{1B}[?1049l")
  }
}
