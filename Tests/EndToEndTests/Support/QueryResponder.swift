/// Answers a program's question whether the terminal knows synchronized updates.
struct QueryResponder: Sendable {
  private static let question = Array("\u{1B}[?2026$p".utf8)
  private static let answer = Array("\u{1B}[?2026;2$y".utf8)
  private var seen = 0

  /// The answers to the questions that came since the last call ("known, and off").
  mutating func answers(to output: [UInt8]) -> [UInt8] {
    let fresh = output[min(seen, output.count)...]
    guard let last = fresh.ranges(of: Self.question).last else {
      // A question may be cut by the end of what was read.
      seen = max(seen, output.count - Self.question.count + 1)
      return []
    }
    let count = fresh.ranges(of: Self.question).count
    seen = last.upperBound
    return Array(repeatElement(Self.answer, count: count).joined())
  }
}
