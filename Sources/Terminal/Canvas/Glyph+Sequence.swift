/// A sequence of emoji as one glyph.
///
/// All of it is in the glyph's own bits, so there is no table beside the canvas, which would have to be
/// locked, and which a text from outside could fill. Its base is beyond all that Unicode has, and so is
/// equal to none that anybody looks for.
extension Glyph {
  /// Bits 19 and 20 together: the greatest base, U+10FFFF, has only one of them.
  private static var isSequenceBits: UInt64 { 3 << 19 }

  init(_ sequence: EmojiSequence) {
    let (low, high) = (sequence.bits & 0x7_FFFF, sequence.bits >> 19)
    bits = low | Self.isSequenceBits | high << 21 | 2 << 62
  }

  /// Whether it is a sequence of emoji.
  package var isSequence: Bool { bits & Self.isSequenceBits == Self.isSequenceBits }

  /// The sequence that it is, if it is one.
  var sequence: EmojiSequence? {
    guard isSequence else { return nil }
    let (low, high) = (bits & 0x7_FFFF, bits >> 21 & 0x1FF_FFFF_FFFF)
    return EmojiSequence(bits: low | high << 19)
  }
}
