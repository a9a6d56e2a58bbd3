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

  private var isLargeEnough: Bool {
    screen.size.lines >= Self.smallest.lines && screen.size.columns >= Self.smallest.columns
  }

  /// Whether a text and an ellipsis after it fit into the lines above the status line.
  package func hasRoom(for text: SafeText) -> Bool {
    let lines = (text + "…").wrapped(to: max(1, screen.size.columns - 2))
    return isLargeEnough && lines.count < screen.size.lines
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
    let countdown = time?.message(at: now())
    var status = statusLine(countdown)
    let (rows, keepsFirst) = status.takeRows(in: size.columns, isHidden: openPrompt != nil)
    canvas.inRegion(Rect(line: 0, column: 0, lines: size.lines - 1, columns: size.columns)) {
      front?.draw(in: &$0)
      draw(rows, keepsFirst: keepsFirst, in: &$0)
    }
    canvas.inRegion(Rect(line: size.lines - 1, column: 0, lines: 1, columns: size.columns)) {
      drawLastLine(status, countdown, in: &$0)
    }
  }

  /// Draws the lines of a message over the last lines of the list, so that the list does not move.
  private func draw(_ rows: [SafeText], keepsFirst: Bool, in canvas: inout Canvas) {
    guard !rows.isEmpty else { return }
    let (width, most) = (max(1, canvas.size.columns - 2), canvas.size.lines)
    let all = rows.flatMap { $0.wrapped(to: width) }
    var lines = keepsFirst ? all.prefix(most) : all.suffix(most)
    if keepsFirst, all.count > most, let last = lines.popLast() {
      let cut = theme.symbols.cut
      lines.append((last + SafeText(glyphs: [cut])).truncated(to: width, ellipsis: cut))
    }
    let top = canvas.size.lines - lines.count
    let ground = Rect(line: top, column: 0, lines: lines.count, columns: canvas.size.columns)
    canvas.fill(ground, style: theme.bar.plain)
    for (index, line) in lines.enumerated() {
      canvas.draw(line, at: Point(line: top + index, column: 1), style: theme.bar.plain)
    }
  }

  private func drawLastLine(
    _ status: StatusLine, _ countdown: Message?, in canvas: inout Canvas
  ) {
    guard var openPrompt else { return status.draw(in: &canvas) }
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
