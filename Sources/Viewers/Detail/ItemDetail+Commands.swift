package import TableUI
import Terminal

/// The keys by which an item is shown whole, declared once for all lists.
extension ItemDetail {
  /// The keys of a list whose items have a screen of their own, or are others' names: Enter opens that.
  package var commandsBesideEnter: [Command] {
    stopping
      + [Command("\(words), field by field", in: .view, keys: ["i"]) { self.open() }] + closing
      + stepping(isEnabled: { self.detail != nil })
  }

  /// The keys of a list whose items are opened by Enter.
  var commandsWithEnter: [Command] {
    let opening = Command(
      "\(words), field by field", in: .view, keys: [.enter, "i"], hint: "open", hintPriority: -2
    ) { self.open() }
    return stopping + [opening] + closing + stepping(isEnabled: { true }) + choosingBeside
  }

  /// The keys of a text, where Enter goes a line down.
  var commandsOfText: [Command] {
    stopping + [Command(words, in: .view, keys: ["i"]) { self.open() }] + closing
      + stepping(isEnabled: { self.detail != nil }) + choosingBeside
  }

  // The list keeps its commands, and they keep this.

  private var words: String { "the \(itemName) whole" }

  /// They have their keys before those of the list, which would leave waiting what is to be shown.
  private var stopping: [Command] {
    let isWaiting = { self.isWaiting }
    return [
      Command("give up what is to be shown whole", keys: [.escape], isEnabled: isWaiting) {
        self.giveUp()
      },
      Command("give that up, and stop loading", keys: ["^C"], isEnabled: isWaiting) {
        self.stop()
      },
    ]
  }

  private var closing: [Command] {
    [
      Command(
        "close what shows the \(itemName) whole", in: .view, keys: [.escape, "q"],
        isEnabled: { self.detail != nil }
      ) { self.close() }
    ]
  }

  private func stepping(isEnabled: @escaping () -> Bool) -> [Command] {
    [
      Command("next \(itemName)", in: .move, keys: ["J"], isEnabled: isEnabled) {
        self.step(by: $0)
      },
      Command("previous \(itemName)", in: .move, keys: ["K"], isEnabled: isEnabled) {
        self.step(by: -$0)
      },
    ]
  }

  /// Beside an item that is shown whole a list without a selection is one to choose from.
  private var choosingBeside: [Command] {
    let isOpen = { self.detail != nil }
    return [
      Command("next \(itemName)", in: .move, keys: ["j", .down, "^N"], isEnabled: isOpen) {
        self.step(by: $0)
      },
      Command("previous \(itemName)", in: .move, keys: ["k", .up, "^P"], isEnabled: isOpen) {
        self.step(by: -$0)
      },
    ]
  }
}
