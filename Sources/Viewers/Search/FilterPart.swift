import Feeds
package import Records
import Search

/// One thing that a reader asks of items: a pattern or a condition, or that they do not meet it.
nonisolated package struct FilterPart: Sendable {
  let pattern: TextPattern
  package let isNegated: Bool

  /// The pattern as it was typed; nil where a field is asked.
  package var text: String? { pattern.condition == nil ? pattern.text : nil }
  /// What is asked of a field; nil where any text is.
  package var condition: ColumnCondition? { pattern.condition?.condition }
  /// Whether capitals and small letters are the same.
  package var ignoresCase: Bool { pattern.ignoresCase }

  /// As the status line says it, in a few letters.
  var description: String {
    let words = pattern.description
    return (isNegated ? "not " : "only ") + (words.count > 24 ? words.prefix(23) + "…" : words)
  }

  /// Reads a filter as it was typed, without its leading `!`; nil if it is empty.
  ///
  /// - Parameter pattern: reads the rest.
  /// - Throws: the mistake in it.
  init?(
    _ text: String, pattern: (String) throws(PatternError) -> TextPattern
  ) throws(PatternError) {
    isNegated = text.hasPrefix("!")
    let rest = isNegated ? String(text.dropFirst()) : text
    guard !rest.isEmpty else { return nil }
    self.pattern = try pattern(rest)
  }

  init(_ pattern: TextPattern, isNegated: Bool = false) {
    (self.pattern, self.isNegated) = (pattern, isNegated)
  }
}
