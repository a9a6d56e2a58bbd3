/// An emoji and its presentation: the part between two joiners of a sequence.
///
/// It is a 15-bit number, so that four of them fit into a glyph: twelve bits for the emoji, three
/// for its presentation. Zero stands for no element.
struct EmojiElement: Equatable {
  let bits: UInt64

  /// The presentation of an emoji: its default, a picture, or a skin tone.
  private enum Look {
    static let own: UInt64 = 0
    static let picture: UInt64 = 1
    /// The first of five skin tones.
    static let tone: UInt64 = 2
    /// A keycap, which has the number of its character, or the flag of a region.
    static let special: UInt64 = 7
  }

  /// The blocks that contain emoji; each of their code points has a number, from 1.
  private static let blocks: [ClosedRange<UInt32>] = [
    0xA9...0xAE, 0x203C...0x2049, 0x2122...0x2139, 0x2190...0x21FF, 0x2300...0x23FF,
    0x24C2...0x24C2, 0x25A0...0x25FF, 0x2600...0x27BF, 0x2930...0x293F, 0x2B00...0x2B5F,
    0x3030...0x303D, 0x3297...0x3299, 0x1F000...0x1FAFF,
  ]

  /// The regions whose flags fonts contain; the tags of other regions would hide text behind a
  /// black flag.
  private static let regions: [[Unicode.Scalar]] = ["gbeng", "gbsct", "gbwls"].map { name in
    name.utf8.compactMap { Unicode.Scalar(0xE0000 + UInt32($0)) } + ["\u{E007F}"]
  }

  private static let selector: Unicode.Scalar = "\u{FE0F}"
  private static let blackFlag: Unicode.Scalar = "\u{1F3F4}"
  private static let keycap: Unicode.Scalar = "\u{20E3}"

  init(bits: UInt64) { self.bits = bits }

  private init(_ number: UInt64, _ look: UInt64) { bits = number << 3 | look }

  // MARK: Reading

  /// Reads an element at the start of the scalars.
  ///
  /// - Returns: the element and its end, or nil if there is none.
  static func read(_ scalars: ArraySlice<Unicode.Scalar>) -> (element: EmojiElement, end: Int)? {
    guard let base = scalars.first else { return nil }
    let rest = scalars.dropFirst()
    if base.isASCII { return keycap(base, rest) }
    guard base.mayBeginElement, let number = number(of: base.value) else { return nil }
    if let (look, end) = tone(of: base, rest) { return (EmojiElement(number, look), end) }
    if rest.first == selector { return (EmojiElement(number, Look.picture), rest.startIndex + 1) }
    if base == blackFlag, let region = regions.firstIndex(where: rest.starts) {
      let end = rest.startIndex + regions[region].count
      return (EmojiElement(UInt64(region), Look.special), end)
    }
    return (EmojiElement(number, Look.own), rest.startIndex)
  }

  /// The skin tone after an emoji, and its end; nil if the emoji has none.
  ///
  /// A selector before the skin tone has no effect.
  private static func tone(
    of base: Unicode.Scalar, _ rest: ArraySlice<Unicode.Scalar>
  ) -> (look: UInt64, end: Int)? {
    let isSelected = rest.first.map { (0xFE0E...0xFE0F).contains($0.value) } ?? false
    let rest = isSelected ? rest.dropFirst() : rest
    guard let tone = rest.first, tone.isSkinTone, base.properties.isEmojiModifierBase else {
      return nil
    }
    return (Look.tone + UInt64(tone.value & 7) - 3, rest.startIndex + 1)
  }

  private static func keycap(
    _ base: Unicode.Scalar, _ rest: ArraySlice<Unicode.Scalar>
  ) -> (element: EmojiElement, end: Int)? {
    guard "0123456789#*".unicodeScalars.contains(base), rest.starts(with: [selector, keycap]) else {
      return nil
    }
    return (EmojiElement(UInt64(base.value), Look.special), rest.startIndex + 2)
  }

  private static func number(of value: UInt32) -> UInt64? {
    var first: UInt32 = 1
    for block in blocks {
      if block.contains(value) { return UInt64(first + value - block.lowerBound) }
      first += UInt32(block.count)
    }
    return nil
  }

  // MARK: Properties

  /// Whether the element is a keycap or the flag of a region, which cannot be joined.
  var isSpecial: Bool { bits & 7 == Look.special }

  /// Whether the presentation is given explicitly.
  var hasLook: Bool { bits & 7 != Look.own }

  /// Whether all terminals show the element as a picture even without an explicit presentation;
  /// false for an emoji with a skin tone, a keycap and the flag of a region.
  var isPictureAnyway: Bool {
    let look = bits & 7
    guard look == Look.own || look == Look.picture else { return false }
    return Self.scalar(bits >> 3)?.properties.isEmojiPresentation ?? false
  }

  /// The scalars of the element, without a selector before a skin tone; empty if it is not an
  /// element.
  var scalars: [Unicode.Scalar] {
    let (number, look) = (bits >> 3, bits & 7)
    if look == Look.special { return Self.special(number) }
    guard bits != 0, let base = Self.scalar(number) else { return [] }
    switch look {
    case Look.own: return [base]
    case Look.picture: return [base, Self.selector]
    default: return [base] + [Unicode.Scalar(0x1F3FB + UInt32(look - Look.tone))].compactMap(\.self)
    }
  }

  private static func special(_ number: UInt64) -> [Unicode.Scalar] {
    if number < regions.count { return [blackFlag] + regions[Int(number)] }
    return [Unicode.Scalar(UInt8(truncatingIfNeeded: number)), selector, keycap]
  }

  private static func scalar(_ number: UInt64) -> Unicode.Scalar? {
    var left = UInt32(truncatingIfNeeded: number) &- 1
    for block in blocks {
      if left < block.count { return Unicode.Scalar(block.lowerBound + left) }
      left -= UInt32(block.count)
    }
    return nil
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a skin tone (Emoji_Modifier).
  var isSkinTone: Bool { (0x1F3FB...0x1F3FF).contains(value) }

  /// Whether the scalar is half a flag.
  var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }

  /// Whether the scalar may begin an element other than a keycap.
  fileprivate var mayBeginElement: Bool {
    properties.isEmoji && !isSkinTone && !isRegionalIndicator
      && (TextWidth.columns(of: self) ?? 0) > 0
  }
}
