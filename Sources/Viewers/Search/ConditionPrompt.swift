import Records
import TableUI

extension Prompt {
  /// Says what may be typed, and completes columns and values where records are asked for.
  ///
  /// - Parameters:
  ///   - completion: what the conditions are made of; nil where there are no records.
  ///   - words: what may be typed where there are none.
  mutating func offer(
    _ completion: @escaping () -> ConditionCompletion?, theme: Theme, or words: String
  ) {
    guard completion() != nil else { return hint = Message(words) }
    hint = Message("pattern, or column>=value \(theme.symbols.dot) Tab: complete")
    onComplete = { line in
      completion()?.lines(from: line).map { Completion($0.line, label: $0.label) } ?? []
    }
  }
}
