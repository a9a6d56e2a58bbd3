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
  mutating func take(_ byte: UInt8) -> Step {
    guard allowed.contains(byte) else { return .invalid }
    allowed = 0x80...0xBF
    value = value << 6 | UInt32(byte & 0x3F)
    missingCount -= 1
    heldByteCount += 1
    guard missingCount == 0 else { return .incomplete }
    return Unicode.Scalar(value).map(Step.complete) ?? .invalid
  }
}
