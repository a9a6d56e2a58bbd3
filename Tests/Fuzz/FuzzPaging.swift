import ArgumentParser
import PagingSimulation

/// Walks the machine of paging at random and checks its rules after every step.
@main struct FuzzPaging: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fuzz-paging",
    abstract: "Walk the engine at random and check its rules after every step.",
    discussion: "One number decides everything: the same seed and steps do the same again.")

  @Option(help: "The number that the first walk is drawn from.")
  var seed: UInt64 = 1

  @Option(help: "How many steps to take, in walks of some thousand.")
  var steps = 1_000_000

  @Flag(help: "Say where a walk fails, and do not look for the fewest steps.")
  var replayOnly = false

  func validate() throws {
    guard steps > 0 else { throw ValidationError("--steps \(steps): ask for at least 1") }
  }

  func run() throws {
    let start = ContinuousClock.now
    var (seed, left, walks) = (seed, steps, 0)
    while left > 0 {
      let plan = WalkPlan(seed: seed)
      let steps = plan.steps(min(left, plan.length))
      CrashNote.note(seed: seed)
      if let failure = try plan.failure(of: steps) {
        try tell(failure, of: steps, in: plan)
        throw ExitCode.failure
      }
      left -= steps.count
      walks += 1
      seed = plan.next
    }
    let seconds = (ContinuousClock.now - start).components.seconds
    print("fuzz: \(self.steps) steps in \(walks) walks, \(seconds) s, all rules hold")
  }

  private func tell(_ failure: WalkFailure, of steps: [WalkStep], in plan: WalkPlan) throws {
    let count = failure.step.map { $0 + 1 } ?? steps.count
    print("fuzz: walk \(plan.seed): \(failure)\n\(plan)")
    if !replayOnly { try tell(plan.fewest(of: steps, breaking: failure), of: count, in: plan) }
    print("fuzz: again: make fuzz SEED=\(plan.seed) STEPS=\(count)")
  }

  private func tell(_ fewest: [WalkStep], of count: Int, in plan: WalkPlan) throws {
    print("fuzz: the fewest steps that do so, \(fewest.count) of \(count):")
    for (step, account) in zip(fewest, try plan.accounts(of: fewest)) {
      print("  \(step.kind): \(account)")
    }
    if let failure = try plan.failure(of: fewest) { print("fuzz: \(failure)") }
  }
}
