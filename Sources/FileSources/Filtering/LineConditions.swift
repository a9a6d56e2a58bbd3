/// What lines must meet, all of it, to be shown; itself a pattern, so that matches are searched and counted
/// among those lines.
public struct LineConditions: LinePattern {
  /// A pattern, and whether lines must match it or must not.
  public struct Condition: Sendable {
    let pattern: any LinePattern
    let isNegated: Bool

    /// Creates a condition.
    public init(_ pattern: any LinePattern, isNegated: Bool = false) {
      (self.pattern, self.isNegated) = (pattern, isNegated)
    }
  }

  let all: [Condition]
  /// What meets them or does not.
  public let unit: MatchUnit

  /// Creates conditions, in the order in which a line is held against them; without any every line meets
  /// them.
  ///
  /// A match is told where the last pattern that is not negated matches.
  ///
  /// - Parameters:
  ///   - all: the conditions, all of which have to be met.
  ///   - unit: what has to meet them; of several lines at least one has to match, or none.
  public init(_ all: [Condition], unit: MatchUnit = .line) {
    (self.all, self.unit) = (all, unit)
  }

  /// What finds the lines that meet all of them; each use makes another, for one thread.
  public func makeMatcher() -> any LineMatcher {
    if all.count == 1, !all[0].isNegated, !unit.hasSeveralLines {
      return all[0].pattern.makeMatcher()
    }
    return ConditionsMatcher(all, unit)
  }
}

/// What lines must meet, one of it at least.
public struct LineAlternatives: LinePattern {
  let all: [any LinePattern]
  /// What meets one of them or does not.
  public let unit: MatchUnit

  /// Creates alternatives; without any no line meets them.
  public init(_ all: [any LinePattern], unit: MatchUnit = .line) {
    (self.all, self.unit) = (all, unit)
  }

  /// What finds the lines that meet one of them; each use makes another, for one thread.
  public func makeMatcher() -> any LineMatcher { AlternativesMatcher(all, unit) }
}
