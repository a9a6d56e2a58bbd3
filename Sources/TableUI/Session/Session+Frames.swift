public import Terminal

/// Frames: the controller in front is laid out and drawn, and the status line below it.
extension Session {
  /// Draws a frame if anything has changed and the terminal accepts one; the session calls it
  /// automatically.
  public func drawIfNeeded() {
    guard needsDisplay, end == nil, screen.isReady else { return }
    // Requests during the layout cause another frame.
    needsDisplay = false
    let size = screen.size
    let isLargeEnough =
      size.lines >= Self.smallest.lines && size.columns >= Self.smallest.columns
    // The layout runs even if the frame is held back, because a list loads its missing pages during
    // it.
    if isLargeEnough { front?.layout(for: Size(lines: size.lines - 1, columns: size.columns)) }
    if isHolding, front?.isStarting == true { return needsDisplay = true }
    isHolding = false
    var canvas = blankCanvas(size)
    if isLargeEnough {
      draw(in: &canvas)
    } else {
      canvas.draw("too small: \(size.columns)x\(size.lines)")
    }
    screen.present(canvas)
    frameCount += 1
    onFrame?(frameCount)
  }

  /// The lines above the status line, up to the last one that is not blank; available even after
  /// the session has ended.
  ///
  /// Cost: proportional to the number of positions on the screen.
  public var picture: [StyledText] {
    let size = Size(lines: max(0, screen.size.lines - 1), columns: screen.size.columns)
    var canvas = Canvas(size: size)
    front?.draw(in: &canvas)
    return canvas.styledLines
  }

  private func blankCanvas(_ size: Size) -> Canvas {
    if blank.size != size { blank = Canvas(size: size) }
    return blank
  }

  private func draw(in canvas: inout Canvas) {
    let size = canvas.size
    canvas.inRegion(Rect(line: 0, column: 0, lines: size.lines - 1, columns: size.columns)) {
      front?.draw(in: &$0)
      drawRows(in: &$0)
    }
    canvas.inRegion(Rect(line: size.lines - 1, column: 0, lines: 1, columns: size.columns)) {
      drawLastLine(in: &$0)
    }
  }

  /// Draws the lines of a message over the last lines of the list, so that the list does not move.
  private func drawRows(in canvas: inout Canvas) {
    let rows = ([message].compactMap { $0 } + (front?.status ?? [])).flatMap(\.rows)
    guard !rows.isEmpty else { return }
    let lines = rows.flatMap { $0.wrapped(to: max(1, canvas.size.columns - 2)) }
      .suffix(canvas.size.lines)
    let top = canvas.size.lines - lines.count
    let ground = Rect(line: top, column: 0, lines: lines.count, columns: canvas.size.columns)
    canvas.fill(ground, style: theme.bar.plain)
    for (index, line) in lines.enumerated() {
      canvas.draw(line, at: Point(line: top + index, column: 1), style: theme.bar.plain)
    }
  }

  private func drawLastLine(in canvas: inout Canvas) {
    let countdown = time?.message(at: now())
    guard var openPrompt else { return statusLine(countdown).draw(in: &canvas) }
    openPrompt.note = countdown ?? openPrompt.note
    openPrompt.draw(in: &canvas, theme: theme)
  }

  private func statusLine(_ countdown: Message?) -> StatusLine {
    let said = [countdown, message, typed.message(theme.symbols)].compactMap { $0 }
    let status = front?.status ?? []
    // Messages from all sources follow the title.
    let title = status.prefix { $0.kind == .title }
    return StatusLine(
      parts: title + said + status[title.count...], position: front?.position, hints: hints,
      theme: theme)
  }

  private var hints: [StatusHint] {
    let commands = commands
    if let hintPlan, hintPlan.commands.isSame(as: commands) { return hintPlan.hints }
    let plan = HintPlan(commands, theme.symbols)
    hintPlan = plan
    return plan.hints
  }
}
