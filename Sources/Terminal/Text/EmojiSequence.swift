/// Emoji that are one picture of two columns: joined ones, with a tone of skin, a symbol that a selector
/// makes a picture, a keycap, the flag of a region.
///
/// By the grammar of UTS #51, and no more than that: at most four elements, as the longest that Unicode
/// recommends have, so nothing else rides along. Flags of two letters are no sequence here; they are a
/// base and a mark. It is a number of 60 bits, which a glyph holds by itself.
struct EmojiSequence: Equatable {
  let bits: UInt64

  /// Scalars that are to be looked at to tell one from what is too long: five elements of three at most, four
  /// joiners.
  static let lookahead = 19

  private static let mostElements = 4
  private static let bitsOfElement = 15
  private static let joiner: Unicode.Scalar = "\u{200D}"

  init(bits: UInt64) { self.bits = bits }

  private init(_ elements: [EmojiElement]) {
    bits = elements.reversed().reduce(0) { $0 << Self.bitsOfElement | $1.bits }
  }

  /// Reads the longest one at the start of some scalars; only its first element where too many are joined.
  ///
  /// - Parameter joins: whether elements may be joined.
  /// - Returns: nil where none stands there, and else where it ends.
  static func read(
    _ scalars: ArraySlice<Unicode.Scalar>, joins: Bool
  ) -> (sequence: EmojiSequence, end: Int)? {
    guard let first = EmojiElement.read(scalars), first.element.isWide else { return nil }
    var (elements, end) = ([first.element], first.end)
    while joins, !first.element.isSpecial, elements.count <= mostElements,
      let next = joined(to: end, in: scalars)
    {
      elements.append(next.element)
      end = next.end
    }
    if elements.count > mostElements { (elements, end) = ([first.element], first.end) }
    // A picture by itself is no sequence.
    guard elements.count > 1 || !first.element.isPictureAnyway else { return nil }
    return (EmojiSequence(elements), end)
  }

  private static func joined(
    to end: Int, in scalars: ArraySlice<Unicode.Scalar>
  ) -> (element: EmojiElement, end: Int)? {
    guard end < scalars.endIndex, scalars[end] == joiner,
      let next = EmojiElement.read(scalars[(end + 1)...]), !next.element.isSpecial
    else { return nil }
    return next
  }

  /// Whether a scalar may make a sequence of what stands before it.
  static func mayGoOn(with scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x200D: false
    case 0x200D, 0xFE0E...0xFE0F, 0x1F3FB...0x1F3FF, 0xE0061...0xE007A: true
    default: false
    }
  }

  /// What it was read from, with its joiners.
  var scalars: [Unicode.Scalar] {
    var (scalars, rest): ([Unicode.Scalar], UInt64) = ([], bits)
    while rest != 0 {
      if !scalars.isEmpty { scalars.append(Self.joiner) }
      scalars += EmojiElement(bits: rest & 0x7FFF).scalars
      rest >>= Self.bitsOfElement
    }
    return scalars
  }
}

extension EmojiElement {
  /// Whether terminals give two columns to what begins with it: else they differ.
  fileprivate var isWide: Bool { hasLook || isPictureAnyway }
}
