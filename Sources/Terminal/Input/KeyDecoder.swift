/// A decoder that turns the bytes from a terminal into keys, mouse events, pastes and replies.
///
/// It is a pure value without a clock. Because ESC starts most sequences and is also a key, the
/// caller starts a timer (25 to 50 ms, about 100 ms over a network) whenever the decoder
/// ``isWaiting`` after a read, and calls ``flush()`` if the timer fires before more bytes arrive.
///
/// The bytes may come from an attacker. Therefore, no part of an unknown or invalid control
/// sequence is typed before a flush, and memory is bounded:
/// - A control sequence with more than 256 parameter bytes is read to its final byte and dropped.
/// - A string (DCS, OSC, APC, PM, SOS) is read to ST or another escape, BEL, CAN or SUB, and not
///   kept. After 4096 bytes any control character ends it too, so that a user can end it with
///   Enter, Ctrl-C or Esc.
/// - A paste is kept up to 4096 bytes, and ends only with its end mark, not by a flush.
/// - Bytes that are not UTF-8 are dropped, including 8-bit control characters.
///
/// Cost: constant for each byte.
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
    /// After an ESC in a string, which begins either ST or another sequence.
    case stringEscape
    case paste
  }

  var state = State.ground
  // Stored separately from the state, because a sequence in an enumeration would be copied for each
  // byte.
  var sequence = ControlSequence(.csi, isAfterEscape: false)
  var paste = PartialPaste()

  /// Creates a decoder without pending bytes.
  public init() {}

  /// Whether the decoder has an incomplete key or sequence; if so, a timer is needed.
  ///
  /// It is false inside a paste, which no timer ends.
  public var isWaiting: Bool {
    switch state {
    case .ground, .paste: false
    default: true
    }
  }

  /// Whether the decoder has the beginning of a control sequence, and not only an escape.
  package var isInSequence: Bool { if case .sequence = state { true } else { false } }

  /// Decodes the next bytes, and returns the inputs that they complete, in order.
  ///
  /// Sequences may be split anywhere; an incomplete sequence is kept until the next call.
  public mutating func decode(_ bytes: some Sequence<UInt8>) -> [Input] {
    var inputs: [Input] = []
    for byte in bytes { decode(byte, into: &inputs) }
    return inputs
  }

  /// Ends the wait for more bytes: a single ESC becomes the Escape key, an incomplete sequence is
  /// dropped, and a paste continues.
  ///
  /// Call it when no byte has arrived for a while after `isWaiting` became true.
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

  /// The number of bytes held; at most 4101, in a paste.
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

/// An incomplete UTF-8 sequence.
struct PartialScalar: Sendable {
  /// The result of adding a byte to the sequence.
  enum Step {
    case incomplete
    case complete(Unicode.Scalar)
    case invalid
  }

  private var value: UInt32
  private var missingCount: Int
  private var allowed: ClosedRange<UInt8>
  /// The number of bytes read.
  private(set) var heldByteCount = 1

  /// Starts a sequence with its lead byte; nil if no sequence of two or more bytes starts with this
  /// byte.
  ///
  /// Source: table 3-7 of the Unicode Standard. The narrower range of the second byte excludes
  /// overlong forms, surrogates and code points above U+10FFFF.
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

  /// Adds the next byte; an invalid byte is not part of the sequence and must be decoded
  /// separately.
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

/// A bracketed paste whose end mark has not arrived yet.
struct PartialPaste: Sendable {
  /// The largest number of bytes kept of a paste; further bytes are dropped.
  static let limit = 4096

  private static let endMark = Array("\u{1B}[201~".utf8)

  private var bytes: [UInt8] = []
  private var matchedCount = 0
  /// Whether more bytes arrived than are kept.
  private(set) var isTruncated = false

  /// The number of bytes kept, including those of an incomplete end mark.
  var heldByteCount: Int { bytes.count + matchedCount }

  /// The pasted text with invalid bytes replaced; a scalar cut by the limit is omitted.
  var text: String {
    String(decoding: bytes.dropLast(isTruncated ? cutByteCount : 0), as: UTF8.self)
  }

  /// Adds the next byte; returns whether it ended the paste.
  mutating func append(_ byte: UInt8) -> Bool {
    if byte == Self.endMark[matchedCount] {
      matchedCount += 1
      return matchedCount == Self.endMark.count
    }
    // Only the first byte of the mark is an ESC, so a failed match cannot contain the start of
    // another one.
    for byte in Self.endMark.prefix(matchedCount) { keep(byte) }
    matchedCount = byte == Self.endMark[0] ? 1 : 0
    if matchedCount == 0 { keep(byte) }
    return false
  }

  private mutating func keep(_ byte: UInt8) {
    if bytes.count < Self.limit { bytes.append(byte) } else { isTruncated = true }
  }

  /// The number of bytes of an incomplete scalar at the end.
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
