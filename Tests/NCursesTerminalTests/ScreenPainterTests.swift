import Foundation
import Glibc
import Terminal
import Testing

@testable import NCursesTerminal

@MainActor @Suite struct `Who paints` {
  typealias Choice = NCursesOptions.PainterChoice

  @Test(arguments: [
    (Choice.auto, true, true, TerminalLocale.utf8, "painted by ncurses: the default"),
    (.auto, true, true, .ascii, "painted directly: no UTF-8 locale is installed"),
    (.auto, true, false, .utf8, "painted directly: ncurses does not support this terminal"),
    (.auto, false, true, .utf8, "painted by ncurses: the terminal does not follow ECMA-48"),
    (.auto, false, true, .ascii, "painted by ncurses: the terminal does not follow ECMA-48"),
    (.ncurses, true, true, .ascii, "painted by ncurses: as requested"),
    (.direct, true, true, .utf8, "painted directly: as requested"),
    (.direct, false, true, .utf8, "painted by ncurses: the terminal does not follow ECMA-48"),
  ])
  func `follows from the reader, the terminal and the system`(
    wish: Choice, isECMA48: Bool, hasNCurses: Bool, locale: TerminalLocale, finding: String
  ) {
    let chosen = PainterFinding.choose(wish, isECMA48: isECMA48, hasNCurses: hasNCurses, locale)
    #expect("\(chosen)" == finding)
    #expect(chosen.mayChange == (finding == "painted by ncurses: the default"))
  }

  // MARK: A painter that takes over

  private func painter(
    _ choice: Choice, mixesColors: Bool = false, on terminal: String = "xterm-256color",
    _ size: Size = Size(lines: 3, columns: 20)
  ) throws -> ScreenPainter {
    let locale = TerminalLocale.set()
    let screen = try #require(CursesScreen(terminal, size, colors: true))
    let capabilities = try #require(TerminalCapabilities.inUse())
    let finding = PainterFinding.choose(
      choice, isECMA48: capabilities.isECMA48, hasNCurses: true, locale)
    return ScreenPainter(
      capabilities, screen, finding, locale, colors: .auto, mixesColors: mixesColors)
  }

  private func canvas(_ rows: [String], joinsEmoji: Bool = false) -> Canvas {
    var canvas = Canvas(size: Size(lines: rows.count, columns: 20))
    for (line, row) in rows.enumerated() {
      canvas.draw(SafeText(row, joinsEmoji: joinsEmoji), at: Point(line: line, column: 0))
    }
    return canvas
  }

  /// The text of each line that is shown, without blanks at its end.
  private func shown(_ model: TerminalModel) -> [String] {
    model.cells.map { line in
      let text = line.map(\.text).joined()
      return String(
        text[..<(text.lastIndex { $0 != " " }.map { text.index(after: $0) } ?? text.startIndex)])
    }
  }

  /// Frames that ncurses cannot express, each with the reason.
  private static let frames: [(String, @MainActor (inout Canvas) -> Void)] = [
    (
      "an RGB colour",
      { $0.draw("x", style: Style(foreground: .rgb(red: 1, green: 2, blue: 3))) }
    ),
    ("struck-through text", { $0.draw("x", style: Style(.strikethrough)) }),
    ("an emoji sequence", { $0.draw(SafeText("👩‍🚀", joinsEmoji: true)) }),
    (
      "a character that has a different width in the C library: U+1FAE8",
      { $0.draw(SafeText("\u{1FAE8}")) }
    ),
  ]

  @Test(arguments: 0..<4)
  func `changes once, with one whole frame, when ncurses cannot express one`(index: Int) throws {
    let (reason, draw) = Self.frames[index]
    let painter = try painter(.auto, mixesColors: true)
    var findings: [String] = []
    painter.onFinding = { findings.append("\($0)") }
    var model = TerminalModel(Size(lines: 3, columns: 20), painter.capabilities, joinsEmoji: true)
    model.show(painter.paint(canvas(["one", "two", "status"])))
    #expect(findings == [] && !painter.finding.isDirect)
    var other = canvas(["", "three", ""])
    draw(&other)
    let bytes = painter.paint(other)
    #expect(findings == ["painted directly: needed for \(reason)"])
    #expect(String(decoding: bytes, as: UTF8.self).contains("\u{1B}[H\u{1B}[2J"))
    model.show(bytes)
    #expect(shown(model)[1...] == ["three", ""] && !shown(model)[0].isEmpty)
    model.show(painter.paint(canvas(["one", "two", "status"])))
    #expect(shown(model) == ["one", "two", "status"])
    #expect(findings.count == 1 && painter.finding.isDirect && painter.depth == .trueColor)
  }

