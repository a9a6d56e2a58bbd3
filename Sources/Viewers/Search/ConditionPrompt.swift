import Records
import TableUI

extension Prompt {
  /// Shows a hint for the input, and completes columns and values if the prompt is for records.
  ///
  /// - Parameters:
  ///   - completion: returns the names and values for conditions; nil if the items are not records.
  ///   - words: the hint if the items are not records.
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
