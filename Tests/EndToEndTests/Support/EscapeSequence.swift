/// One escape sequence of an output.
enum EscapeSequence: Hashable, Sendable {
  /// `ESC`, perhaps one of the intermediate characters, and a final one: `ESC =`, `ESC ( B`.
  case plain(intermediate: Character?, final: Character)
  /// `ESC [`, parameters and intermediates as they came, and a final character.
  case control(String, final: Character)
  /// An operating system or device control string, or the like, with what it held.
  case string(Character, [UInt8])
}
