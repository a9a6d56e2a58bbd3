/// A condition that must be true of a subject, with a sentence that states it.
package struct Rule<Subject: Sendable>: Sendable {
  package let sentence: String
  package let holds: @Sendable (Subject) -> Bool

  /// Creates a rule.
  package init(_ sentence: String, holds: @escaping @Sendable (Subject) -> Bool) {
    self.sentence = sentence
    self.holds = holds
  }
}

extension Array {
  /// The sentence of the first broken rule; nil if all rules hold.
  package func broken<Subject>(by subject: Subject) -> String? where Element == Rule<Subject> {
    first { !$0.holds(subject) }?.sentence
  }
}
