/// Reduces a failing sequence to one from which no step can be left out.
///
/// Source: Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002. Cost:
/// usually a few hundred tries, and at most about the square of the number of steps.
package struct Shrinker<Step> {
  private let fails: ([Step]) -> Bool

  /// Creates a shrinker for a test that says whether a sequence fails.
  package init(fails: @escaping ([Step]) -> Bool) {
    self.fails = fails
  }

  /// Returns a subsequence of the steps that fails, but passes if any one step is left out.
  package func fewest(of steps: [Step]) -> [Step] {
    var left = steps
    var size = max(1, steps.count / 2)
    while true {
      let count = left.count
      drop(size, from: &left)
      // Without one step, another may become unnecessary.
      if size == 1, left.count == count { return left }
      size = max(1, size / 2)
    }
  }

  /// Leaves out `size` steps at a time, from the end, wherever the remaining steps still fail.
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
