/// Answers a program as a terminal would: with some bytes where others stand in the output.
struct QueryResponder: Sendable {
  /// What is asked, beginning with an escape, and what is answered.
  struct Answer: Sendable {
    let question: [UInt8]
    let answer: [UInt8]

    init(_ question: String, _ answer: String) {
      (self.question, self.answer) = (Array(question.utf8), Array(answer.utf8))
    }

    /// That synchronized updates are known, and off.
    static let synchronizedUpdates = Answer("\u{1B}[?2026$p", "\u{1B}[?2026;2$y")
  }

  private let known: [Answer]
  private var seen = 0

  init(_ known: [Answer]) { self.known = known }

  /// The answers to the questions that came since the last call, in their order.
  mutating func answers(to output: [UInt8]) -> [UInt8] {
    var answers: [UInt8] = []
    while let escape = output[seen...].firstIndex(of: 0x1B) {
      seen = escape
      let rest = output[escape...]
      if let found = known.first(where: { rest.starts(with: $0.question) }) {
        answers += found.answer
        seen += found.question.count
      } else if known.contains(where: { $0.question.starts(with: rest) }) {
        // A question may be cut by the end of what was read.
        return answers
      } else {
        seen += 1
      }
    }
    seen = output.count
    return answers
  }
}
