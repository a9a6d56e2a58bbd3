/// What is asked of records: conditions on columns, joined by `and`, `or`, `not` and parentheses.
public indirect enum ConditionExpression: Equatable, Sendable, CustomStringConvertible {
  /// One condition.
  case condition(ColumnCondition)
  /// What does not meet it.
  case not(ConditionExpression)
  /// What meets all of them; two or more.
  case all([ConditionExpression])
  /// What meets one of them at least; two or more.
  case any([ConditionExpression])

  /// Reads conditions; nil where no column is meant, and so the text is something else.
  ///
  /// A condition is a column, an operator and a value: `status>=500`. The first operator counts before which a column
  /// stands; `==` is `=`. A name or a value in double quotes may have anything in it; without them a value ends before
  /// `and` or `or`, where another condition follows, and before the parenthesis that closes. Blanks around names and
  /// values are left out. `not` binds more closely than `and`, and that more closely than `or`.
  ///
  /// - Parameters:
  ///   - text: what was typed.
  ///   - column: the column that a typed name means, by the name that it has; nil where there is none.
  ///   - isStrict: whether a text that reads as a condition must name a column.
  /// - Throws: the mistake in it.
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

  /// The conditions in it, from the first to the last.
  public var conditions: [ColumnCondition] {
    switch self {
    case .condition(let condition): [condition]
    case .not(let inner): inner.conditions
    case .all(let parts), .any(let parts): parts.flatMap(\.conditions)
    }
  }

  /// The expression as a reader may type it.
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

/// What is wrong with conditions that a reader has typed.
public enum ConditionError: Error, Equatable, Sendable {
  /// No column has the name.
  case noColumn(String)
  /// Anything else, in words for the reader, and where: bytes before that.
  case invalid(String, offset: Int)
}
