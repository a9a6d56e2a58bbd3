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

  /// The keys that copy an item of the list: the one that was chosen last, or else the first in sight.
  ///
  /// - Parameters:
  ///   - row: the bytes of an item as it is shown, and what they are called.
  ///   - record: the same of it as JSON.
  func copying(
    isEnabled: @escaping () -> Bool, row: @escaping (Item) -> ([UInt8], String),
    record: @escaping (Item) -> ([UInt8], String)
  ) -> [Command] {
    [
      Command("copy the row", in: .feed, keys: ["y"], isEnabled: isEnabled) { self.copy(row) },
      Command("copy the record as JSON", in: .feed, keys: ["Y"], isEnabled: isEnabled) {
        self.copy(record)
      },
    ]
  }

  private func copy(_ text: (Item) -> ([UInt8], String)) {
    guard let viewer, let item = current else { return }
    // Which one it was is seen then.
    chosen = item.id
    let (bytes, name) = text(item)
    list.show(viewer.copy(bytes, as: name))
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
