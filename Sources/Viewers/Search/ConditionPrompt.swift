import Records
import TableUI

extension Prompt {
  /// Offers columns and values where records are asked for, and says so while nothing is typed.
  ///
  /// - Parameter completion: what the conditions are made of; nil where there are no records.
  mutating func offer(_ completion: @escaping () -> ConditionCompletion?, theme: Theme) {
    guard completion() != nil else { return }
    hint = Message("pattern, or column>=value \(theme.symbols.dot) Tab completes")
    onComplete = { line in
      completion()?.lines(from: line).map { Completion($0.line, label: $0.label) } ?? []
    }
  }
}
