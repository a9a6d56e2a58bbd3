/// What stands in one character position: a base and at most two marks, one or two columns wide; or a
/// sequence of emoji, two columns wide.
///
/// A value of eight bytes without a reference, so that a frame of thousands costs no allocation and
/// stays in the processor's cache.
/// Only `SafeText` and the literals of this package make glyphs, so no control character can be
/// one.
public struct Glyph: Hashable, Sendable, BitwiseCopyable {
  /// From the lowest bit, 21 for the base, 20 for each mark, one that only a sequence of emoji uses, 2 for
  /// the columns.
  ///
  /// No mark has a number beyond 20 bits, because plane 16 is for private use.
  @usableFromInline package let bits: UInt64

  /// The base, zero for the right half of a wide glyph, and beyond U+10FFFF for a sequence.
  @inlinable package var base: UInt32 { UInt32(truncatingIfNeeded: bits & 0x1F_FFFF) }
  /// The first mark, or zero.
  @inlinable package var mark: UInt32 { UInt32(truncatingIfNeeded: bits >> 21 & 0xF_FFFF) }
  /// The second mark, or zero.
  @inlinable package var secondMark: UInt32 { UInt32(truncatingIfNeeded: bits >> 41 & 0xF_FFFF) }
  /// Columns taken: 1 or 2, and 0 for the right half of a wide glyph.
  @inlinable public var width: Int { Int(truncatingIfNeeded: bits >> 62) }

  // Made each time, which is a constant in the code: a stored one would first be checked for being
  // initialised, ten thousand times a frame.

  /// A blank.
  @inlinable public static var space: Glyph { Glyph(base: 0x20, width: 1) }
  /// The right half of the wide glyph to its left.
  package static var continuation: Glyph { Glyph(base: 0, width: 0) }
  /// What stands for anything that cannot be shown.
  public static var replacement: Glyph { Glyph(base: 0xFFFD, width: 1) }

  @inlinable package init(base: UInt32, mark: UInt32 = 0, secondMark: UInt32 = 0, width: Int) {
    let marks = UInt64(mark & 0xF_FFFF) << 21 | UInt64(secondMark & 0xF_FFFF) << 41
    bits = UInt64(base) | marks | UInt64(width) << 62
  }

  /// Creates a glyph of a printable scalar; anything else becomes U+FFFD.
  public init(_ scalar: Unicode.Scalar) {
    let width = TextWidth.columns(of: scalar)
    guard let width, width > 0, !SafeText.isForbidden(scalar), !SafeText.isInvisible(scalar) else {
      self = .replacement
      return
    }
    self.init(base: scalar.value, width: width)
  }

  /// Whether it is a blank, without marks.
  @inlinable package var isBlank: Bool { bits == Self.space.bits }

  /// Whether it is a printable character of ASCII, without marks.
  @inlinable package var isASCII: Bool { bits &- (1 << 62 | 0x20) < 0x5F }

  /// Whether it is a flag: two regional indicators of one column each.
  package var isFlag: Bool { (0x1F1E6...0x1F1FF).contains(mark) && !isSequence }

  /// The glyph's scalars, none for the right half of a wide one.
  package var scalars: [Unicode.Scalar] {
    if let sequence { return sequence.scalars }
    return [base, mark, secondMark].compactMap { $0 == 0 ? nil : Unicode.Scalar($0) }
  }

  /// Appends it as UTF-8, without an array for the few scalars that most glyphs have.
  package func appendUTF8(to bytes: inout [UInt8]) {
    if isSequence { return bytes.append(contentsOf: description.utf8) }
    for number in [base, mark, secondMark] where number != 0 {
      guard let scalar = Unicode.Scalar(number), let encoded = UTF8.encode(scalar) else { continue }
      bytes.append(contentsOf: encoded)
    }
  }
}

extension Glyph: CustomStringConvertible {
  /// The glyph as text.
  public var description: String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }
}

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

/// What stands in one place of a canvas: a glyph in a style.
package struct StyledGlyph: Hashable, Sendable, BitwiseCopyable {
  /// The glyph, of a wide one the left half or the right.
  package var glyph: Glyph
  /// How it looks.
  package var style: Style

  /// Puts a glyph into a style.
  package init(glyph: Glyph, style: Style) { (self.glyph, self.style) = (glyph, style) }

  /// Nothing, in the terminal's own colours.
  package static var blank: StyledGlyph { StyledGlyph(glyph: .space, style: .plain) }
}
