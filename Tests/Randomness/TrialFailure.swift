/// An input that breaks a rule.
package struct TrialFailure<Element: Sendable>: Sendable, CustomStringConvertible {
  /// How many were tried before it.
  package let number: Int
  /// What it is drawn from.
  package let seed: UInt64
  /// What is not true of it.
  package let rule: String
  /// The fewest of its elements that break the same rule.
  package let fewest: [Element]

  /// The failure, with the elements in hexadecimal.
  package var description: String {
    let elements = fewest.map { element in
      (element as? any BinaryInteger).map { String($0, radix: 16, uppercase: true) }
        ?? "\(element)"
    }
    return "input \(number), drawn from \(seed): it is not true that \(rule)\n  the fewest that "
      + "do so, \(elements.count): \(elements.joined(separator: " "))"
  }
}
