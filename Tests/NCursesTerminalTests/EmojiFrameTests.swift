import Terminal
import Testing

@testable import NCursesTerminal

@MainActor @Suite struct `A frame with emoji` {
  private static func canvas(_ rows: [String]) -> Canvas {
    var canvas = Canvas(size: Size(lines: rows.count, columns: 20))
    for (line, row) in rows.enumerated() {
      canvas.draw(SafeText(row, joinsEmoji: true), at: Point(line: line, column: 0))
    }
    return canvas
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func `has a sequence whole on two blanks, and a place behind it`() {
    let painter = TerminalKind.xterm.direct()
    let shown = Self.text(painter.paint(Self.canvas(["a👩‍🚀b", "status"])))
    #expect(shown.hasSuffix("a  \u{1B}[1;2H👩‍🚀\u{1B}[1;4Hb\r\nstatus"))
    #expect(painter.paint(Self.canvas(["a👩‍🚀b", "status"])) == [])
  }

  @Test func `has a spacing mark on a blank, and a place behind it`() {
    let painter = TerminalKind.xterm.direct()
    let shown = Self.text(painter.paint(Self.canvas(["aकीb", "status"])))
    #expect(shown.hasSuffix("aक \u{1B}[1;3Hी\u{1B}[1;4Hb\r\nstatus"))
  }

  @Test(arguments: [("aकीb", "aकb"), ("aकी", "aक"), ("aकीb", "aकोb")])
  func `has the letter again if its spacing mark changes`(before: String, after: String) {
    let painter = TerminalKind.xterm.direct()
    _ = painter.paint(Self.canvas([before, "status"]))
    let shown = Self.text(painter.paint(Self.canvas([after, "status"])))
    #expect(shown.unicodeScalars.contains("क"))
  }

  @Test(arguments: TerminalKind.all) func `ends with a sequence in its last columns`(
    kind: TerminalKind
  ) {
    let painter = kind.direct()
    let row = String(repeating: "x", count: 18) + "👍🏽"
    let shown = Self.text(painter.paint(Self.canvas([row, "status"])))
    #expect(shown.contains("👍🏽") && shown.hasSuffix("status"))
  }

  @Test func `is probed on the last line, which is drawn again`() {
    let painter = TerminalKind.xterm.direct()
    _ = painter.paint(Self.canvas(["one", "status"]))
    let bytes = painter.probe(Array("?".utf8))
    #expect(Self.text(bytes) == "\r?\u{1B}[2H\u{1B}[K" + "status")
    var model = TerminalModel(Size(lines: 2, columns: 20), TerminalKind.xterm.capabilities)
    model.show(
      TerminalKind.xterm.direct().paint(
        Self.canvas(["one", "status"])))
    let before = model.cells
    model.show(bytes)
    #expect(model.cells == before)
    #expect(Self.text(painter.paint(Self.canvas(["one", "statu"]))) == "\u{1B}[2;6H\u{1B}[K")
  }

  @Test(arguments: TerminalKind.all) func `is as it was after a probe`(kind: TerminalKind) {
    let painter = kind.direct()
    var model = TerminalModel(Size(lines: 3, columns: 20), kind.capabilities)
    var canvas = Self.canvas(["one", "two", ""])
    canvas.draw("a status that fills", at: Point(line: 2, column: 0), style: Style(.reverse))
    model.show(painter.paint(canvas))
    let before = model.cells
    model.show(painter.probe(Array("12345678".utf8)))
    #expect(model.cells == before && model.unknown == [])
    canvas.draw("x", at: Point(line: 2, column: 3))
    model.show(painter.paint(canvas))
    #expect(model.cells[2][3].text == "x" && model.cells[2][4] == before[2][4])
  }

  @Test func `sets the mode for as long as the terminal is taken`() {
    var modes = TerminalModes(mouse: true, asks: true)
    let (enter, leave) = (modes.enter, modes.leave)
    #expect(!Self.text(enter + leave).contains("2027"))
    modes.joinsEmoji = true
    #expect(Self.text(modes.enter) == Self.text(enter) + "\u{1B}[?2027h")
    #expect(Self.text(modes.leave) == "\u{1B}[?2027l" + Self.text(leave))
    let all = TerminalRestoring(
      TerminalKind.xterm.capabilities, modes: modes, Size(lines: 3, columns: 20)
    ).all
    #expect(Self.text(all).contains("\u{1B}[?2027l"))
  }
}
