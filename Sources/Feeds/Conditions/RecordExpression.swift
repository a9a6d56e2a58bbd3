package import FileSources
package import Records
package import Search

/// Conditions on columns, joined by `and`, `or` and `not`, as a pattern that matches whole records.
///
/// A single negated condition matches the same records as its opposite; the caller inverts the
/// result.
package struct RecordExpression: LinePattern {
  /// The expression tree, in which `not` applies only to conditions.
  indirect enum Node {
    case condition(RecordCondition, isNegated: Bool)
    case all([Node])
    case any([Node])
  }

  /// The expression as it was parsed.
  package let expression: ConditionExpression
  package let unit: MatchUnit
  let node: Node

  /// - Parameter condition: takes a parsed condition, and returns it as a condition on records;
  ///   called once for each condition.
  /// - Throws: the error of `condition`.
  package init(
    _ expression: ConditionExpression, unit: MatchUnit,
    _ condition: (ColumnCondition) throws(PatternError) -> RecordCondition
  ) throws(PatternError) {
    (self.expression, self.unit) = (expression, unit)
    node = try Node(expression, isNegated: false, condition)
  }

  /// The conditions of the expression, from left to right.
  package var conditions: [RecordCondition] { node.conditions.map(\.condition) }

  /// The words that follow the name of something found: `in column status`, or
  /// `in columns status, path`, without duplicates.
  package var inColumns: String {
    var names: [String] = []
    for condition in conditions where !names.contains(condition.condition.column) {
      names.append(condition.condition.column)
    }
    return "in \(names.count == 1 ? "column" : "columns") \(names.joined(separator: ", "))"
  }

  /// The conditions, each with a flag that says whether it is negated.
  package var members: [(condition: RecordCondition, isNegated: Bool)] { node.conditions }

  /// Whether the expression is a single negated condition.
  package var isNegated: Bool {
    if case .condition(_, let isNegated) = node { isNegated } else { false }
  }

  /// Whether case is ignored in all conditions.
  package var ignoresCase: Bool { conditions.allSatisfy { $0.value.foldedText != nil } }

  package func makeMatcher() -> any LineMatcher {
    if case .condition(let condition, _) = node { return condition.makeMatcher() }
    return pattern(of: node).makeMatcher()
  }

  private func pattern(of node: Node) -> any LinePattern {
    switch node {
    case .condition(let condition, let isNegated):
      isNegated
        ? LineConditions([.init(condition, isNegated: true)], unit: unit) : condition
    case .all(let parts): LineConditions(parts.map(lineCondition), unit: unit)
    case .any(let parts): LineAlternatives(parts.map(pattern), unit: unit)
    }
  }

  private func lineCondition(of node: Node) -> LineConditions.Condition {
    if case .condition(let condition, let isNegated) = node {
      return .init(condition, isNegated: isNegated)
    }
    return .init(pattern(of: node))
  }
}

extension RecordExpression.Node {
  /// Creates a node, and moves negations to the conditions (De Morgan's laws).
  fileprivate init(
    _ expression: ConditionExpression, isNegated: Bool,
    _ condition: (ColumnCondition) throws(PatternError) -> RecordCondition
  ) throws(PatternError) {
    func parts(_ parts: [ConditionExpression]) throws(PatternError) -> [Self] {
      var nodes: [Self] = []
      for part in parts { nodes.append(try Self(part, isNegated: isNegated, condition)) }
      return nodes
    }
    switch expression {
    case .condition(let read):
      self = .condition(
        try condition(read), isNegated: read.comparison.isNegated != isNegated)
    case .not(let inner): self = try Self(inner, isNegated: !isNegated, condition)
    case .all(let inner): self = isNegated ? .any(try parts(inner)) : .all(try parts(inner))
    case .any(let inner): self = isNegated ? .all(try parts(inner)) : .any(try parts(inner))
    }
  }

  fileprivate var conditions: [(condition: RecordCondition, isNegated: Bool)] {
    switch self {
    case .condition(let condition, let isNegated): [(condition, isNegated)]
    case .all(let parts), .any(let parts): parts.flatMap(\.conditions)
    }
  }
}

/// A test of records against an expression; use one on each thread, because a matcher cannot be
/// shared.
package final class RecordTest {
  private indirect enum Node {
    case condition(RecordCondition, ValueMatcher, isNegated: Bool)
    case all([Node])
    case any([Node])
  }

  private let node: Node

  package init(_ expression: RecordExpression) { node = Self.node(expression.node) }

  /// Whether a record meets the expression.
  ///
  /// A record without the column, and a line that is not a record, meet a negated condition.
  package func isMet(by record: Record?) -> Bool { Self.isMet(node, by: record) }

  /// Whether the search in a value was abandoned because it took too long.
  package var hasGivenUp: Bool { Self.hasGivenUp(node) }

  private static func node(_ node: RecordExpression.Node) -> Node {
    switch node {
    case .condition(let condition, let isNegated):
      .condition(condition, ValueMatcher(condition.value), isNegated: isNegated)
    case .all(let parts): .all(parts.map(Self.node))
    case .any(let parts): .any(parts.map(Self.node))
    }
  }

  private static func isMet(_ node: Node, by record: Record?) -> Bool {
    switch node {
    case .condition(let condition, let values, let isNegated):
      let value = record.flatMap { condition.column.value(in: $0, condition.reading) }
      let isMet = value.map {
        condition.reading.isTable ? values.matches(typed: $0) : values.matches($0)
      }
      return (isMet ?? false) != isNegated
    case .all(let parts): return parts.allSatisfy { isMet($0, by: record) }
    case .any(let parts): return parts.contains { isMet($0, by: record) }
    }
  }

  private static func hasGivenUp(_ node: Node) -> Bool {
    switch node {
    case .condition(_, let values, _): values.hasGivenUp
    case .all(let parts), .any(let parts): parts.contains { hasGivenUp($0) }
    }
  }
}
