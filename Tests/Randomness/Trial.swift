/// A part of the program that takes what anybody may send, and the rules it keeps whatever comes.
///
/// An input is drawn from one number, which is all that is needed to try it again.
package struct Trial<Element: Sendable>: Sendable {
  /// What is tried.
  package let name: String
  private let draw: @Sendable (UInt64) -> [Element]
  private let brokenRule: @Sendable ([Element]) -> String?

  /// Creates a trial.
  ///
  /// - Parameters:
  ///   - draw: makes an input of a number, and always the same.
  ///   - brokenRule: what is not true of an input, as a sentence; nil where all rules hold.
  package init(
    _ name: String, drawing draw: @escaping @Sendable (UInt64) -> [Element],
    brokenRule: @escaping @Sendable ([Element]) -> String?
  ) {
    (self.name, self.draw, self.brokenRule) = (name, draw, brokenRule)
  }

  /// The input of a number.
  package func input(of seed: UInt64) -> [Element] { draw(seed) }

  /// The rule that an input breaks.
  package func brokenRule(of input: [Element]) -> String? { brokenRule(input) }

  /// Tries a number of inputs, the first of which is drawn from the seed; stops at the first that
  /// fails.
  ///
  /// `noting` is told the number that each is drawn from, before it is tried.
  package func failure(
    from seed: UInt64, count: Int, noting: (UInt64) -> Void = { _ in }
  ) -> TrialFailure<Element>? {
    var seed = seed
    for number in 0..<count {
      noting(seed)
      let input = input(of: seed)
      if let rule = brokenRule(input) {
        return TrialFailure(number: number, seed: seed, rule: rule, fewest: fewest(input, rule))
      }
      var next = SplitMix64(start: seed)
      seed = next.next()
    }
    return nil
  }

  private func fewest(_ input: [Element], _ rule: String) -> [Element] {
    Shrinker<Element> { brokenRule($0) == rule }.fewest(of: input)
  }
}
