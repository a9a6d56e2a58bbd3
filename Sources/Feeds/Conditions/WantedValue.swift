package import Records
package import Search

/// What a value must be, in the forms in which it is compared.
package struct WantedValue: Sendable {
  let comparison: ColumnOperator
  let text: [UInt8]
  /// The text in small letters, where these and capitals are the same.
  package let foldedText: String?
  let number: DecimalNumber?
  /// What it is as a level of a log, where an order is asked.
  let severity: LogSeverity?
  package let pattern: SearchPattern?

  /// - Throws: the mistake in a pattern.
  package init(_ condition: ColumnCondition, _ rule: SearchCase) throws(PatternError) {
    comparison = condition.comparison
    text = Array(condition.value.utf8)
    number = DecimalNumber(condition.value)
    severity = comparison.isOrder ? LogSeverity(text) : nil
    foldedText = rule.ignoresCase(literal: condition.value) ? condition.value.lowercased() : nil
    pattern =
      comparison.takesPattern ? try SearchPattern(condition.value, case: rule.rule) : nil
  }
}
