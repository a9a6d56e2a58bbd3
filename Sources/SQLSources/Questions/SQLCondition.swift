/// A condition on a row, as an SQL expression that calls the relation `page`: true or false, or
/// NULL if only a test of the row can decide.
///
/// SQL combines such expressions correctly: if `a` is false, then `a AND b` is false, even if `b`
/// is NULL (<https://www.sqlite.org/lang_expr.html>).
package struct SQLCondition: Hashable, Sendable {
  /// The expression, usable as an operand of `AND` and `OR`.
  package let sql: String
  /// The values of its parameters, in order.
  package let values: [SQLValue]
  /// Whether the expression is never NULL.
  package let isExact: Bool

  /// Values that columns must have; an index can look them up.
  private(set) var bounds: [Bound] = []

  /// A value that a column has in every row that meets the condition.
  struct Bound: Hashable {
    /// The name of the column.
    let column: String
    let value: SQLValue
    /// Whether the bound holds only if the column stores numeric strings as numbers.
    let needsNumbers: Bool
  }

  package init(_ sql: String, _ values: [SQLValue] = [], isExact: Bool = true) {
    (self.sql, self.values, self.isExact) = (sql, values, isExact)
  }

  /// The same condition with a bound, which every matching row meets.
  func within(_ bound: Bound?) -> SQLCondition {
    var condition = self
    condition.bounds += bound.map { [$0] } ?? []
    return condition
  }

  /// Unknown for every row; only a test decides.
  package static let unknown = SQLCondition("NULL", isExact: false)
  /// True for every row.
  package static let met = SQLCondition("TRUE")
  /// False for every row.
  package static let unmet = SQLCondition("FALSE")

  /// Whether the condition is unknown for every row.
  package var isUnknown: Bool { self == .unknown }

  /// The conjunction of conditions.
  package static func all(_ parts: [SQLCondition]) -> SQLCondition {
    var condition = joined(parts, by: "AND", ofNone: .met)
    condition.bounds = parts.flatMap(\.bounds)
    return condition
  }

  /// The disjunction of conditions.
  package static func any(_ parts: [SQLCondition]) -> SQLCondition {
    joined(parts, by: "OR", ofNone: .unmet)
  }

  /// The negation; an unknown condition stays unknown.
  package var opposite: SQLCondition {
    isUnknown ? self : SQLCondition("NOT \(sql)", values, isExact: isExact)
  }

  private static func joined(
    _ parts: [SQLCondition], by word: String, ofNone none: SQLCondition
  ) -> SQLCondition {
    guard parts.count > 1 else { return parts.first ?? none }
    if parts.allSatisfy(\.isUnknown) { return .unknown }
    return SQLCondition(
      "(" + parts.map(\.sql).joined(separator: " \(word) ") + ")", parts.flatMap(\.values),
      isExact: parts.allSatisfy(\.isExact))
  }

  /// The form for `RowRelation.condition`, which selects the rows that meet the condition or may
  /// meet it.
  package var ofCandidates: (sql: String, values: [SQLValue]) {
    (isExact ? sql : "(\(sql)) IS NOT FALSE", values)
  }
}
