public import Terminal

/// The keys that move in a table: the one place for them, whatever it shows.
extension TableView {
  /// The commands that move: by item where there is a selection, else by line.
  ///
  /// - Parameters:
  ///   - name: what one item is called; "item" by default, and "line" where there is no selection.
  ///   - toStart: goes to the first item; scrolls there by default.
  ///   - toEnd: goes to the last item; scrolls there by default.
  public func movingCommands(
    of name: String? = nil, toStart: (() -> Void)? = nil, toEnd: (() -> Void)? = nil
  ) -> [Command] {
    let thing = name ?? (allowsSelection ? "item" : "line")
    let byItem = [
      Command("next \(thing)", in: .move, keys: ["j", .down, "^N"]) { self.move(.items, by: $0) },
      Command("previous \(thing)", in: .move, keys: ["k", .up, "^P"]) {
        self.move(.items, by: -$0)
      },
    ]
    let item: [Key] = allowsSelection ? [] : ["j", .down, "^N"]
    let itemUp: [Key] = allowsSelection ? [] : ["k", .up, "^P"]
    return (allowsSelection ? byItem : []) + [
      Command("scroll a line down", in: .move, keys: item + ["^E"], wheel: .wheelDown) {
        self.move(.lines, by: $0)
      },
      Command("scroll a line up", in: .move, keys: itemUp + ["^Y"], wheel: .wheelUp) {
        self.move(.lines, by: -$0)
      },
      paging("page down", keys: [.space, .pageDown, "^F"], 1),
      paging("page up", keys: ["b", .pageUp, "^B"], -1),
      paging("half a page down", keys: ["d", "^D"], 0.5),
      paging("half a page up", keys: ["u", "^U"], -0.5),
      jump("first \(thing)", keys: ListKeys.goingToStart) { (toStart ?? self.scrollToStart)() },
      jump("last \(thing)", keys: ListKeys.goingToEnd) { (toEnd ?? self.scrollToEnd)() },
      sideways("scroll to the left", keys: ["h", .left], -1),
      sideways("scroll to the right", keys: ["l", .right], 1),
      Command(
        "give up the movement that waits", in: .move, keys: [.escape, "^C"],
        isEnabled: { self.isWaiting }, action: cancelPendingMovements),
    ]
  }

  /// Takes a click on an item, which selects it, and says whether it was one; what waits is given up.
  ///
  /// For a controller's `ViewController.handle(_:)`, where the table begins in the first line.
  public func handle(_ input: Input) -> Bool {
    guard case .mouse(let mouse) = input, mouse.kind == .press(.left), select(atLine: mouse.line)
    else { return false }
    cancelPendingMovements()
    delegate?.tableViewWillMove(self)
    return true
  }

  private func paging(_ title: String, keys: [Key], _ pages: Double) -> Command {
    Command(title, in: .move, keys: keys) { self.move(screenfuls: pages, times: $0) }
  }

  private func jump(_ title: String, keys: [Key], _ action: @escaping () -> Void) -> Command {
    Command(title, in: .move, keys: keys) {
      self.cancelPendingMovements()
      action()
    }
  }

  private func sideways(_ title: String, keys: [Key], _ direction: Int) -> Command {
    Command(title, in: .move, keys: keys, isEnabled: { self.scrollsSideways }) {
      self.scroll(columns: direction * self.sidewaysStep)
    }
  }
}
