import Terminal

/// What the screen reports, and who it is for.
extension Session {
  func wake() {
    var events = screen.readEvents()
    while !events.isEmpty, end == nil {
      for event in events where end == nil { handle(event) }
      // What was done may have brought more: a suspend returns when the process goes on.
      events = screen.readEvents()
    }
    drawIfNeeded()
    releaseInput()
  }

  /// Inputs that wait at the most: more of them are no typing.
  static let mostHeld = 10_000

  /// Whether keys wait for what the last one has asked for.
  private var isHeld: Bool {
    (isLent || openPrompt == nil && front?.holdsInput == true) && held.count < Self.mostHeld
  }

  /// Does what has waited, as far as nothing holds it again.
  ///
  /// A frame is laid out between, as if the keys came one by one: a key may mean what is in sight.
  func releaseInput() {
    while !held.isEmpty, !isHeld, end == nil {
      take(held.removeFirst())
      drawIfNeeded()
    }
  }

  /// Keeps an input for later, or handles it.
  private func hold(_ input: Input) {
    // What the terminal tells by itself waits for nothing.
    guard input.isFromReader else { return take(input) }
    if input.givesUp, isHeld, !isLent {
      // What waits was typed for what is given up.
      held = []
      return take(input)
    }
    guard isHeld || !held.isEmpty else { return take(input) }
    held.append(input)
    if held.count == 1 { releaseLater() }
  }

  /// How often it is looked whether what waits is held for too long: nothing tells of that.
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

  /// The first command that has a key gets it; a key that no command has says so.
  private func handle(_ key: Key) {
    // What was typed before a key is given up first, as in less.
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
      // Esc gives up what is under way, and there may be nothing.
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
    let help = helpKey.map { " \(theme.symbols.dot) \(theme.symbols.name(of: $0)) help" } ?? ""
    return Message("no key '\(name)'\(help)", .accent)
  }
}

extension Key {
  /// The key that comes after Esc where this one was that, typed quickly: a terminal sends the same
  /// bytes for both, so only what they are good for tells them apart.
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
  /// Whether it gives up what is under way.
  var givesUp: Bool { self == .key(.escape) || self == .key("^C") }

  /// Whether a reader did it; the terminal answers questions by itself.
  var isFromReader: Bool {
    switch self {
    case .key, .mouse, .paste: true
    case .focus, .reply: false
    }
  }

  /// Whether a reader means it to do something: a message that stands there has been read by then.
  ///
  /// The release of a button only ends what its press has done.
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
