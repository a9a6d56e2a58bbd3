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
    for byte in bytes { decode(byte, into: &inputs) }
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

/// A UTF-8 sequence on its way to become a scalar.
struct PartialScalar: Sendable {
  /// What a byte made of the sequence.
  enum Step {
    case incomplete
    case complete(Unicode.Scalar)
    case invalid
  }

  private var value: UInt32
  private var missingCount: Int
  private var allowed: ClosedRange<UInt8>
  /// How many bytes have been taken.
  private(set) var heldByteCount = 1

  /// Starts with a lead byte; nil if no sequence of two or more bytes starts so.
  ///
  /// Source: table 3-7 of the Unicode Standard. The second byte's narrower range keeps out
  /// overlong forms, surrogates and what lies above U+10FFFF.
  init?(lead: UInt8) {
    let mask: UInt8
    switch lead {
    case 0xC2...0xDF: (mask, missingCount) = (0x1F, 1)
    case 0xE0...0xEF: (mask, missingCount) = (0x0F, 2)
    case 0xF0...0xF4: (mask, missingCount) = (0x07, 3)
    default: return nil
    }
    switch lead {
    case 0xE0: allowed = 0xA0...0xBF
    case 0xED: allowed = 0x80...0x9F
    case 0xF0: allowed = 0x90...0xBF
    case 0xF4: allowed = 0x80...0x8F
    default: allowed = 0x80...0xBF
    }
    value = UInt32(lead & mask)
  }

  /// Takes the next byte; an invalid one is not part of the sequence and must be decoded again.
  mutating func append(_ byte: UInt8) -> Step {
    guard allowed.contains(byte) else { return .invalid }
    allowed = 0x80...0xBF
    value = value << 6 | UInt32(byte & 0x3F)
    missingCount -= 1
    heldByteCount += 1
    guard missingCount == 0 else { return .incomplete }
    return Unicode.Scalar(value).map(Step.complete) ?? .invalid
  }
}

/// A bracketed paste whose end mark is still to come.
struct PartialPaste: Sendable {
  /// The bytes kept of one paste; the rest is dropped.
  static let limit = 4096

  private static let endMark = Array("\u{1B}[201~".utf8)

  private var bytes: [UInt8] = []
  private var matchedCount = 0
  /// Whether more came than is kept.
  private(set) var isTruncated = false

  /// How many bytes are kept, part of an end mark included.
  var heldByteCount: Int { bytes.count + matchedCount }

  /// The pasted text, repaired; a scalar cut by the limit is left out.
  var text: String {
    String(decoding: bytes.dropLast(isTruncated ? cutByteCount : 0), as: UTF8.self)
  }

  /// Takes the next byte and says whether it ended the paste.
  mutating func append(_ byte: UInt8) -> Bool {
    if byte == Self.endMark[matchedCount] {
      matchedCount += 1
      return matchedCount == Self.endMark.count
    }
    // Only the mark's first byte is an ESC, so a failed match cannot hide the start of another.
    for byte in Self.endMark.prefix(matchedCount) { keep(byte) }
    matchedCount = byte == Self.endMark[0] ? 1 : 0
    if matchedCount == 0 { keep(byte) }
    return false
  }

  private mutating func keep(_ byte: UInt8) {
    if bytes.count < Self.limit { bytes.append(byte) } else { isTruncated = true }
  }

  /// How many bytes at the end are the start of a scalar without its rest.
  private var cutByteCount: Int {
    for count in 1...3 {
      let tail = bytes.suffix(count)
      guard let lead = tail.first, var scalar = PartialScalar(lead: lead) else { continue }
      let isCut = tail.dropFirst().allSatisfy {
        if case .incomplete = scalar.append($0) { true } else { false }
      }
      return isCut ? count : 0
    }
    return 0
  }
}
