/// How the value of a column is held against one that a reader has typed.
nonisolated package enum ColumnOperator: String, CaseIterable, Sendable {
  // Those of two characters come first, because others begin like them.
  case notEqual = "!="
  case notMatching = "!~"
  case atLeast = ">="
  case atMost = "<="
  case equal = "="
  case greater = ">"
  case less = "<"
  case matching = "~"

  /// Whether it is met where the opposite is not, also by a record without the column.
  var isNegated: Bool { self == .notEqual || self == .notMatching }

  /// Whether a pattern is looked for.
  var takesPattern: Bool { self == .matching || self == .notMatching }

  /// Whether values are put in order.
  var isOrder: Bool {
    switch self {
    case .less, .atMost, .greater, .atLeast: true
    case .equal, .notEqual, .matching, .notMatching: false
    }
  }

  /// Whether one of two values that can be ordered meets it, beside the other.
  func isMet<Value: Comparable>(by left: Value, beside right: Value) -> Bool {
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
