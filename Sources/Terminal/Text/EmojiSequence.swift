/// Emoji that form one picture of two columns: joined emoji, an emoji with a skin tone, a symbol
/// with a selector, a keycap, or the flag of a region.
///
/// It follows the grammar of UTS #51. It has at most four elements, as many as the longest sequence
/// that Unicode recommends, so that nothing else can be hidden in it. Flags of two letters are not
/// sequences here; they are a base and a mark. A sequence is a 60-bit number in the glyph.
struct EmojiSequence: Equatable {
  let bits: UInt64

  /// The number of scalars to read to detect a sequence that is too long: five elements of at most
  /// three scalars, and four joiners.
  static let lookahead = 19

  private static let mostElements = 4
  private static let bitsOfElement = 15
  private static let joiner: Unicode.Scalar = "\u{200D}"

  init(bits: UInt64) { self.bits = bits }

  private init(_ elements: [EmojiElement]) {
    bits = elements.reversed().reduce(0) { $0 << Self.bitsOfElement | $1.bits }
  }

  /// Reads the longest sequence at the start of the scalars; if too many elements are joined, reads
  /// only the first element.
  ///
  /// - Parameter joins: whether elements may be joined.
  /// - Returns: the sequence and its end, or nil if there is none.
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
    // A single emoji that is a picture by default is not a sequence.
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

  /// Whether a scalar may be the second one of a sequence.
  static func mayGoOn(with scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x200D: false
    case 0x200D, 0xFE0E...0xFE0F, 0x1F3FB...0x1F3FF, 0xE0061...0xE007A: true
    default: false
    }
  }

  /// The scalars of the sequence, with its joiners.
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
  /// Whether all terminals show a sequence that begins with this element in two columns; for other
  /// elements, terminals differ.
  fileprivate var isWide: Bool { hasLook || isPictureAnyway }
}
