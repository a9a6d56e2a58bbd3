import Randomness
import Testing

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
    // Each opening needs its end, and so neither goes without the other.
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
