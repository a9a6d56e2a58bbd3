public import Terminal

/// Who gets what a reader does.
extension SplitController {
  /// The mouse acts where the pointer is; all else is for the one with the focus.
  public func handle(_ input: Input) -> Bool {
    guard case .mouse(let mouse) = input else { return focused.handle(input) }
    guard let side = side(for: mouse) else { return mouse.kind.isTurn }
    let isAcross = side != focus
    if isAcross, case .press(.left) = mouse.kind { focus = side }
    if controller(side).handle(.mouse(mouse.moved(to: panes[side].origin))) { return true }
    return isAcross && turn(mouse.kind, controller(side))
  }

  /// The one under the pointer; where a button is held, the one that it was pressed in.
  private func side(for mouse: MouseEvent) -> Side? {
    let side = panes.side(at: Point(line: mouse.line, column: mouse.column))
    let held = pressed.flatMap { panes.sides.contains($0) ? $0 : nil }
    switch mouse.kind {
    case .press: pressed = side
    case .move: return held ?? side
    case .release:
      pressed = nil
      return held ?? side
    case .wheelUp, .wheelDown, .wheelLeft, .wheelRight: break
    }
    return side
  }

  /// Turns what has not the focus; the session turns what has.
  private func turn(_ kind: MouseEvent.Kind, _ controller: any ViewController) -> Bool {
    guard kind.isTurn else { return false }
    let command = controller.commands.first { $0.matches(kind) }
    command?.perform(number: Command.linesOfATurn)
    return true
  }
}

extension MouseEvent {
  /// The same with its place counted from a corner.
  fileprivate func moved(to corner: Point) -> MouseEvent {
    MouseEvent(
      kind: kind, column: column - corner.column, line: line - corner.line, modifiers: modifiers)
  }
}

extension MouseEvent.Kind {
  /// Whether the wheel turned.
  fileprivate var isTurn: Bool {
    switch self {
    case .wheelUp, .wheelDown, .wheelLeft, .wheelRight: true
    case .press, .release, .move: false
    }
  }
}
