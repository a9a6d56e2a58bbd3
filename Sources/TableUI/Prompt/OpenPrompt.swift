import Terminal

/// A prompt that is on the screen, and the line as far as it is typed.
struct OpenPrompt {
  let prompt: Prompt
  var editor: LineEditor
  /// Something to know, until the next key.
  var note: Message?

  /// Draws the label, the line as far as it is in sight, with the cursor in reverse, because the
  /// terminal's own is hidden, and at the right the note.
  func draw(in canvas: inout Canvas, theme: Theme) {
    let columns = canvas.size.columns
    let label = SafeText(prompt.label).truncated(to: columns / 2, ellipsis: theme.symbols.cut)
    let room = columns - label.width
    let note = (note?.text ?? .empty).truncated(to: room / 2, ellipsis: theme.symbols.cut)
    canvas.draw(label, style: theme.strong)
    canvas.draw(note, at: Point(line: 0, column: columns - note.width), style: theme.failure)
    let width = room - (note.width > 0 ? note.width + 2 : 0)
    canvas.inRegion(Rect(line: 0, column: label.width, lines: 1, columns: width)) {
      drawLine(in: &$0)
    }
  }

  private func drawLine(in canvas: inout Canvas) {
    let glyphs = editor.characters.map { SafeText(String($0)).glyphs }
    let before = glyphs[..<editor.cursor].joined().reduce(0) { $0 + $1.width }
    let under = editor.cursor < glyphs.count ? glyphs[editor.cursor].first?.width ?? 1 : 1
    let offset = Self.offset(toShow: before + under, in: canvas.size.columns)
    canvas.draw(SafeText(glyphs: glyphs.joined()), at: Point(line: 0, column: -offset))
    canvas.add(.reverse, to: Rect(line: 0, column: before - offset, lines: 1, columns: under))
  }

  /// The first column in sight: half the room further for each half that the cursor goes beyond it, so
  /// that the line does not move with every key.
  private static func offset(toShow end: Int, in room: Int) -> Int {
    let step = max(1, room / 2)
    return end <= room ? 0 : (end - room + step - 1) / step * step
  }
}
