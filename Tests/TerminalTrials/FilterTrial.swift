package import Randomness
import Terminal

/// A trial that reads arbitrary bytes as text, and checks the text that the filter returns.
package let filterTrial = Trial<UInt8>(
  "filter", drawing: { Noise.drawn(from: $0) { $0.text() } },
  brokenRule: { bytes in
    let text = FilteredText(bytes)
    return FilterRules.all.broken(by: text)
  })

/// Bytes as text, and the text that the filter returns for it.
struct FilteredText {
  let source: [Unicode.Scalar]
  let safe: SafeText
  /// The text that the filter returns for a terminal that draws emoji sequences as a whole.
  let joined: SafeText
  /// The same bytes filtered in two halves, and in pieces of three bytes, and joined again.
  let inPieces: [SafeText]

  init(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    source = Array(text.unicodeScalars)
    safe = SafeText(text)
    joined = SafeText(text, joinsEmoji: true)
    let half = bytes.count / 2
    inPieces = [
      Self.safe(bytes[..<half]) + Self.safe(bytes[half...]),
      SafeText(
        glyphs: stride(from: 0, to: bytes.count, by: 3).flatMap {
          Self.safe(bytes[$0..<min($0 + 3, bytes.count)]).glyphs
        }),
    ]
  }

  private static func safe(_ bytes: ArraySlice<UInt8>) -> SafeText {
    SafeText(String(decoding: bytes, as: UTF8.self))
  }
}

/// Rules for the text that the filter returns, for any input.
enum FilterRules {
  typealias FilterRule = Rule<FilteredText>

  /// All rules; the first one that is broken is reported.
  static let all = ofGlyphs + ofWholes + ofLayout + ofSequences

  private static let ofGlyphs = [
    FilterRule("nothing in it is obeyed, hidden or reorders") { text in
      ([text.safe] + text.inPieces).allSatisfy { !$0.holdsHostileScalar }
    },
    FilterRule("a glyph is one or two columns, those of its scalars together") { text in
      text.safe.glyphs.allSatisfy { (1...2).contains($0.width) && $0.width == $0.columnsOfScalars }
    },
    FilterRule("a glyph has one base and at most two marks") { text in
      text.safe.glyphs.allSatisfy(\.isOneBaseWithMarks)
    },
    FilterRule("the columns are those of the glyphs together") { text in
      ([text.safe] + text.inPieces).allSatisfy { text in
        text.width == text.glyphs.reduce(0) { $0 + $1.width }
      }
    },
  ]

  private static let ofWholes = [
    FilterRule(
      "there is a glyph a scalar at most, but for tabs, numbers and the circle at the start"
    ) { text in
      let circle = text.source.first?.isSpacingMark == true ? 1 : 0
      let tabs = text.source.count { $0 == "\t" }
      let signs = Array(text.safe.description.unicodeScalars).numbers.reduce(0) {
        $0 + $1.count - 1
      }
      return text.safe.glyphs.count <= text.source.count + 7 * tabs + signs + circle
    },
    FilterRule("what is not drawn is there by its number") { text in
      let shown = Set(Array(text.safe.description.unicodeScalars).numbers)
      return text.source.allSatisfy { $0.isInnocent || shown.contains($0.number) }
    },
    FilterRule("making it safe again changes nothing") { text in
      SafeText(text.safe.description) == text.safe
    },
    FilterRule("no letter or digit is lost or moved") { text in
      let bases = text.safe.glyphs.compactMap { Unicode.Scalar($0.base) }
      return bases.withoutNumbers.filter(\.isPlain)
        == text.source.withoutNumbers.filter(\.isPlain)
    },
  ]

  private static let ofLayout = [
    FilterRule("folded lines fit and are the text") { text in
      text.inColumns { columns in
        let lines = text.safe.folded(to: columns)
        return lines.allSatisfy { $0.width <= columns }
          && lines.flatMap(\.glyphs) == text.safe.glyphs
      }
    },
    FilterRule("wrapped lines fit and lose blanks alone") { text in
      text.inColumns { columns in
        let lines = text.safe.wrapped(to: columns)
        return lines.allSatisfy { $0.width <= columns }
          && lines.flatMap(\.visibleGlyphs) == text.safe.visibleGlyphs
      }
    },
    FilterRule("truncated text fits, and is cut no earlier than it must be") { text in
      text.inColumns { columns in
        let cut = text.safe.truncated(to: columns)
        guard text.safe.width > columns else { return cut == text.safe }
        return cut.width <= columns && cut.width >= columns - 1 && cut.glyphs.last == Glyph("…")
          && text.safe.glyphs.starts(with: cut.glyphs.dropLast())
      }
    },
    FilterRule("on a canvas what follows stands where it ends, and no half is alone") { text in
      text.drawsWhole()
    },
  ]
}

extension FilterRules {
  /// Rules for terminals that draw emoji sequences as a whole.
  fileprivate static let ofSequences = [
    FilterRule("a sequence has two columns, four emoji at most, and nothing rides along") { text in
      text.joined.glyphs.allSatisfy { !$0.isSequence || $0.isSoundSequence }
    },
    FilterRule("what is no sequence is as it is where none is") { text in
      let others = text.joined.glyphs.filter { !$0.isSequence }
      return !SafeText(glyphs: others).holdsHostileScalar
        && others.allSatisfy { (1...2).contains($0.width) && $0.isOneBaseWithMarks }
    },
    FilterRule("the text says whether it would have a sequence") { text in
      text.safe.hasEmojiParts == text.joined.glyphs.contains(where: \.isSequence)
        && (text.safe.hasEmojiParts || text.safe == text.joined) && !text.joined.hasEmojiParts
    },
    FilterRule("making it safe again changes nothing, with sequences") { text in
      SafeText(text.joined.description, joinsEmoji: true) == text.joined
    },
    FilterRule("no letter or digit is lost or moved, with sequences") { text in
      Array(text.joined.description.unicodeScalars).withoutNumbers.filter(\.isPlain)
        == text.source.withoutNumbers.filter(\.isPlain)
    },
  ]
}

