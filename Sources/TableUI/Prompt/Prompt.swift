import Terminal

/// A line that the reader is asked for, in place of the status line: a command, a pattern, a name.
///
/// While it is open no key is a command. The keys are readline's; `Esc`, `^C`, `^G`, and Backspace
/// where nothing is typed, give it up.
public struct Prompt {
  /// What stands before the line, such as `:`.
  public let label: String
  /// What its earlier lines are remembered by, for `↑` and `↓`: prompts of one kind share them.
  public let kind: String
  /// Called with the line, which may be empty, once it is done.
  public let onEnter: (_ line: String) -> Void
  /// Called with the line whenever it has changed; what it returns is shown beside the line until the next
  /// key, as a mistake in it.
  public var onChange: ((_ line: String) -> Message?)?
  /// Called when the line is given up by a key; not where another prompt takes its place.
  public var onCancel: (() -> Void)?
  /// What is shown beside the line while it is empty: what may be typed; nil for nothing.
  public var hint: Message?
  /// Called by `Tab` with the line up to the cursor: what that may become.
  ///
  /// Where it is nil, `Tab` does nothing.
  public var onComplete: ((_ line: String) -> [Completion])?

  /// What a line up to the cursor may become.
  public struct Completion: Hashable, Sendable {
    /// The line.
    public let line: String
    /// What of it is new, as it is shown beside others.
    public let label: String

    /// Creates one.
    public init(_ line: String, label: String) { (self.line, self.label) = (line, label) }
  }

  /// Creates a prompt.
  ///
  /// - Parameters:
  ///   - label: what stands before the line, a few columns.
  ///   - kind: what its earlier lines are remembered by; the label by default.
  ///   - onEnter: called with the line, on the main actor; a frame follows.
  public init(
    _ label: String, kind: String? = nil, onEnter: @escaping (_ line: String) -> Void
  ) {
    self.label = label
    self.kind = kind ?? label
    self.onEnter = onEnter
  }
}

/// A prompt that is on the screen, and the line as far as it is typed.
struct OpenPrompt {
  let prompt: Prompt
  var editor: LineEditor
  /// Something to know, until the next key.
  var note: Message?
  /// What `Tab` has found, and which of it stands in the line, until the line is another one.
  private var completing: (found: [Prompt.Completion], index: Int?, line: String)?

  init(_ prompt: Prompt, history: [String]) {
    (self.prompt, editor) = (prompt, LineEditor(history: history))
  }

  /// Completes the line up to the cursor: as far as all that it may become is the same, then with one of these after the
  /// other.
  mutating func complete() {
    let typed = String(editor.characters[..<editor.cursor])
    if let completing, completing.line == typed, completing.found.count > 1 {
      let next = completing.index.map { ($0 + 1) % completing.found.count } ?? 0
      return take(completing.found, next)
    }
    let found = prompt.onComplete?(typed) ?? []
    guard let first = found.first else { return note = Message("nothing to complete here") }
    let common = found.dropFirst().reduce(first.line) { $0.commonPrefix(with: $1.line) }
    if found.count == 1 || !common.hasPrefix(typed) || common.count <= typed.count {
      return take(found, 0)
    }
    editor.complete(to: common)
    completing = (found, nil, common)
    note = Message(found.map(\.label).joined(separator: "  "))
  }

  private mutating func take(_ found: [Prompt.Completion], _ index: Int) {
    editor.complete(to: found[index].line)
    completing = (found, index, found[index].line)
    let rest = (found[index...] + found[..<index]).map(\.label)
    note = found.count > 1 ? Message(rest.joined(separator: "  ")) : nil
  }

  /// Draws the label, the line as far as it is in sight, with the cursor in reverse, because the
  /// terminal's own is hidden, and at the right the note.
  func draw(in canvas: inout Canvas, theme: Theme) {
    let columns = canvas.size.columns
    let label = SafeText(prompt.label).truncated(to: columns / 2, ellipsis: theme.symbols.cut)
    let room = columns - label.width
    let words = note ?? (editor.characters.isEmpty ? prompt.hint : nil)
    // The note may use all columns that the typed line does not need, and half of them in any case.
    let most = max(room / 2, room - SafeText(String(editor.characters)).width - 3)
    let note = (words?.text ?? .empty).truncated(to: most, ellipsis: theme.symbols.cut)
    canvas.draw(label, style: theme.strong)
    canvas.draw(
      note, at: Point(line: 0, column: columns - note.width),
      style: words?.kind == .failure ? theme.failure : theme.faint)
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

extension String {
  /// What both begin with; Foundation's is not linked.
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}