  @Test func `takes the second screen once, also where the painter changes`() throws {
    let painter = try painter(.auto)
    let begin = String(decoding: painter.capabilities.string("smcup") ?? [], as: UTF8.self)
    let first = String(decoding: painter.paint(canvas(["a"])), as: UTF8.self)
    let second = String(decoding: painter.paint(canvas(["\u{1FAE8}"])), as: UTF8.self)
    #expect(first.hasPrefix(begin) && !second.contains(begin))
    painter.close()
    #expect(String(decoding: painter.paint(canvas(["a"])), as: UTF8.self).hasPrefix(begin))
  }

  @Test func `paints what is nearest where it is ncurses alone`() throws {
    let painter = try painter(.ncurses, mixesColors: true)
    #expect(painter.depth == .palette256)
    var model = TerminalModel(Size(lines: 4, columns: 20), painter.capabilities)
    var canvas = canvas(["👩‍🚀|", "\u{1FAE8}|", "🇩🇪|", ""], joinsEmoji: true)
    let red = Style(foreground: .rgb(red: 255, green: 0, blue: 0), attributes: .strikethrough)
    canvas.draw("red", at: Point(line: 3, column: 0), style: red)
    model.show(painter.paint(canvas))
    #expect(shown(model) == ["👩|", "\u{FFFD} |", "🇩🇪|", "red"] && model.unknown == [])
    #expect(model.cells[3][0].style == Style(foreground: .indexed(196)))
    #expect(!painter.finding.isDirect)
  }

  @Test func `sends a line that differs much with ncurses from where it begins to differ`() throws {
    let painter = try painter(.ncurses)
    var model = TerminalModel(Size(lines: 3, columns: 20), painter.capabilities)
    model.show(painter.paint(canvas(["2026-11-26 abcdefgh", "漢字漢字漢 abcdefgh", ""])))
    let other = canvas(["2026-11-26 ijkdlmno", "漢字漢字漢 ijkdlmno", ""])
    let bytes = String(decoding: painter.paint(other), as: UTF8.self)
    // The unchanged `d` in the middle is sent as well, because skipping it would cost more.
    #expect(bytes.components(separatedBy: "ijkdlmno").count == 3)
    #expect(!bytes.contains("-26") && !bytes.contains("漢"))
    model.show(Array(bytes.utf8))
    #expect(shown(model) == ["2026-11-26 ijkdlmno", "漢字漢字漢 ijkdlmno", ""])
  }

  @Test func `has fewer colours rather than none where pairs are few and ncurses is alone`() throws
  {
    let terminal = try #require(DescribedTerminal.all.last)
    let size = Size(lines: 2, columns: 30)
    let opened = try terminal.open(.ncurses, size, isAlone: true)
    var (canvas, model) = (Canvas(size: size), TerminalModel(size, opened.capabilities))
    for column in 0..<30 {
      let style = Style(foreground: .indexed(UInt8(column + 16)))
      canvas.draw("x", at: Point(line: 0, column: column), style: style)
    }
    model.show(try opened.painter.paint(canvas))
    #expect(model.cells[0].map(\.text).joined() == String(repeating: "x", count: 30))
    #expect(Set(model.cells[0].map(\.style)).count == 20)
  }

  // MARK: Other terminals

  @Test func `sends no control sequence of ECMA-48 to a terminal of another kind`() throws {
    let size = Size(lines: 24, columns: 80)
    let painter = try painter(.auto, on: "vt52", size)
    let modes = TerminalModes(
      mouse: true, asks: true, isECMA48: painter.capabilities.isECMA48)
    let restoring = TerminalRestoring(painter.capabilities, modes: modes, size)
    var canvas = Canvas(size: size)
    canvas.draw("one", style: Style(foreground: .indexed(1), attributes: [.bold, .strikethrough]))
    let bytes = modes.enter + modes.query + painter.paint(canvas) + modes.leave + restoring.all
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(!text.contains("\u{1B}[") && text.contains("one"))
    // The cursor moves to the last line according to the description: `ESC Y`, and the line and the
    // column, counted from 32.
    #expect(text.hasSuffix("\u{1B}Y7 \r\n\u{1B}>"))
  }

  // MARK: What ncurses would take

  @Test func `leaves signals and variables as they were`() throws {
    func handlers() -> [UInt] {
      [SIGINT, SIGTERM, SIGTSTP, SIGWINCH].map { signal in
        var action = sigaction()
        sigaction(signal, nil, &action)
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self)
      }
    }
    setenv("LINES", "7", 1)
    unsetenv("COLUMNS")
    defer { unsetenv("LINES") }
    let before = handlers()
    let painter = try painter(.auto)
    _ = painter.paint(canvas(["one"]))
    #expect(handlers() == before)
    #expect(environmentVariable("LINES") == "7" && environmentVariable("COLUMNS") == nil)
  }
}
