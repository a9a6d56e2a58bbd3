import Terminal

/// What the screen reports, and who it is for.
extension Session {
  func wake() {
    var events = screen.readEvents()
    while !events.isEmpty, end == nil {
      for event in events where end == nil { take(event) }
      // What was done may have brought more: a suspend returns when the process goes on.
      events = screen.readEvents()
    }
    drawIfNeeded()
  }

  private func take(_ event: ScreenEvent) {
    switch event {
    case .input(let input): take(input)
    case .resized: needsDisplay = true
    case .resumed:
      screen.repaint()
      needsDisplay = true
    case .terminated(let signal): finish(.terminated(signal: signal))
    case .flooded: finish(.limit(.input))
    case .failed(let reason): finish(.failed(reason: reason))
    case .hungUp: finish(.hungUp)
    }
  }

  /// The first command that has the input gets it; an input that none has does nothing.
  private func take(_ input: Input) {
    front?.willHandleInput()
    needsDisplay = true
    if input.isFromReader { time?.takeInput(at: now()) }
    let commands = commands
    if case .key(let key) = input,
      let more = typed.adding(key, to: commands.commands, greatest: greatestNumber)
    {
      typed = more
      return
    }
    let before = typed
    typed = .nothing
    commands.command(for: input, after: before)?.perform(for: input, number: before.number)
  }
}
