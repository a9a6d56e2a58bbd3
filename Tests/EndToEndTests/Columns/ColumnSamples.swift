import Terminal

/// Text on whose columns terminals may differ, made of Unicode's rules and of no list.
///
/// A mark stands on an `o`, so that no sample changes what is before it.
enum ColumnSamples {
  /// All of them.
  static var all: [String] {
    let many = emoji + flags + syllables
    return scalars + many + coloured(many)
  }

  /// Every mark, wide sign and number, and of what is narrow, and of the wide letters, one in 19.
  private static var scalars: [String] {
    everyScalar.filter { scalar in
      let columns = TextWidth.columns(of: scalar)
      let isOneOfMany = columns == 1 || (columns == 2 && scalar.properties.isAlphabetic)
      return !isOneOfMany || scalar.properties.isEmoji || scalar.value % 19 == 0
        || scalar.properties.generalCategory == .otherNumber
    }.filter { scalar in
      !scalar.properties.isUnifiedIdeograph || scalar.value % 247 == 0
    }.map { scalar in
      TextWidth.columns(of: scalar) == 0 ? "o\(scalar)" : String(scalar)
    }
  }

  /// What Unicode has assigned beyond ASCII, without controls and private use.
  private static var everyScalar: [Unicode.Scalar] {
    (UInt32(0xA0)...0x10FFFF).compactMap(Unicode.Scalar.init).filter { scalar in
      TextWidth.columns(of: scalar) != nil && scalar.properties.generalCategory != .privateUse
        && !scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  // MARK: Emoji

  private static var emoji: [String] { selected + keycaps + toned + joined }

  private static let emojiScalars = everyScalar.filter { $0.properties.isEmoji }

  private static let tones = (0x1F3FB...0x1F3FF).compactMap(Unicode.Scalar.init)

  /// Pictures as text, and text as pictures: variation selectors 15 and 16.
  private static var selected: [String] {
    emojiScalars.map { $0.properties.isEmojiPresentation ? "\($0)\u{FE0E}" : "\($0)\u{FE0F}" }
  }

  private static var keycaps: [String] {
    "0123456789#*".flatMap { ["\($0)\u{FE0F}\u{20E3}", "\($0)\u{20E3}"] }
  }

  private static var toned: [String] {
    emojiScalars.filter { $0.properties.isEmojiModifierBase }.flatMap { base in
      tones.map { "\(base)\($0)" } + ["\(base)\(tones[0])\u{200D}♀\u{FE0F}"]
    }
  }

  /// People with a sign each, families, and two things that are one.
  private static var joined: [String] {
    let people: [Unicode.Scalar] = ["👨", "👩", "🧑"]
    let things = emojiScalars.filter { $0.value > 0x2600 }
    let signed =
      things.map { "🧑\u{200D}\($0)" } + things.map { "👩\(tones[2])\u{200D}\($0)" }
    let families = people.flatMap { first in
      people.flatMap { second in
        ["👦", "👧", "👧\u{200D}👦"].map { "\(first)\u{200D}\(second)\u{200D}\($0)" }
      }
    }
    return signed + families + ["❤\u{FE0F}\u{200D}🔥", "🐻\u{200D}❄\u{FE0F}", "🏴\u{200D}☠\u{FE0F}"]
  }

  /// Some of them again in colours, whose sequences take no columns, and stand between what belongs together.
  private static func coloured(_ samples: [String]) -> [String] {
    samples.enumerated().filter { index, sample in
      index % 7 == 0 && ColumnDifference(of: sample) == .unexplained
    }.map { _, sample in
      let scalars = sample.unicodeScalars
      let (first, rest) = (String(scalars.prefix(1)), String(scalars.dropFirst()))
      return "\u{1B}[1;31m\(first)\u{1B}[48;5;60m\(rest)\u{1B}[m"
    }
  }

  // MARK: Flags

  /// Two letters each, one and three of them, and flags of tags, one without its end.
  private static var flags: [String] {
    let letters = (0x1F1E6...0x1F1FF).compactMap(Unicode.Scalar.init)
    let pairs = letters.flatMap { first in letters.map { "\(first)\($0)" } }
    let tags = "\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}"
    return pairs + ["🇩", "🇩🇪🇫", "🇩🇪🇫🇷", "🏴\(tags)\u{E007F}", "🏴\(tags)", "🏳\u{FE0F}\u{200D}🌈"]
  }

  // MARK: Syllables

  private static var syllables: [String] { hangul + conjuncts + thai + arabic + stacks }

  /// Leading jamo, and with a vowel, and with a vowel and a trailing one.
  private static var hangul: [String] {
    (0x1100...0x1112).compactMap(Unicode.Scalar.init).flatMap { lead in
      ["\(lead)\u{1161}", "\(lead)\u{1161}\u{11A8}", "\(lead)\(lead)\u{1175}", "가\u{11A8}"]
    }
  }

  /// Two consonants of a script with its virama between them, and with each of its vowel signs.
  private static var conjuncts: [String] {
    stride(from: UInt32(0x900), through: 0xD80, by: 0x80).flatMap { block -> [String] in
      let scalars = (block..<block + 0x80).compactMap(Unicode.Scalar.init)
      let letters = scalars.filter { $0.properties.generalCategory == .otherLetter }.suffix(24)
      guard let first = letters.first, let second = letters.dropFirst(5).first,
        let virama = scalars.first(where: { $0.properties.canonicalCombiningClass == .virama })
      else { return [] }
      let signs = scalars.filter { TextWidth.columns(of: $0) == 0 }
      return ["\(first)\(virama)\(second)", "\(first)\(virama)\u{200D}\(second)"]
        + signs.map { "\(first)\(virama)\(second)\($0)" }
    }
  }

  private static var thai: [String] {
    ["ก", "ญ", "ป", "ຂ"].flatMap { base in
      ["\u{E31}", "\u{E33}", "\u{E34}\u{E48}", "\u{E39}\u{E49}", "\u{E47}"].map { base + $0 }
    }
  }

  private static var arabic: [String] {
    (0x64B...0x65F).compactMap(Unicode.Scalar.init).flatMap { mark in
      ["ب\(mark)", "ل\(mark)ا", "ش\u{651}\(mark)"]
    }
  }

  /// More marks than one.
  private static var stacks: [String] {
    [1, 2, 3, 8].flatMap { count in
      ["o", "漢", "😀", "🇩🇪"].map { $0 + String(repeating: "\u{301}", count: count) }
    }
  }
}