extension FilteredText {
  /// Whether a condition is true for several numbers of columns, from the smallest that holds any
  /// glyph.
  fileprivate func inColumns(_ holds: (Int) -> Bool) -> Bool {
    [2, 3, 8, safe.width - 1].allSatisfy { $0 < 2 || holds($0) }
  }

  fileprivate func drawsWhole() -> Bool {
    var canvas = Canvas(size: Size(lines: 1, columns: safe.width + 1))
    guard canvas.draw(safe + "|") == safe.width + 1 else { return false }
    let isThere = canvas.glyphs.filter { $0.width > 0 } == safe.glyphs + [Glyph("|")]
    var narrow = Canvas(size: Size(lines: 1, columns: max(1, safe.width / 2)))
    narrow.draw(safe, at: Point(line: 0, column: -safe.width / 4))
    return isThere && canvas.hasNoHalves && narrow.hasNoHalves
  }
}

extension Canvas {
  /// Whether each wide glyph has its right half and the canvas, which has one line, contains no
  /// other halves.
  fileprivate var hasNoHalves: Bool {
    var columns = 0
    for glyph in glyphs {
      let isHalf = glyph.width == 0
      guard isHalf == (columns == 1) else { return false }
      columns = isHalf ? 0 : glyph.width - 1
    }
    return columns == 0
  }
}

extension SafeText {
  var holdsHostileScalar: Bool {
    glyphs.contains { glyph in
      // Zero means that the glyph has no mark.
      HostileScalars.contains(glyph.base) || glyph.mark.isHostileMark
        || glyph.secondMark.isHostileMark
    }
  }

  fileprivate var visibleGlyphs: [Glyph] { glyphs.filter { !$0.isBlank } }
}

extension UInt32 {
  /// Whether the mark must not be drawn.
  ///
  /// Zero means that the glyph has no mark, and a non-joiner belongs to the letters of some
  /// scripts; therefore both are harmless.
  fileprivate var isHostileMark: Bool {
    self != 0 && self != 0x200C && HostileScalars.contains(self)
  }
}

extension [Unicode.Scalar] {
  /// The scalars without the numbers that represent characters, or that look like such numbers.
  fileprivate var withoutNumbers: [Unicode.Scalar] { parted.rest }

  /// The numbers that represent characters, such as `<U+200B>`.
  fileprivate var numbers: [String] { parted.numbers }

  private var parted: (rest: [Unicode.Scalar], numbers: [String]) {
    var (rest, numbers, index): ([Unicode.Scalar], [String], Int) = ([], [], 0)
    while index < count {
      let number = self[index...].prefix(10).prefix { $0 != ">" }
      let digits = number.dropFirst(3)
      let isNumber =
        number.starts(with: "<U+".unicodeScalars) && (4...6).contains(digits.count)
        && digits.allSatisfy { $0.properties.isASCIIHexDigit && !$0.properties.isLowercase }
        && number.endIndex < count && self[number.endIndex] == ">"
      if isNumber {
        numbers.append(String(String.UnicodeScalarView(self[index...number.endIndex])))
        index = number.endIndex + 1
      } else {
        rest.append(self[index])
        index += 1
      }
    }
    return (rest, numbers)
  }
}

extension Glyph {
  fileprivate var columnsOfScalars: Int {
    scalars.reduce(0) { $0 + (TextWidth.columns(of: $1) ?? 100) }
  }

  /// Whether the glyph is a valid sequence: up to four emoji, with their variation selectors or
  /// skin tones and joiners between them, a keycap, or the flag of a region.
  fileprivate var isSoundSequence: Bool {
    let elements = scalars.split(separator: "\u{200D}", omittingEmptySubsequences: false)
    return width == 2 && (1...4).contains(elements.count)
      && elements.allSatisfy { element in
        guard let base = element.first, base.properties.isEmoji else { return false }
        let look = element.dropFirst()
        return look.count < 2
          && look.allSatisfy { $0 == "\u{FE0F}" || $0.properties.isEmojiModifier }
          || base.isASCII && look.elementsEqual(["\u{FE0F}", "\u{20E3}"])
          || elements.count == 1 && base == "🏴" && look.count == 6 && look.last == "\u{E007F}"
      }
  }

  fileprivate var isOneBaseWithMarks: Bool {
    let isFlag = scalars.count == 2 && scalars.allSatisfy { (0x1F1E6...0x1F1FF).contains($0.value) }
    return isFlag || scalars.dropFirst().allSatisfy { TextWidth.columns(of: $0) == 0 }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar need not be shown by its number: controls have pictures, and joiners and
  /// selectors change the look of their neighbors.
  fileprivate var isInnocent: Bool {
    switch value {
    case 0..<0xA0 where !(0x80..<0xA0).contains(value): true
    case 0x200C...0x200D, 0xFE0E...0xFE0F, 0xE0100...0xE01EF, 0x2028...0x2029: true
    default: !HostileScalars.contains(value)
    }
  }

  fileprivate var number: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "<U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ">"
  }

  /// Whether the scalar is a separate letter or digit, which no rule affects.
  fileprivate var isPlain: Bool {
    if isASCII { return properties.numericType != nil || properties.isAlphabetic }
    guard !HostileScalars.contains(value), !properties.isEmoji else { return false }
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber:
      return (TextWidth.columns(of: self) ?? 0) > 0
    default: return false
    }
  }
}
