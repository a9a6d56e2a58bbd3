import PagingSimulation
import Randomness
import Testing

/// Walks like those of `make fuzz`, but only a few.
@Suite struct `A list under random events` {
  @Test(arguments: [1, 2, 3, 4], [true, false])
  func `keeps its rules, and loses nothing of a server whose posts move`(
    seed: UInt64, goesBack: Bool
  ) throws {
    var plan = plan(seed, goesBack: goesBack)
    plan.movement = .ends
    try walk(plan)
  }

  @Test(arguments: [11, 12, 13, 14], [true, false])
  func `shows each post of a still server once, in order`(seed: UInt64, goesBack: Bool) throws {
    var plan = plan(seed, goesBack: goesBack)
    plan.movement = .still
    try walk(plan)
  }

  @Test(arguments: [21, 22, 23, 24, 25, 26])
  func `keeps its rules before any server, reader and network`(seed: UInt64) throws {
    try walk(WalkPlan(seed: seed))
  }

  private func plan(_ seed: UInt64, goesBack: Bool) -> WalkPlan {
    var plan = WalkPlan(seed: seed)
    (plan.size, plan.hiddenShare, plan.clamp) = (40, 30, nil)
    (plan.goesBack, plan.opensAtEnd) = (goesBack, goesBack)
    (plan.isUnruly, plan.isOpenEnded, plan.isFitful) = (false, false, false)
    return plan
  }

  private func walk(_ plan: WalkPlan) throws {
    guard let failure = try plan.failure(of: plan.steps(500)) else { return }
    Issue.record("\(failure); cut it: make fuzz SEED=\(plan.seed)")
  }
}

@Suite struct `A shrinker` {
  @Test func `cuts to the steps that a failure needs, in their order`() {
    let shrinker = Shrinker<Int> { steps in
      guard let three = steps.firstIndex(of: 3) else { return false }
      return steps[three...].contains(700) && steps.filter { $0 % 100 == 41 }.count >= 2
    }
    let left = shrinker.fewest(of: Array(0..<1_000))
    #expect(left.count == 4)
    #expect(left.first == 3)
    #expect(left.contains(700))
    #expect(left == left.sorted())
  }

  @Test func `leaves out steps that only make up for each other`() {
    // Step 8 makes up for step 1, so neither can be left out without the other.
    let shrinker = Shrinker<Int> { steps in
      steps.contains(5) && steps.contains(1) == steps.contains(8)
    }
    #expect(shrinker.fewest(of: Array(0..<10)).contains(5))
  }

  @Test(arguments: [[], [1], [1, 2, 3, 4, 5]])
  func `keeps a sequence all of whose steps are needed`(steps: [Int]) {
    #expect(Shrinker { $0 == steps }.fewest(of: steps) == steps)
  }
}
