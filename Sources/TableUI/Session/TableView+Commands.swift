public import Terminal

/// The movement keys of all tables.
extension TableView {
  /// The movement commands: by item if the table has a selection, otherwise by line.
  ///
  /// - Parameters:
  ///   - name: the name of an item; "item" by default, and "line" without a selection.
  ///   - toStart: goes to the first item; scrolls there by default.
  ///   - toEnd: goes to the last item; scrolls there by default.
  public func movingCommands(
    of name: String? = nil, toStart: (() -> Void)? = nil, toEnd: (() -> Void)? = nil
  ) -> [Command] {
    let thing = name ?? (allowsSelection ? "item" : "line")
    return (allowsSelection ? movingByItem(thing) : []) + scrolling
      + (allowsSelection ? pagingByScreenful : pagingByLine) + [
        jump("first \(thing)", keys: ListKeys.goingToStart) { (toStart ?? self.scrollToStart)() },
        jump("last \(thing)", keys: ListKeys.goingToEnd) { (toEnd ?? self.scrollToEnd)() },
      ] + movingSideways + [
        Command(
          "cancel the pending movement", in: .move, keys: [.escape, "^C"],
          isEnabled: { self.isWaiting }, action: cancelPendingMovements)
      ]
  }

  private func movingByItem(_ thing: String) -> [Command] {
    [
      Command("next \(thing)", in: .move, keys: ["j", .down, "^N"]) { self.move(.items, by: $0) },
      Command("previous \(thing)", in: .move, keys: ["k", .up, "^P"]) {
        self.move(.items, by: -$0)
      },
    ]
  }

  private var scrolling: [Command] {
    let down: [Key] = allowsSelection ? [] : ["j", .down, "^N", .enter, "e"]
    let up: [Key] = allowsSelection ? [] : ["k", .up, "^P", "^K"]
    return [
      Command("scroll a line down", in: .move, keys: down + ["^E"], wheel: .wheelDown) {
        self.move(.lines, by: $0)
      },
      Command("scroll a line up", in: .move, keys: up + ["^Y"], wheel: .wheelUp) {
        self.move(.lines, by: -$0)
      },
    ]
  }

  /// Handles a click on an item, which selects it, or activates it if it is selected; returns
  /// whether it was handled.
  ///
  /// If it is handled, the click cancels pending movements. Call the method in a controller's
  /// `ViewController.handle(_:)` if the table begins on the first line. A click with Shift belongs
  /// to the terminal, which uses it to select text.
  public func handle(_ input: Input) -> Bool {
    guard case .mouse(let mouse) = input, mouse.kind == .press(.left),
      !mouse.modifiers.contains(.shift), let path = indexPath(atLine: mouse.line)
    else { return false }
    let isTaken = isTaken(mouse, at: path)
    let isSelected = allowsSelection && path.section == selectedSection
    guard isTaken || select(atLine: mouse.line) else { return false }
    cancelPendingMovements()
    delegate?.tableViewWillMove(self)
    if isSelected, !isTaken, !mouse.movesFocus { activateSelection() }
    return true
  }

  /// Passes a click on a cell to the delegate and returns whether the delegate has handled it; a
  /// click on the bar to the left of the cells is not passed on.
  private func isTaken(_ mouse: MouseEvent, at path: IndexPath) -> Bool {
    guard mouse.column >= gutter else { return false }
    let column = mouse.column - gutter + columnOffset
    return delegate?.tableView(self, didClickRowAt: path, column: column) ?? false
  }

  private func jump(_ title: String, keys: [Key], _ action: @escaping () -> Void) -> Command {
    Command(title, in: .move, keys: keys) {
      self.cancelPendingMovements()
      action()
    }
  }

  private var movingSideways: [Command] {
    let (left, right): ([Key], [Key]) = (["h", .left, .alt("(")], ["l", .right, .alt(")")])
    return [
      sideways("scroll to the left", left) { self.scroll(columns: -self.sidewaysStep) },
      sideways("scroll to the right", right) { self.scroll(columns: self.sidewaysStep) },
      sideways("first column", ["0", "^", .alt("{"), Key(code: .left, modifiers: .control)]) {
        self.scroll(columns: -self.columnOffset)
      },
      sideways("last column", ["$", .alt("}"), Key(code: .right, modifiers: .control)]) {
        self.scroll(columns: .max)
      },
      sideways("N columns to the left, and make N the default", byNumber: left) {
        self.scroll(columns: -$0)
      },
      sideways("N columns to the right, and make N the default", byNumber: right) {
        self.scroll(columns: $0)
      },
    ]
  }

  private func sideways(_ title: String, _ keys: [Key], _ action: @escaping () -> Void) -> Command {
    Command(title, in: .move, keys: keys, isEnabled: { self.scrollsSideways }, action: action)
  }

  private func sideways(
    _ title: String, byNumber keys: [Key], _ action: @escaping (_ columns: Int) -> Void
  ) -> Command {
    Command(
      title, in: .move, after: .number, keys: keys, isEnabled: { self.scrollsSideways },
      times: {
        self.columnStep = $0
        action($0)
      })
  }
}
