import Terminal

/// A key and its word in the status line.
struct StatusHint {
  /// Columns between two of them.
  static let separation = 2

  let key: SafeText
  let word: SafeText
  private let priority: Int

  /// The hint of a command, if it has one and a key.
  init?(_ command: Command, _ symbols: Symbols) {
    guard let hint = command.hint, let first = command.keys.first else { return nil }
    key = SafeText(symbols.name(of: first))
    word = SafeText(" \(hint)")
    priority = command.hintPriority
  }

  /// Columns of both.
  var width: Int { key.width + word.width }

  /// Whether the first gives way before the second.
  static func < (a: StatusHint, b: StatusHint) -> Bool { a.priority < b.priority }
}
