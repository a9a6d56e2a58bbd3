/// What is asked of a row, as an expression of SQL over `page`: true where the row meets it, false where it does not, and
/// NULL where only a look at the row tells.
///
/// SQL joins such expressions as they have to be joined: a row for which `a` is false does not meet `a AND b`, whatever is
/// unknown of `b` (<https://www.sqlite.org/lang_expr.html>).
package struct SQLCondition: Hashable, Sendable {
  /// The expression, which can stand between `AND` and `OR`.
  package let sql: String
  /// The values of its places, in order.
  package let values: [SQLValue]
  /// Whether it is never NULL.
  package let isExact: Bool

  /// The values that columns must have, by which an index may narrow the search.
  private(set) var bounds: [Bound] = []

  /// A value that a column has in each row which meets the condition.
  struct Bound: Hashable {
    /// The name of the column.
    let column: String
    let value: SQLValue
    /// Whether that is so only where the column makes numbers of texts that are some.
    let needsNumbers: Bool
  }

  package init(_ sql: String, _ values: [SQLValue] = [], isExact: Bool = true) {
    (self.sql, self.values, self.isExact) = (sql, values, isExact)
  }

  /// The same, met only by rows in which a column has a value.
  func within(_ bound: Bound?) -> SQLCondition {
    var condition = self
    condition.bounds += bound.map { [$0] } ?? []
    return condition
  }

  /// What a look at the row has to tell.
  package static let unknown = SQLCondition("NULL", isExact: false)
  /// What each row meets.
  package static let met = SQLCondition("TRUE")
  /// What no row meets.
  package static let unmet = SQLCondition("FALSE")

  /// Whether it tells nothing of any row.
  package var isUnknown: Bool { self == .unknown }

  /// What all of some parts are met by.
  package static func all(_ parts: [SQLCondition]) -> SQLCondition {
    var condition = joined(parts, by: "AND", ofNone: .met)
    condition.bounds = parts.flatMap(\.bounds)
    return condition
  }

  /// What one of some parts is met by.
  package static func any(_ parts: [SQLCondition]) -> SQLCondition {
    joined(parts, by: "OR", ofNone: .unmet)
  }

  /// What does not meet it.
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

  /// The condition of the rows that may meet it, for `RowRelation.condition`: of those that do, where it is exact.
  package var ofCandidates: (sql: String, values: [SQLValue]) {
    (isExact ? sql : "(\(sql)) IS NOT FALSE", values)
  }
}
