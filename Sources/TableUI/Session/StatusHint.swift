import Terminal

/// A key and the word for what it does, in the status line.
struct StatusHint {
  /// Columns between two of them.
  static let separation = 2

  let key: SafeText
  let word: SafeText
  private let priority: Int

  /// - Parameter priority: how much it matters beside others.
  init(_ key: Key, _ word: String, priority: Int, _ symbols: Symbols) {
    self.key = SafeText(symbols.name(of: key))
    self.word = SafeText(" \(word)")
    self.priority = priority
  }

  /// Columns of both.
  var width: Int { key.width + word.width }

  /// Whether the first gives way before the second.
  static func < (a: StatusHint, b: StatusHint) -> Bool { a.priority < b.priority }
}
