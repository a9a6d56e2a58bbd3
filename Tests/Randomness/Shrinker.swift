/// Cuts a sequence that fails to one of which no step can be left out.
///
/// Source: Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002.
/// Cost: at most the square of the steps that are left, and most often a few hundred tries.
package struct Shrinker<Step> {
  private let fails: ([Step]) -> Bool

  /// Creates one for a test that says whether a sequence fails.
  package init(fails: @escaping ([Step]) -> Bool) {
    self.fails = fails
  }

  /// A part of the steps, in their order, that fails as long as each of them is in it.
  package func fewest(of steps: [Step]) -> [Step] {
    var left = steps
    var size = max(1, steps.count / 2)
    while true {
      let count = left.count
      drop(size, from: &left)
      // One step gone may make another needless.
      if size == 1, left.count == count { return left }
      size = max(1, size / 2)
    }
  }

  /// Leaves out n steps at a time, the last first, wherever the rest fails as well.
  private func drop(_ size: Int, from steps: inout [Step]) {
    var end = steps.count
    while end > 0 {
      let start = max(0, end - size)
      let rest = Array(steps[..<start] + steps[end...])
      if fails(rest) { steps = rest }
      end = start
    }
  }
}
