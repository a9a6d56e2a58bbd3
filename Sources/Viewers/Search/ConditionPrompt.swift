import Records
import TableUI

extension Prompt {
  /// Offers columns and values for completion, and a hint while the prompt is empty.
  ///
  /// - Parameter completion: gives the completion of conditions; nil if there are no records.
  mutating func offer(_ completion: @escaping () -> ConditionCompletion?, theme: Theme) {
    guard completion() != nil else { return }
    hint = Message("pattern, or column>=value \(theme.symbols.dot) Tab completes")
    onComplete = { line in
      completion()?.lines(from: line).map { Completion($0.line, label: $0.label) } ?? []
    }
  }
}
