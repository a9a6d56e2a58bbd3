import Randomness

package import Paging

extension WalkPlan {
  /// Takes steps, and reads the list to its end after them if asked; returns the first rule that
  /// was broken.
  package func failure(
    of steps: [WalkStep], reading: Bool = true, tally: inout WalkTally
  ) throws(PagerConfigurationError) -> WalkFailure? {
    var walk = try RandomWalk(self)
    defer { tally.add(walk) }
    for (number, step) in steps.enumerated() {
      if let rule = walk.take(step) {
        return WalkFailure(rule: rule, step: number, account: walk.account)
      }
    }
    return reading ? walk.problemOfReading() : nil
  }

  /// The same without a tally.
  package func failure(
    of steps: [WalkStep], reading: Bool = true
  ) throws(PagerConfigurationError) -> WalkFailure? {
    var tally = WalkTally()
    return try failure(of: steps, reading: reading, tally: &tally)
  }

  /// The fewest of these steps that still break the rule.
  package func fewest(
    of steps: [WalkStep], breaking failure: WalkFailure
  ) -> [WalkStep] {
    let reading = failure.step == nil
    let shrinker = Shrinker<WalkStep> { steps in
      guard let found = try? self.failure(of: steps, reading: reading) else { return false }
      return found.rule == failure.rule && (found.step == nil) == reading
    }
    return shrinker.fewest(of: Array(steps.prefix(failure.step.map { $0 + 1 } ?? steps.count)))
  }

  /// What each step does, one a line.
  package func accounts(of steps: [WalkStep]) throws(PagerConfigurationError) -> [String] {
    var walk = try RandomWalk(self)
    return steps.map { step in
      _ = walk.take(step)
      return walk.account
    }
  }
}
