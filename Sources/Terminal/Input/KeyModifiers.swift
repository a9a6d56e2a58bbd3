/// The modifiers held while a key was pressed or the mouse was used.
public struct KeyModifiers: OptionSet, Hashable, Sendable {
  /// The modifiers as bits.
  public let rawValue: UInt8

  /// Shift, where it does not already show in the character.
  public static let shift = KeyModifiers(rawValue: 1)
  /// Alt, Option or Meta.
  public static let alt = KeyModifiers(rawValue: 2)
  /// Control.
  public static let control = KeyModifiers(rawValue: 4)

  /// Creates a set from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }
}

extension KeyModifiers {
  /// Creates the set that a sequence states as 1 plus its bits.
  ///
  /// xterm and kitty agree on shift 1, alt 2 and control 4. Bit 8 is Meta for xterm and Super for
  /// kitty, 32 is kitty's Meta: all count as Alt. The locks (64, 128) are ignored. Nil for anything
  /// else, Hyper (16) among it.
  init?(parameter: Int) {
    guard (1...256).contains(parameter), (parameter - 1) & 16 == 0 else { return nil }
    let bits = parameter - 1
    self = KeyModifiers(rawValue: UInt8(bits & 7))
    if bits & 40 != 0 { insert(.alt) }
  }
}
