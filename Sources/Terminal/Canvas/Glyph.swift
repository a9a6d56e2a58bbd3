/// A character of one or two columns with at most two marks, or an emoji sequence of two columns.
///
/// It is a value of eight bytes without a reference, so that a glyph needs no allocation, and a
/// frame with thousands of glyphs fits into the processor's cache. Outside this package, a glyph is
/// created from text or a scalar that is checked, so it is never a control character.
public struct Glyph: Hashable, Sendable, BitwiseCopyable {
  /// From the lowest bit: 21 bits for the base, 20 for each mark, one that only emoji sequences
  /// use, and 2 for the width.
  ///
  /// No mark has a code point beyond 20 bits, because plane 16 is for private use.
  @usableFromInline package let bits: UInt64

  /// The base; zero for the right half of a wide glyph, and beyond U+10FFFF for an emoji sequence.
  @inlinable package var base: UInt32 { UInt32(truncatingIfNeeded: bits & 0x1F_FFFF) }
  /// The first mark, or zero.
  @inlinable package var mark: UInt32 { UInt32(truncatingIfNeeded: bits >> 21 & 0xF_FFFF) }
  /// The second mark, or zero.
  @inlinable package var secondMark: UInt32 { UInt32(truncatingIfNeeded: bits >> 41 & 0xF_FFFF) }
  /// The width in columns: 1 or 2, and 0 for the right half of a wide glyph.
  @inlinable public var width: Int { Int(truncatingIfNeeded: bits >> 62) }

  // Computed properties compile to constants; stored ones would be checked for initialization ten
  // thousand times per frame.

  /// A blank.
  @inlinable public static var space: Glyph { Glyph(base: 0x20, width: 1) }
  /// The right half of the wide glyph to its left.
  package static var continuation: Glyph { Glyph(base: 0, width: 0) }
  /// The replacement for a character that cannot be shown.
  public static var replacement: Glyph { Glyph(base: 0xFFFD, width: 1) }

  @inlinable package init(base: UInt32, mark: UInt32 = 0, secondMark: UInt32 = 0, width: Int) {
    let marks = UInt64(mark & 0xF_FFFF) << 21 | UInt64(secondMark & 0xF_FFFF) << 41
    bits = UInt64(base) | marks | UInt64(width) << 62
  }

  /// Creates a glyph from a printable scalar; any other scalar becomes U+FFFD.
  public init(_ scalar: Unicode.Scalar) {
    let width = TextWidth.columns(of: scalar)
    guard let width, width > 0, !SafeText.isForbidden(scalar), !SafeText.isInvisible(scalar) else {
      self = .replacement
      return
    }
    self.init(base: scalar.value, width: width)
  }

  /// Whether the glyph is a space without marks.
  @inlinable package var isBlank: Bool { bits == Self.space.bits }

  /// Whether the glyph is a printable ASCII character without marks.
  @inlinable package var isASCII: Bool { bits &- (1 << 62 | 0x20) < 0x5F }

  /// Whether the glyph is a flag: two regional indicators of one column each.
  package var isFlag: Bool { (0x1F1E6...0x1F1FF).contains(mark) && !isSequence }

  /// The glyph's scalars; empty for the right half of a wide glyph.
  package var scalars: [Unicode.Scalar] {
    if let sequence { return sequence.scalars }
    return [base, mark, secondMark].compactMap { $0 == 0 ? nil : Unicode.Scalar($0) }
  }

  /// Appends the glyph as UTF-8; for most glyphs, no array of scalars is created.
  package func appendUTF8(to bytes: inout [UInt8]) {
    if isSequence { return bytes.append(contentsOf: description.utf8) }
    if base < 0x80, base != 0, mark == 0 { return bytes.append(UInt8(base)) }
    for number in [base, mark, secondMark] where number != 0 {
      guard let scalar = Unicode.Scalar(number), let encoded = UTF8.encode(scalar) else { continue }
      bytes.append(contentsOf: encoded)
    }
  }
}

extension Glyph: CustomStringConvertible {
  /// The glyph as a string.
  public var description: String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }
}

/// An emoji sequence as one glyph.
///
/// The whole sequence is in the bits of the glyph, because a separate table would need a lock, and
/// text from outside could fill it. The base of the glyph is then beyond all code points of
/// Unicode, so it never equals a base that is searched for.
extension Glyph {
  /// The bits that mark a sequence: 19 and 20 together, because even the largest base, U+10FFFF,
  /// has only one of them.
  private static var isSequenceBits: UInt64 { 3 << 19 }

  init(_ sequence: EmojiSequence) {
    let (low, high) = (sequence.bits & 0x7_FFFF, sequence.bits >> 19)
    bits = low | Self.isSequenceBits | high << 21 | 2 << 62
  }

  /// Whether the glyph is an emoji sequence.
  package var isSequence: Bool { bits & Self.isSequenceBits == Self.isSequenceBits }

  /// The emoji sequence; nil if the glyph is not one.
  var sequence: EmojiSequence? {
    guard isSequence else { return nil }
    let (low, high) = (bits & 0x7_FFFF, bits >> 21 & 0x1FF_FFFF_FFFF)
    return EmojiSequence(bits: low | high << 19)
  }
}

/// A glyph in a style.
package struct StyledGlyph: Hashable, Sendable, BitwiseCopyable {
  /// The glyph; for a wide glyph its left or right half.
  package var glyph: Glyph
  /// The style.
  package var style: Style

  /// Creates a glyph in a style.
  package init(glyph: Glyph, style: Style) { (self.glyph, self.style) = (glyph, style) }

  /// A space in the terminal's own colors.
  package static var blank: StyledGlyph { StyledGlyph(glyph: .space, style: .plain) }
}
