/// A part of the program that takes arbitrary input, and the rules that it must keep for any input.
///
/// An input is drawn from one number, which is all that is needed to repeat it.
package struct Trial<Element: Sendable>: Sendable {
  /// The name of the part that is tried.
  package let name: String
  private let draw: @Sendable (UInt64) -> [Element]
  private let brokenRule: @Sendable ([Element]) -> String?

  /// Creates a trial.
  ///
  /// - Parameters:
  ///   - draw: a closure that makes an input from a number, always the same input from the same
  ///     number.
  ///   - brokenRule: a closure that takes an input and returns the sentence of a rule that the
  ///     input breaks; nil if all rules hold.
  package init(
    _ name: String, drawing draw: @escaping @Sendable (UInt64) -> [Element],
    brokenRule: @escaping @Sendable ([Element]) -> String?
  ) {
    (self.name, self.draw, self.brokenRule) = (name, draw, brokenRule)
  }

  /// The input for a seed.
  package func input(of seed: UInt64) -> [Element] { draw(seed) }

  /// The rule that an input breaks; nil if all rules hold.
  package func brokenRule(of input: [Element]) -> String? { brokenRule(input) }

  /// Tries a number of inputs, the first of which is drawn from the seed; stops at the first one
  /// that fails.
  ///
  /// `noting` gets the number that each input is drawn from, before the input is tried.
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
