import ArgumentParser
import PagingSimulation

/// Random walks of the paging machine, whose rules are checked after every step.
struct PagingFuzz {
  let seed: UInt64
  /// The number of steps to take, in walks of a few thousand steps each.
  let steps: Int
  /// Whether to shorten a walk that fails.
  let findsFewest: Bool

  func run() throws {
    let start = ContinuousClock.now
    var (seed, left, walks) = (seed, steps, 0)
    var tally = WalkTally()
    while left > 0 {
      let plan = WalkPlan(seed: seed)
      let steps = plan.steps(min(left, plan.length))
      CrashNote.remember(seed: seed, isWalk: true)
      if let failure = try plan.failure(of: steps, tally: &tally) {
        try tell(failure, of: steps, in: plan)
        throw ExitCode.failure
      }
      left -= steps.count
      walks += 1
      seed = plan.next
    }
    tell(tally, walks: walks, time: ContinuousClock.now - start)
    if let style = tally.excessive {
      print("fuzz: more than 1 % of the places are excused where pages are led to by \(style)")
      throw ExitCode.failure
    }
  }

  /// Prints the speed, the number of places that were excused from the check, and how often each
  /// kind of change happened.
  private func tell(_ tally: WalkTally, walks: Int, time: Duration) {
    let rate = Int(Double(steps) / max(0.001, time / .seconds(1)))
    print("fuzz: paging: \(steps) steps in \(walks) walks, \(rate) a second, all rules hold")
    for style in PagingStyle.allCases {
      let (checked, excused) = (tally.checked[style] ?? 0, tally.excused[style] ?? 0)
      let share = Double(Int(tally.excusedShare(of: style) * 10_000)) / 100
      print("fuzz:   \(style): \(excused) of \(checked) places excused, \(share) %")
    }
    let changes = tally.changes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    print("fuzz:   \(changes.joined(separator: ", "))")
  }

  private func tell(_ failure: WalkFailure, of steps: [WalkStep], in plan: WalkPlan) throws {
    let count = failure.step.map { $0 + 1 } ?? steps.count
    print("fuzz: walk \(plan.seed): \(failure)\n\(plan)")
    if findsFewest { try tell(plan.fewest(of: steps, breaking: failure), of: count, in: plan) }
    print("fuzz: again: make fuzz SEED=\(plan.seed) STEPS=\(count) INPUTS=0")
  }

  private func tell(_ fewest: [WalkStep], of count: Int, in plan: WalkPlan) throws {
    print("fuzz: the fewest steps that do so, \(fewest.count) of \(count):")
    for (step, account) in zip(fewest, try plan.accounts(of: fewest)) {
      print("  \(step.kind): \(account)")
    }
    if let failure = try plan.failure(of: fewest) { print("fuzz: \(failure)") }
  }
}
