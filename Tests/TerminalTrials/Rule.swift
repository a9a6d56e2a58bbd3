/// What has to be true of something, as a sentence.
struct Rule<Subject: Sendable>: Sendable {
  let sentence: String
  let holds: @Sendable (Subject) -> Bool

  init(_ sentence: String, holds: @escaping @Sendable (Subject) -> Bool) {
    self.sentence = sentence
    self.holds = holds
  }
}

extension Array {
  /// The first that is broken, as a sentence.
  func broken<Subject>(by subject: Subject) -> String? where Element == Rule<Subject> {
    first { !$0.holds(subject) }?.sentence
  }
}
