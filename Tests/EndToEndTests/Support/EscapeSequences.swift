/// The complete escape sequences in the output of a program, in order; text between them is
/// skipped.
///
/// They follow ECMA-48, section 5, in the seven-bit forms; an ESC within a sequence begins a new
/// one.
struct EscapeSequences: Sequence, IteratorProtocol {
  private var rest: ArraySlice<UInt8>

  /// Begins at the start of the output.
  init(_ output: [UInt8]) {
    rest = output[...]
  }

  /// The next sequence; nil at the end, even if a sequence is cut there.
  mutating func next() -> EscapeSequence? {
    while let escape = rest.firstIndex(of: 0x1B) {
      rest = rest[(escape + 1)...]
      guard let introducer = rest.first else { return nil }
      switch introducer {
      case UInt8(ascii: "["):
        if let found = control() { return found }
      case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
        UInt8(ascii: "_"):
        return string(introducer)
      default:
        if let found = plain() { return found }
      }
    }
    return nil
  }

  private mutating func plain() -> EscapeSequence? {
    let intermediates = rest.prefix { (0x20...0x2F).contains($0) }
    rest = rest[intermediates.endIndex...]
    guard let final = rest.first, (0x30...0x7E).contains(final) else { return nil }
    rest = rest.dropFirst()
    return .plain(
      intermediate: intermediates.first.map(Self.character), final: Self.character(final))
  }

  private mutating func control() -> EscapeSequence? {
    let parameters = rest.dropFirst().prefix { (0x20...0x3F).contains($0) }
    rest = rest[parameters.endIndex...]
    guard let final = rest.first, (0x40...0x7E).contains(final) else { return nil }
    rest = rest.dropFirst()
    return .control(String(decoding: parameters, as: UTF8.self), final: Self.character(final))
  }

  /// Reads up to BEL or ESC; the ESC is not consumed, and begins another sequence (`ESC \`).
  private mutating func string(_ introducer: UInt8) -> EscapeSequence? {
    let content = rest.dropFirst().prefix { $0 != 0x07 && $0 != 0x1B }
    rest = rest[content.endIndex...]
    return .string(Self.character(introducer), Array(content))
  }

  private static func character(_ byte: UInt8) -> Character {
    Character(Unicode.Scalar(byte))
  }
}

/// One escape sequence in the output of a program.
enum EscapeSequence: Hashable, Sendable {
  /// `ESC`, an optional intermediate character, and a final one: `ESC =`, `ESC ( B`.
  case plain(intermediate: Character?, final: Character)
  /// `ESC [`, parameters and intermediates as they came, and a final character.
  case control(String, final: Character)
  /// An operating system or device control string, or a similar one, with its content.
  case string(Character, [UInt8])
}

/// A responder that answers a program as a terminal would: with the bytes of an answer when the
/// output contains its question.
struct QueryResponder: Sendable {
  /// A question, beginning with an escape, and its answer.
  struct Answer: Sendable {
    let question: [UInt8]
    let answer: [UInt8]

    init(_ question: String, _ answer: String) {
      (self.question, self.answer) = (Array(question.utf8), Array(answer.utf8))
    }

    /// The answer that the terminal knows synchronized updates, and that they are off.
    static let synchronizedUpdates = Answer("\u{1B}[?2026$p", "\u{1B}[?2026;2$y")
  }

  private let known: [Answer]
  private var seen = 0

  init(_ known: [Answer]) { self.known = known }

  /// The answers to the questions that have arrived since the last call, in order.
  mutating func answers(to output: [UInt8]) -> [UInt8] {
    var answers: [UInt8] = []
    while let escape = output[seen...].firstIndex(of: 0x1B) {
      seen = escape
      let rest = output[escape...]
      if let found = known.first(where: { rest.starts(with: $0.question) }) {
        answers += found.answer
        seen += found.question.count
      } else if known.contains(where: { $0.question.starts(with: rest) }) {
        // A question may be cut by the end of the bytes that were read.
        return answers
      } else {
        seen += 1
      }
    }
    seen = output.count
    return answers
  }
}
