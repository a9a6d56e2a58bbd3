/// How the value of a column is held against one that a reader has typed.
public enum ColumnOperator: String, CaseIterable, Sendable {
  // Those of two characters come first, because others begin like them.
  /// The values differ.
  case notEqual = "!="
  /// The value does not match a pattern.
  case notMatching = "!~"
  /// The value is not less.
  case atLeast = ">="
  /// The value is not greater.
  case atMost = "<="
  /// The values are equal.
  case equal = "="
  /// The value is greater.
  case greater = ">"
  /// The value is less.
  case less = "<"
  /// The value matches a pattern.
  case matching = "~"

  /// Whether it is met where the opposite is not, also by a record without the column.
  public var isNegated: Bool { self == .notEqual || self == .notMatching }

  /// Whether a pattern is looked for.
  public var takesPattern: Bool { self == .matching || self == .notMatching }

  /// Whether values are put in order.
  public var isOrder: Bool {
    switch self {
    case .less, .atMost, .greater, .atLeast: true
    case .equal, .notEqual, .matching, .notMatching: false
    }
  }

  /// Whether one of two values that can be ordered meets it, beside the other.
  public func isMet<Value: Comparable>(by left: Value, beside right: Value) -> Bool {
    switch self {
    case .equal, .notEqual: left == right
    case .less: left < right
    case .atMost: left <= right
    case .greater: left > right
    case .atLeast: left >= right
    case .matching, .notMatching: false
    }
  }
}
