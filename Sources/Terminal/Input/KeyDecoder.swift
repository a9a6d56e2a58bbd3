/// Turns the bytes a terminal sends into keys, mouse events, pastes and replies.
///
/// A pure value without a clock. ESC starts most sequences and is a key as well, so the caller
/// starts a timer (25 to 50 ms, about 100 ms over a network) whenever the decoder
/// ``isWaiting`` after a read, and calls ``flush()`` when it runs out before more bytes arrive.
///
/// What comes from a terminal may come from an attacker, so nothing of an unknown or broken
/// sequence is ever typed, and what is held stays bounded:
/// - A sequence of more than 256 bytes is swallowed to its final byte and dropped.
/// - A string (DCS, OSC, APC, PM, SOS) is swallowed to ST or BEL without being kept. After 4096
///   bytes any control character ends it too, so that Enter, Ctrl-C or Esc get a person out.
/// - A paste is held to 4096 bytes and ends only with its end mark, not by a flush.
/// - Bytes that are not UTF-8 are dropped, 8-bit control characters among them.
///
/// The cost is constant a byte.
public struct KeyDecoder: Sendable {
  enum State: Sendable {
    case ground
    /// After ESC, or after two of them.
    case escape(isDoubled: Bool)
    case scalar(PartialScalar, modifiers: KeyModifiers)
    case sequence
    case functionLetter(modifiers: KeyModifiers)
    case mouseBytes(missing: Int)
    case string(length: Int)
    /// After an ESC in a string, which is half of ST or starts something new.
    case stringEscape
    case paste
  }

  var state = State.ground
  // Beside the state, not in it: taken out of an enumeration they would be copied at every byte.
  var sequence = ControlSequence(.csi, isAfterEscape: false)
  var paste = PartialPaste()

  /// Creates a decoder that holds nothing.
  public init() {}

  /// Whether the decoder holds an incomplete key or sequence, so that a timer is due.
  ///
  /// False inside a paste, which no timer ends.
  public var isWaiting: Bool {
    switch state {
    case .ground, .paste: false
    default: true
    }
  }

  /// Whether the decoder holds a sequence that has begun, and not a lone escape.
  package var isInSequence: Bool { if case .sequence = state { true } else { false } }

  /// Decodes the next bytes and returns what they completed, in order.
  ///
  /// Where a sequence is split makes no difference. What is incomplete is held until the next call.
  public mutating func decode(_ bytes: some Sequence<UInt8>) -> [Input] {
    var inputs: [Input] = []
    for byte in bytes { take(byte, into: &inputs) }
    return inputs
  }

  /// Gives up waiting: ESC alone becomes the key, a begun sequence is dropped, a paste goes on.
  ///
  /// To be called when no byte has come for a while after `isWaiting` became true.
  public mutating func flush() -> [Input] {
    switch state {
    case .paste:
      return []
    case .escape(let isDoubled):
      state = .ground
      return Array(repeating: .key(.escape), count: isDoubled ? 2 : 1)
    default:
      state = .ground
      return []
    }
  }

  /// How many bytes are held; at most 4101, in a paste.
  package var heldByteCount: Int {
    switch state {
    case .ground: 0
    case .escape(let isDoubled): isDoubled ? 2 : 1
    case .scalar(let scalar, _): scalar.heldByteCount
    case .sequence: sequence.body.count + 2
    case .functionLetter, .mouseBytes, .string, .stringEscape: 3
    case .paste: paste.heldByteCount
    }
  }
}
