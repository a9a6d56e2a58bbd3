import Terminal

/// Entering a line: while its prompt is open, no key is a command.
extension Session {
  /// The number of lines remembered for each kind of prompt.
  private static let mostLines = 100

  /// Opens a prompt in place of the status line; a prompt that is already open is replaced, and its
  /// `onCancel` is not called.
  public func open(_ prompt: Prompt) {
    typed = .nothing
    openPrompt = OpenPrompt(prompt, history: history[prompt.kind, default: []])
    setNeedsDisplay()
  }

  /// Passes an input to the open prompt.
  func handle(_ input: Input, in open: OpenPrompt) {
    var open = open
    let before = open.editor.text
    if case .key(.tab) = input, open.prompt.onComplete != nil {
      open.complete()
      let note = open.editor.text == before ? nil : open.prompt.onChange?(open.editor.text)
      open.note = open.note ?? note
      return openPrompt = open
    }
    let outcome = open.editor.handle(input)
    if input.isAction { open.note = nil }
    if open.editor.text != before {
      open.note = open.prompt.onChange?(open.editor.text)
    }
    switch outcome {
    case .edited: break
    case .cut: open.note = Message("too long: the text was cut", .failure)
    case .unknown(let key):
      open.note = Message("'\(theme.symbols.name(of: key))' does nothing here", .failure)
    case .entered, .cancelled:
      openPrompt = nil
      if outcome == .entered {
        enter(open.editor.text, in: open.prompt)
      } else {
        open.prompt.onCancel?()
      }
      return
    }
    openPrompt = open
  }

  /// The lines entered in prompts of a kind, the latest last; at most 100.
  public func lines(ofKind kind: String) -> [String] { history[kind, default: []] }

  /// Adds lines of an earlier run before the remembered lines of a kind.
  ///
  /// The last 100 lines are kept.
  public func remember(_ lines: [String], ofKind kind: String) {
    history[kind] = (lines + self.lines(ofKind: kind)).suffix(Self.mostLines)
  }

  private func enter(_ line: String, in prompt: Prompt) {
    let lines = history[prompt.kind, default: []]
    if !line.isEmpty, lines.last != line {
      history[prompt.kind] = (lines + [line]).suffix(Self.mostLines)
    }
    prompt.onEnter(line)
  }
}
