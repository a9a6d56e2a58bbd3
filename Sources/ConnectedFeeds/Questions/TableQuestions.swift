package import Feeds
import Records
package import SQLSources
package import Search
package import Viewers

/// The reader's filters and searches for a table.
///
/// They are translated to SQL if possible. Unless all translations are exact, they are also tested
/// on the complete rows that SQL does not exclude.
package struct TableQuestions: Sendable {
  /// A filter: a string in any of the values, or conditions on columns.
  package struct Part: Sendable {
    let pattern: SearchPattern?
    let expression: RecordExpression?
    let isNegated: Bool
    /// The pattern as it was typed, and whether case is ignored; nil if this is not known.
    fileprivate var typed: (text: String, ignoresCase: Bool)?

    package init(_ pattern: SearchPattern, isNegated: Bool = false) {
      (self.pattern, expression, self.isNegated) = (pattern, nil, isNegated)
    }

    /// - Throws: an error if the pattern is invalid.
    package init(
      pattern text: String, _ rule: SearchCase, isNegated: Bool = false
    ) throws(PatternError) {
      self.init(try SearchPattern(text, case: rule.rule), isNegated: isNegated)
      typed = (text, rule.ignoresCase(literal: text))
    }

    package init(_ expression: RecordExpression, isNegated: Bool = false) {
      (pattern, self.expression, self.isNegated) = (nil, expression, isNegated)
    }

    package init(_ part: FilterPart) {
      (pattern, expression, isNegated) = (part.plain, part.expression, part.isNegated)
      typed = part.text.map { ($0, part.ignoresCase) }
    }
  }

  private let parts: [Part]

  package init(_ parts: [Part]) { self.parts = parts }

  /// A scan for the rows that meet all filters.
  ///
  /// - Parameter isUTF8: whether the database stores text in UTF-8.
  package func scan(of relation: RowRelation, isUTF8: Bool = true) -> RowScan {
    let conditions = parts.compactMap { part in
      part.condition(of: relation.layout, isUTF8: isUTF8).map { condition in
        part.isNegated ? condition.opposite : condition
      }
    }
    let condition = SQLCondition.all(conditions)
    if condition.isExact, conditions.count == parts.count {
      return RowScan(relation, where: condition)
    }
    return RowScan(relation, where: condition) { [self] in makeTest() }
  }

  /// Creates a test of complete rows; use one on each thread.
  package func makeTest() -> RowScan.Test {
    let tests = parts.map(RowPartTest.init)
    return { row, isKnown in tests.allSatisfy { $0.isMet(by: row, isKnown: isKnown) } }
  }
}

extension TableQuestions.Part {
  /// The filter as an SQL condition; nil for a pattern that is not known to be literal, and for any
  /// pattern in SQLite, because searching the rows in memory is faster.
  fileprivate func condition(of layout: RowLayout, isUTF8: Bool) -> SQLCondition? {
    if let expression { return SQLCondition(expression, of: layout, isUTF8: isUTF8) }
    guard layout.isOfServer, let typed, SQLCondition.isLiteral(typed.text) else { return nil }
    return .anyValue(of: layout, has: typed.text, ignoresCase: typed.ignoresCase)
  }
}

/// A test of rows against one filter; use one on each thread, like a `PatternTest`.
private final class RowPartTest {
  private let isNegated: Bool
  private let texts: ValueTextTest?
  private let record: RecordTest?

  init(_ part: TableQuestions.Part) {
    isNegated = part.isNegated
    texts = part.pattern.map { pattern in
      ValueTextTest(
        pattern, text: part.typed?.text, ignoresCase: part.typed?.ignoresCase ?? false)
    }
    record = part.expression.map { RecordTest($0) }
  }

  /// - Parameter isKnown: whether the SQL conditions are known to be met.
  func isMet(by row: StoredRow, isKnown: Bool) -> Bool {
    if let texts { return texts.matches(row) != isNegated }
    return isKnown || (record?.isMet(by: row.record) ?? false) != isNegated
  }
}

extension SQLCondition {
  /// Creates a condition on the stored values from conditions on columns.
  init(_ expression: RecordExpression, of layout: RowLayout, isUTF8: Bool) {
    var leaves = expression.conditions[...]
    self.init(expression.expression) {
      leaves.popFirst().map { Self.leaf($0, of: layout, isUTF8: isUTF8) } ?? .unknown
    }
  }

  /// - Parameter leaf: returns the next condition on each call, from left to right and without its
  ///   negation.
  private init(_ expression: ConditionExpression, _ leaf: () -> SQLCondition) {
    switch expression {
    case .condition(let condition):
      let met = leaf()
      self = condition.comparison.isNegated ? met.opposite : met
    case .not(let inner): self = Self(inner, leaf).opposite
    case .all(let parts): self = .all(parts.map { Self($0, leaf) })
    case .any(let parts): self = .any(parts.map { Self($0, leaf) })
    }
  }

  private static func leaf(
    _ condition: RecordCondition, of layout: RowLayout, isUTF8: Bool
  ) -> SQLCondition {
    guard let index = condition.column.index, layout.columns.indices.contains(index) else {
      return .unknown
    }
    return SQLCondition(
      condition.condition, at: index, of: layout,
      ignoresCase: condition.value.foldedText != nil, isUTF8: isUTF8)
  }
}
