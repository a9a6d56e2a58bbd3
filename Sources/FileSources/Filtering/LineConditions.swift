/// Conditions, all of which a line must meet to be shown; they form a pattern, so that the shown
/// lines can be found and counted.
public struct LineConditions: LinePattern {
  /// A pattern that lines must match or, if negated, must not match.
  public struct Condition: Sendable {
    let pattern: any LinePattern
    let isNegated: Bool

    /// Creates a condition.
    public init(_ pattern: any LinePattern, isNegated: Bool = false) {
      (self.pattern, self.isNegated) = (pattern, isNegated)
    }
  }

  let all: [Condition]
  /// The unit to which the conditions apply.
  public let unit: MatchUnit

  /// Creates conditions; if there are none, every line meets them.
  ///
  /// The position of a match is that of the last pattern that is not negated.
  ///
  /// - Parameters:
  ///   - all: the conditions, all of which have to be met.
  ///   - unit: the unit to which they apply. If it has several lines, a pattern matches if it
  ///     matches in one of them.
  public init(_ all: [Condition], unit: MatchUnit = .line) {
    (self.all, self.unit) = (all, unit)
  }

  /// Creates a matcher for the lines that meet all conditions; use it on one thread.
  public func makeMatcher() -> any LineMatcher {
    if all.count == 1, !all[0].isNegated, !unit.hasSeveralLines {
      return all[0].pattern.makeMatcher()
    }
    return ConditionsMatcher(all, unit)
  }
}

/// Alternatives: a line must meet at least one of them.
public struct LineAlternatives: LinePattern {
  let all: [any LinePattern]
  /// The unit to which the alternatives apply.
  public let unit: MatchUnit

  /// Creates alternatives; if there are none, no line meets them.
  public init(_ all: [any LinePattern], unit: MatchUnit = .line) {
    (self.all, self.unit) = (all, unit)
  }

  /// Creates a matcher for the lines that meet one of the alternatives; use it on one thread.
  public func makeMatcher() -> any LineMatcher { AlternativesMatcher(all, unit) }
}
