import Terminal

/// A line that the reader enters in place of the status line: a command, a pattern, a name.
///
/// While it is open, no key is a command. The keys are those of readline; `Esc`, `^C`, `^G`, and
/// Backspace on an empty line, cancel it.
public struct Prompt {
  /// The text before the line, such as `:`.
  public let label: String
  /// The kind under which the prompt's earlier lines are remembered for `↑` and `↓`: prompts of one
  /// kind share them.
  public let kind: String
  /// Called with the line, which may be empty, when it is complete.
  public let onEnter: (_ line: String) -> Void
  /// Called with the line whenever it has changed; the returned message, such as an error in the
  /// line, is shown next to the line until the next key.
  public var onChange: ((_ line: String) -> Message?)?
  /// Called when a key cancels the line; it is not called when another prompt replaces this one.
  public var onCancel: (() -> Void)?
  /// The text next to an empty line that says what to type; nil if there is none.
  public var hint: Message?
  /// Called on `Tab` with the line up to the cursor; returns its completions.
  ///
  /// If it is nil, `Tab` has no function.
  public var onComplete: ((_ line: String) -> [Completion])?

  /// A completion of a line up to the cursor.
  public struct Completion: Hashable, Sendable {
    /// The completed line.
    public let line: String
    /// The completed name or value without the rest of the line, as shown in a list of completions.
    public let label: String

    /// Creates a completion.
    public init(_ line: String, label: String) { (self.line, self.label) = (line, label) }
  }

  /// Creates a prompt.
  ///
  /// - Parameters:
  ///   - label: the text before the line, a few columns wide.
  ///   - kind: the kind under which the prompt's earlier lines are remembered; the label by
  ///     default.
  ///   - onEnter: called with the line, on the main actor; a frame follows.
  public init(
    _ label: String, kind: String? = nil, onEnter: @escaping (_ line: String) -> Void
  ) {
    self.label = label
    self.kind = kind ?? label
    self.onEnter = onEnter
  }
}

/// A prompt on the screen, and the line typed so far.
struct OpenPrompt {
  let prompt: Prompt
  var editor: LineEditor
  /// A note, shown until the next key.
  var note: Message?
  /// The completions that `Tab` has found, the index of the one that is in the line, and the line
  /// up to the cursor; valid until the line changes.
  private var completing: (found: [Prompt.Completion], index: Int?, line: String)?

  init(_ prompt: Prompt, history: [String]) {
    (self.prompt, editor) = (prompt, LineEditor(history: history))
  }

  /// Completes the line up to the cursor: first as far as all completions agree, then with one
  /// completion after the other.
  mutating func complete() {
    let typed = String(editor.characters[..<editor.cursor])
    if let completing, completing.line == typed, completing.found.count > 1 {
      let next = completing.index.map { ($0 + 1) % completing.found.count } ?? 0
      return take(completing.found, next)
    }
    let found = prompt.onComplete?(typed) ?? []
    guard let first = found.first else { return note = Message("nothing to complete") }
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

  /// Draws the label, the visible part of the line, and the note at the right; the cursor is drawn
  /// in reverse video, because the terminal's own cursor is hidden.
  func draw(in canvas: inout Canvas, theme: Theme) {
    let columns = canvas.size.columns
    let label = SafeText(prompt.label).truncated(to: columns / 2, ellipsis: theme.symbols.cut)
    let room = columns - label.width
    let words = note ?? (editor.characters.isEmpty ? prompt.hint : nil)
    // The note may use all columns that the typed line does not need, and at least half of the
    // columns after the label.
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

  /// The first visible column of the line.
  ///
  /// It moves by half of the width whenever the cursor passes the right edge, so that the line does
  /// not move with every key.
  private static func offset(toShow end: Int, in room: Int) -> Int {
    let step = max(1, room / 2)
    return end <= room ? 0 : (end - room + step - 1) / step * step
  }
}

extension String {
  /// The longest common prefix of two strings; Foundation has such a function, but is not linked.
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}
