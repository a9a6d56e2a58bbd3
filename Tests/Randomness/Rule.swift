/// What has to be true of something, as a sentence.
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
  /// The first that is broken, as a sentence.
  package func broken<Subject>(by subject: Subject) -> String? where Element == Rule<Subject> {
    first { !$0.holds(subject) }?.sentence
  }
}
