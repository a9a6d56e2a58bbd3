import Terminal

/// Events of the screen, and their recipients.
extension Session {
  func wake() {
    var events = screen.readEvents()
    while !events.isEmpty, end == nil {
      for event in events where end == nil { handle(event) }
      // More events may have arrived in the meantime: for example, a suspension returns only when
      // the process resumes.
      events = screen.readEvents()
    }
    drawIfNeeded()
    releaseInput()
  }

  /// The largest number of waiting inputs, which is more than anyone types.
  static let mostHeld = 10_000

  /// Whether keys must wait for the result of an earlier key, or for the terminal.
  private var isHeld: Bool {
    (isLent || openPrompt == nil && front?.holdsInput == true) && held.count < Self.mostHeld
  }

  /// Handles the waiting inputs, until the next one must wait again.
  ///
  /// A frame is laid out after each input, as if the keys were typed one by one, because a key may
  /// refer to the visible rows.
  func releaseInput() {
    while !held.isEmpty, !isHeld, end == nil {
      take(held.removeFirst())
      drawIfNeeded()
    }
  }

  /// Keeps an input for later, or handles it.
  private func hold(_ input: Input) {
    // Input that the terminal sends automatically must not wait.
    guard input.isFromReader else { return take(input) }
    if input.givesUp, isHeld, !isLent {
      // The waiting inputs were typed for the operation that is cancelled, so they are dropped.
      held = []
      return take(input)
    }
    guard isHeld || !held.isEmpty else { return take(input) }
    held.append(input)
    if held.count == 1 { releaseLater() }
  }

  /// The interval at which the session checks whether waiting input can be handled; it must check,
  /// because no event reports this.
  private static let releaseInterval = Duration.milliseconds(250)

  private func releaseLater() {
    screen.after(Self.releaseInterval) { [weak self] in
      guard let self, !held.isEmpty, end == nil else { return }
      if !isLent {
        releaseInput()
        drawIfNeeded()
      }
      if !held.isEmpty { releaseLater() }
    }
  }

  private func handle(_ event: ScreenEvent) {
    switch event {
    case .input(let input): hold(input)
    case .resized: needsDisplay = true
    case .resumed:
      screen.repaint()
      needsDisplay = true
    case .emojiJoined: joinEmoji()
    case .terminated(let signal): finish(.terminated(signal: signal))
    case .flooded: finish(.limit(.input))
    case .failed(let reason): finish(.failed(reason: reason))
    case .hungUp: finish(.hungUp)
    }
  }

  private func take(_ input: Input) {
    needsDisplay = true
    if input.isFromReader { time?.restartIdleTime(at: now()) }
    noteTyped(input)
    if let openPrompt { return handle(input, in: openPrompt) }
    if input.isAction {
      message = nil
      front?.willHandleInput()
    }
    if front?.handle(input) == true { return typed = .nothing }
    if case .key(let key) = input { return handle(key) }
    if input.isAction { typed = .nothing }
    if case .mouse(let mouse) = input, let command = commands.command(for: mouse.kind) {
      perform(command, number: Command.linesOfATurn)
    }
  }

  private func perform(_ command: Command, number: Int, letter: Unicode.Scalar? = nil) {
    if let prompt = command.prompt {
      open(prompt)
    } else {
      command.perform(number: number, letter: letter)
    }
  }

  /// Performs the first command that has the key; shows a message if no command has it.
  private func handle(_ key: Key) {
    // A pending prefix is cancelled first, as in less.
    if typed != .nothing, key == "^C" { return typed = .nothing }
    let commands = candidates(for: key)
    if let more = typed.adding(key, to: commands, greatest: maximumCount) {
      return typed = more
    }
    let before = typed
    typed = .nothing
    if let command = commands.command(for: key, after: before) {
      perform(command, number: before.number, letter: key.letter)
    } else if let next = key.afterEscape, before != .nothing || self.commands.has(.escape) {
      handle(.escape)
      handle(next)
    } else if key != .escape {
      // Esc shows no message if there is no operation to cancel.
      message = noKey(key, after: before)
    }
  }

  private func candidates(for key: Key) -> CommandTable {
    let commands = commands
    if let keyPlan, keyPlan.fits(key, of: commands) { return keyPlan.candidates }
    let plan = KeyPlan(key, of: commands)
    keyPlan = plan
    return plan.candidates
  }

  private func noKey(_ key: Key, after typed: PendingPrefix) -> Message {
    var name = theme.symbols.name(of: key)
    if case .key(let first) = typed { name = theme.symbols.name(of: first) + name }
    let help = helpKey.map { " \(theme.symbols.dot) \(theme.symbols.name(of: $0)): help" } ?? ""
    return Message("'\(name)' does nothing here\(help)", .accent)
  }
}

extension Key {
  /// The second key if this key may stand for Esc and a second key; nil otherwise.
  ///
  /// If a key is typed quickly after Esc, a terminal sends the same bytes as for that key with Alt,
  /// so only the available commands tell which was typed.
  fileprivate var afterEscape: Key? {
    guard modifiers.contains(.alt) else { return nil }
    switch code {
    case .character, .enter, .tab, .backspace:
      return Key(code: code, modifiers: modifiers.subtracting(.alt))
    default: return nil
    }
  }
}

extension Input {
  /// Whether the input cancels an operation.
  var givesUp: Bool { self == .key(.escape) || self == .key("^C") }

  /// Whether the input comes from the reader; the terminal sends other input automatically.
  var isFromReader: Bool {
    switch self {
    case .key, .mouse, .paste: true
    case .focus, .reply: false
    }
  }

  /// Whether the input is an action of the reader; if so, the current message is taken to have been
  /// read.
  ///
  /// The release of a button only ends the action of its press.
  var isAction: Bool {
    switch self {
    case .key, .paste: true
    case .mouse(let mouse):
      switch mouse.kind {
      case .press, .wheelUp, .wheelDown, .wheelLeft, .wheelRight: true
      case .release, .move: false
      }
    case .focus, .reply: false
    }
  }
}
