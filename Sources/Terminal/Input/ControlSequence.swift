/// A sequence after CSI (`ESC [`) or SS3 (`ESC O`), collected byte by byte.
///
/// It has the form of ECMA-48: parameters 0x30 to 0x3F, intermediates 0x20 to 0x2F and a final byte
/// 0x40 to 0x7E. SS3 has the same form here, because old terminals put modifiers behind it.
struct ControlSequence: Sendable {
  /// What the sequence starts with.
  enum Introducer: Sendable {
    case csi
    case ss3
  }

  /// The bytes kept; a longer sequence is swallowed to its final byte and dropped.
  static let limit = 256

  /// What the sequence started with.
  let introducer: Introducer
  /// Whether a further ESC came before it, as rxvt marks Alt.
  let isAfterEscape: Bool
  /// The bytes between the introducer and the final byte.
  private(set) var body: [UInt8] = []
  /// The final byte, once it is there.
  private(set) var final: Unicode.Scalar?
  /// Whether the sequence is too long or held a byte that cannot be part of it.
  private(set) var isSpoiled = false

  /// Creates an empty sequence.
  init(_ introducer: Introducer, isAfterEscape: Bool) {
    self.introducer = introducer
    self.isAfterEscape = isAfterEscape
  }

  /// Takes the next byte and says whether it was the final one.
  mutating func take(_ byte: UInt8) -> Bool {
    switch byte {
    // A terminal would obey a control character in mid-sequence; a key that an attacker hides
    // there must not be typed.
    case 0x00...0x1F, 0x7F: return false
    case 0x24 where isShiftedByRxvt, 0x40...0x7E:
      final = Unicode.Scalar(byte)
      return true
    case 0x20...0x3F where body.count < Self.limit:
      body.append(byte)
      return false
    default:
      isSpoiled = true
      return false
    }
  }

  /// Whether a dollar sign ends the sequence, which is rxvt's way to write shift: `CSI 5 $`.
  ///
  /// ECMA-48 makes it an intermediate. The known key number alone before it tells the two apart:
  /// DECRPM, which has the intermediate, always holds two numbers.
  private var isShiftedByRxvt: Bool {
    guard introducer == .csi, !isSpoiled, (1...2).contains(body.count),
      body.allSatisfy({ (0x30...0x39).contains($0) })
    else { return false }
    return Key.Code(tilde: body.reduce(0) { $0 * 10 + Int($1 - 0x30) }) != nil
  }
}
