/// What stands in one character position: a base and at most two marks, one or two columns wide.
///
/// A value of fixed size without a reference, so that a frame of thousands costs no allocation.
/// Only `SafeText` and the literals of this package make glyphs, so no control character can be
/// one.
public struct Glyph: Hashable, Sendable, BitwiseCopyable {
  /// The base, or zero for the right half of a wide glyph.
  package let base: UInt32
  /// The first mark, or zero.
  package let mark: UInt32
  /// The second mark, or zero.
  package let secondMark: UInt32
  /// As wide as the others, so that glyphs have no padding and lines of them compare by their bytes.
  private let columns: Int32
  /// Columns taken: 1 or 2, and 0 for the right half of a wide glyph.
  public var width: Int { Int(columns) }

  /// A blank.
  public static let space = Glyph(base: 0x20, width: 1)
  /// The right half of the wide glyph to its left.
  package static let continuation = Glyph(base: 0, width: 0)
  /// What stands for anything that cannot be shown.
  public static let replacement = Glyph(base: 0xFFFD, width: 1)

  package init(base: UInt32, mark: UInt32 = 0, secondMark: UInt32 = 0, width: Int) {
    self.base = base
    self.mark = mark
    self.secondMark = secondMark
    columns = Int32(width)
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
  package var isBlank: Bool { base == 0x20 && mark == 0 }

  /// Whether it is a printable character of ASCII, without marks.
  package var isASCII: Bool { base >= 0x20 && base < 0x7F && mark == 0 }

  /// Whether it is a flag: two regional indicators of one column each.
  package var isFlag: Bool { (0x1F1E6...0x1F1FF).contains(mark) }

  /// The glyph's scalars, none for the right half of a wide one.
  package var scalars: [Unicode.Scalar] {
    [base, mark, secondMark].compactMap { $0 == 0 ? nil : Unicode.Scalar($0) }
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
