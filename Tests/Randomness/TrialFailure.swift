/// An input that breaks a rule.
package struct TrialFailure<Element: Sendable>: Sendable, CustomStringConvertible {
  /// The number of inputs that were tried before this one.
  package let number: Int
  /// The number that the input is drawn from.
  package let seed: UInt64
  /// The sentence that is not true of the input.
  package let rule: String
  /// A minimal part of its elements that breaks the same rule.
  package let fewest: [Element]

  /// The failure, with integers in hexadecimal.
  package var description: String {
    let elements = fewest.map { element in
      (element as? any BinaryInteger).map { String($0, radix: 16, uppercase: true) }
        ?? "\(element)"
    }
    return "input \(number), drawn from \(seed): it is not true that \(rule)\n  the fewest that "
      + "do so, \(elements.count): \(elements.joined(separator: " "))"
  }
}
