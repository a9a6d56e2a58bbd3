import Records
import Search

/// What a value must be, in the forms in which it is compared.
nonisolated struct WantedValue: Sendable {
  let comparison: ColumnOperator
  let text: [UInt8]
  /// The text in small letters, where these and capitals are the same.
  let foldedText: String?
  let number: DecimalNumber?
  let pattern: SearchPattern?

  /// - Throws: the mistake in a pattern.
  init(_ condition: ColumnCondition, _ rule: SearchCase) throws(PatternError) {
    comparison = condition.comparison
    text = Array(condition.value.utf8)
    number = DecimalNumber(condition.value)
    foldedText = rule.ignoresCase(literal: condition.value) ? condition.value.lowercased() : nil
    pattern =
      comparison.takesPattern ? try SearchPattern(condition.value, case: rule.rule) : nil
  }
}
