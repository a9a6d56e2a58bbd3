import Answers
package import Randomness

/// Arbitrary bytes, read as an answer.
package let answerTrial = Trial<UInt8>(
  "answers", drawing: { Noise.drawn(from: $0) { $0.some(of: pieces) } },
  brokenRule: { bytes in
    var reader = AnswerReader()
    reader.maximumCount = 40
    guard let answer = try? reader.answer(bytes) else { return nil }
    if answer.items.count > 40 { return "an answer is bounded" }
    if Set(answer.items.map(\.id)).count != answer.items.count { return "items have identities" }
    let next = try? reader.continuing(answer).answer(bytes)
    if next?.items.map(\.id) != answer.items.map(\.id) {
      return "the next page is read the same way"
    }
    return answer.explanation.contains { $0 == "\n" } ? "the explanation is a line" : nil
  })

private let pieces: [Noise.Piece] =
  [
    "{\"items\": [1, {\"id\": 1}], \"next\": \"x\"}", "[{\"id\": 1}, {\"id\": 2}]", "[", "]", "{",
    "}",
    ",", ":", "\"a\"", "\"next\": ", "\"items\": [", "null", "1", "-", "\n", "\r\n", " ",
    "{\"a\": 1}\n{\"a\": 2}\n", "id,name\n1,a\n2,b\n3,c\n", "a line\n", "\"", "\u{FEFF}",
    "\u{1B}[31m",
    "{\"data\": {\"nodes\": [", "]}}", "\"pageInfo\": {\"endCursor\": 7}",
  ].map { text in { $0.put(text) } }
