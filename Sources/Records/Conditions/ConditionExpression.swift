/// Conditions on columns of records, combined with `and`, `or`, `not` and parentheses.
public indirect enum ConditionExpression: Equatable, Sendable, CustomStringConvertible {
  /// A single condition.
  case condition(ColumnCondition)
  /// The negation of an expression.
  case not(ConditionExpression)
  /// The conjunction of two or more expressions.
  case all([ConditionExpression])
  /// The disjunction of two or more expressions.
  case any([ConditionExpression])

  /// Parses conditions; returns nil if the text names no column and is therefore not a condition.
  ///
  /// A condition is a column, an operator and a value: `status>=500`. The first operator after the
  /// name of a column is used; `==` means `=`. A name or a value in double quotes may contain any
  /// other characters. Without quotes a value ends before `and` or `or` if another condition
  /// follows, and before the parenthesis that closes a group. Blanks around names and values are
  /// ignored. `not` binds more tightly than `and`, and `and` more tightly than `or`.
  ///
  /// - Parameters:
  ///   - text: the text that the reader has typed.
  ///   - column: takes a typed name, and returns the full name of its column, or nil if there is
  ///     none.
  ///   - isStrict: whether text in the form of a condition must name a column; an unknown name is
  ///     then an error.
  /// - Throws: an error if the text is invalid.
  public init?(
    _ text: String, isStrict: Bool = false, named column: (String) -> String?
  ) throws(ConditionError) {
    let found: ConditionExpression? = try withoutActuallyEscaping(column) {
      column throws(ConditionError) in
      var reader = ConditionReader(text, isStrict: isStrict, named: column)
      return try reader.expression()
    }
    guard let found else { return nil }
    self = found
  }

  /// The conditions of the expression, in the order of the text.
  public var conditions: [ColumnCondition] {
    switch self {
    case .condition(let condition): [condition]
    case .not(let inner): inner.conditions
    case .all(let parts), .any(let parts): parts.flatMap(\.conditions)
    }
  }

  /// The expression in the form that a reader types.
  public var description: String {
    switch self {
    case .condition(let condition): condition.description
    case .not(let inner): "not \(inner.isJoined ? "(\(inner))" : "\(inner)")"
    case .all(let parts):
      parts.map { if case .any = $0 { "(\($0))" } else { "\($0)" } }.joined(separator: " and ")
    case .any(let parts): parts.map(\.description).joined(separator: " or ")
    }
  }

  private var isJoined: Bool {
    switch self {
    case .condition, .not: false
    case .all, .any: true
    }
  }
}

/// An error in conditions that a reader has typed.
public enum ConditionError: Error, Equatable, Sendable {
  /// No column has the name.
  case noColumn(String)
  /// Any other error, described for the reader, and its offset in bytes.
  case invalid(String, offset: Int)
}
