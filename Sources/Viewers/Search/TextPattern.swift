import Feeds
import FileSources
import Records
import Search

/// What is looked for in a text: a pattern in its lines as they are shown, without what colours them, or a condition on
/// a column of its records.
nonisolated struct TextPattern: LinePattern {
  /// What a line or record is held against.
  enum Target {
    case text(SearchPattern)
    case column(RecordCondition)
  }

  /// As it was typed.
  let text: String
  let target: Target
  /// Whether capitals and small letters are the same to it.
  let ignoresCase: Bool

  /// - Throws: the mistake in it.
  init(_ text: String, _ rule: SearchCase) throws(PatternError) {
    (self.text, ignoresCase) = (text, rule.ignoresCase(literal: text))
    target = .text(try SearchPattern(text, case: rule.rule))
  }

  /// A text that is no expression.
  ///
  /// - Throws: that it cannot be looked for.
  init(literal text: String, _ rule: SearchCase) throws(PatternError) {
    (self.text, ignoresCase) = (text, rule.ignoresCase(literal: text))
    target = .text(try SearchPattern(text, case: rule.rule, kind: .literal))
  }

  init(_ text: String, _ condition: RecordCondition) {
    (self.text, target) = (text, .column(condition))
    ignoresCase = condition.value.foldedText != nil
  }

  /// What is looked for in all texts, where it is no condition on a column.
  var plain: SearchPattern? {
    if case .text(let pattern) = target { pattern } else { nil }
  }

  /// The condition, where it is one.
  var condition: RecordCondition? {
    if case .column(let condition) = target { condition } else { nil }
  }

  /// Whether what does not match is looked for.
  var isNegated: Bool { condition?.condition.comparison.isNegated ?? false }

  /// As it was typed, or a condition in words.
  var description: String { condition?.condition.description ?? text }

  func makeMatcher() -> any LineMatcher {
    switch target {
    case .text(let pattern): TextMatcher(pattern)
    case .column(let condition): condition.makeMatcher()
    }
  }
}
