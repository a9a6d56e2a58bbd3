/// A rule that was broken, and where.
package struct WalkFailure: Error, Hashable, Sendable, CustomStringConvertible {
  package let rule: String
  /// The step's place in the walk; nil where the list was read after all of them.
  package let step: Int?
  /// What was done and what was held then.
  package let account: String

  package var description: String {
    let place = step.map { "at step \($0)" } ?? "when the list was read at the end"
    return "\(place) it is not true that \(rule)\n  \(account)"
  }
}
