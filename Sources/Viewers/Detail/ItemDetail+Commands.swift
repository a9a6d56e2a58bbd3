package import TableUI
import Terminal

/// The keys that show an item completely, shared by all lists.
///
/// The list retains these commands, which retain this object.
extension ItemDetail {
  /// The keys for a list in which Enter opens something else, such as the target of an item.
  package var commandsBesideEnter: [Command] {
    stopping
      + [Command("\(words), field by field", in: .view, keys: ["i"]) { self.open() }] + closing
      + stepping(isEnabled: { self.detail != nil })
  }

  /// The keys for a list in which Enter shows the item.
  var commandsWithEnter: [Command] {
    let opening = Command(
      "\(words), field by field", in: .view, keys: [.enter, "i"], hint: "open", hintPriority: -2
    ) { self.open() }
    return stopping + [opening] + closing + stepping(isEnabled: { true }) + choosingBeside
  }

  /// The keys for a text, where Enter scrolls by a line.
  var commandsOfText: [Command] {
    stopping + [Command(words, in: .view, keys: ["i"]) { self.open() }] + closing
      + stepping(isEnabled: { self.detail != nil }) + choosingBeside
  }

  private var words: String { "show the whole \(itemName)" }

  /// The commands that stop pending steps, or cancel the pending opening of the detail screen.
  ///
  /// They precede the commands of the list that have the same keys, because those would only stop
  /// the list's own loads.
  private var stopping: [Command] {
    let isWaiting = { self.isWaiting }
    return [
      Command("cancel loading the whole item", keys: [.escape], isEnabled: isWaiting) {
        self.giveUp()
      },
      Command("cancel all loads", keys: ["^C"], isEnabled: isWaiting) {
        self.stop()
      },
    ]
  }

  private var closing: [Command] {
    [
      Command(
        "close the view of the \(itemName)", in: .view, keys: [.escape, "q"],
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

  /// The commands that choose an item in a list without a selection, next to an open detail screen.
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
