import FileSources
import Search

/// A pattern that is looked for in the lines of a text as they are shown: without what colours them.
struct TextPattern: LinePattern {
  /// As it was typed.
  let text: String
  let pattern: SearchPattern

  /// - Throws: the mistake in it.
  nonisolated init(
    _ text: String, _ rule: SearchCase, isLiteral: Bool = false
  ) throws(PatternError) {
    self.text = text
    pattern = try SearchPattern(text, case: rule.rule, kind: isLiteral ? .literal : .expression)
  }

  nonisolated func makeMatcher() -> any LineMatcher { TextMatcher(pattern) }
}
