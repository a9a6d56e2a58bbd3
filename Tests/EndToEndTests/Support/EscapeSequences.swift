/// The complete escape sequences of an output in order; text between them is passed over.
///
/// By ECMA-48, section 5, for the seven-bit forms; an ESC within a sequence begins a new one.
struct EscapeSequences: Sequence, IteratorProtocol {
  private var rest: ArraySlice<UInt8>

  /// Begins at the start of an output.
  init(_ output: [UInt8]) {
    rest = output[...]
  }

  /// The next sequence; nil at the end, also when that cuts one.
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

  /// Up to BEL or ESC \; the ESC stays, and what follows it is then a sequence of its own.
  private mutating func string(_ introducer: UInt8) -> EscapeSequence? {
    let content = rest.dropFirst().prefix { $0 != 0x07 && $0 != 0x1B }
    rest = rest[content.endIndex...]
    return .string(Self.character(introducer), Array(content))
  }

  private static func character(_ byte: UInt8) -> Character {
    Character(Unicode.Scalar(byte))
  }
}
