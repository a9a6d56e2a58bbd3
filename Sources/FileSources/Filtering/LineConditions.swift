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

  /// Creates conditions, in the order in which a line is held against them; without any every line meets
  /// them.
  ///
  /// A match is told where the last pattern that is not negated matches.
  public init(_ all: [Condition]) { self.all = all }

  /// What finds the lines that meet all of them.
  public func makeMatcher() -> any LineMatcher {
    if all.count == 1, !all[0].isNegated { return all[0].pattern.makeMatcher() }
    return ConditionsMatcher(all)
  }
}
