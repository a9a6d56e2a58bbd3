import CSearch
import Randomness
import Testing

@testable import Search

/// The search of UTF-16 of which one byte of each unit is known.
@Suite struct `A text of units` {
  /// Characters whose units have different bytes.
  private static let characters = Array("abcXYZ éÉßẞžŽяЯłŁ字🚁😀\u{10400}\u{10428}")
  /// Letters with more than two cases, and some of these.
  private static let withThirdCases =
    Array("abcksåωо") + Array("\u{17F}\u{212A}\u{212B}\u{2126}\u{1C82}")

  private static func bytes(of text: String, isBigEndian: Bool) -> [UInt8] {
    text.utf16.flatMap { unit in
      let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      return isBigEndian ? pair.reversed() : pair
    }
  }

  /// Whether a probe considers a match possible in a text.
  private static func mayMatch(_ text: String, _ pattern: SearchPattern, isBigEndian: Bool) throws
    -> Bool
  {
    let probe = NeedleProbe(try #require(UnitNeedles(pattern, longest: 9)))
    let bytes = bytes(of: text, isBigEndian: isBigEndian)
    var (narrow, units) = ([UInt8](repeating: 0x5A, count: bytes.count / 2), endless_units())
    endless_narrow_units(&units, bytes, narrow.count, isBigEndian, &narrow)
    return narrow.withUnsafeBytes { probe.mayMatch(in: $0) }
  }

  private static func matches(_ text: String, _ pattern: SearchPattern) throws -> Bool {
    try Array(text.utf8).withUnsafeBytes { bytes in
      try Matcher(pattern).nextMatchingLine(in: bytes, from: 0) != nil
    }
  }

  /// A text that may contain a string, with some of its letters in other cases.
  private static func text(
    with needle: String, of letters: [Character], _ random: inout SplitMix64
  ) -> String {
    var parts = (0..<random.within(0...3)).map { _ in
      String((0..<random.within(0...40)).map { _ in random.pick(letters) })
    }
    if random.occurs(inPercent: 40) {
      let cased = needle.map { letter in
        random.occurs(inPercent: 30)
          ? random.pick([letter.uppercased(), letter.lowercased()]) : String(letter)
      }
      parts.insert(cased.joined(), at: random.within(0...parts.count))
    }
    return parts.joined()
  }

  @Test(arguments: 1...20)
  func `may have a match only if a needle is in it, in any case of its letters`(seed: UInt64)
    throws
  {
    var random = SplitMix64(start: seed)
    for _ in 0..<40 {
      let letters = random.occurs(inPercent: 50) ? Self.characters : Array("abX")
      let needle = String((0..<random.within(1...5)).map { _ in random.pick(letters) })
      let pattern = try SearchPattern(
        needle, case: random.pick([.smart, .ignored, .sensitive]), kind: .literal)
      for _ in 0..<40 {
        let text = Self.text(with: needle, of: letters, &random)
        let isBigEndian = random.occurs(inPercent: 50)
        let isThere = try Self.matches(text, pattern)
        #expect(
          try Self.mayMatch(text, pattern, isBigEndian: isBigEndian) == isThere,
          "\(needle) in \(text)")
      }
    }
  }

  @Test(arguments: 1...10)
  func `may have a match wherever it has one, even with a third case of a letter`(seed: UInt64)
    throws
  {
    var random = SplitMix64(start: seed)
    for _ in 0..<40 {
      let needle = String((0..<random.within(1...3)).map { _ in random.pick(Self.withThirdCases) })
      let pattern = try SearchPattern(needle, case: .ignored, kind: .literal)
      for _ in 0..<40 {
        let text = Self.text(with: needle, of: Self.withThirdCases, &random)
        guard try Self.matches(text, pattern) else { continue }
        #expect(try Self.mayMatch(text, pattern, isBigEndian: false), "\(needle) in \(text)")
      }
    }
  }

  @Test func `is searched for the start of a needle that is longer than the probe allows`() throws {
    let pattern = try SearchPattern("größerer Fehler", case: .ignored, kind: .literal)
    #expect(try Self.mayMatch("ein GRÖßERER FEHLER", pattern, isBigEndian: false))
    #expect(try Self.mayMatch("ein größerer Baum", pattern, isBigEndian: false))
    #expect(try !Self.mayMatch("ein größeres", pattern, isBigEndian: false))
  }

  @Test(arguments: [
    ("größer", ["größer"]), ("ошибка", ["ошибка"]), ("błąd \\d+", ["błąd "]),
    ("漢字|😀x", ["漢字", "😀x"]),
    ("σφάλμα?", ["σφάλμ"]), (".*", []),
  ])
  func `is searched for the longest strings of a pattern`(
    pattern: String, expected: [String]
  ) throws {
    let literals = try SearchPattern(pattern, case: .ignored).unitLiterals
    #expect(literals.map { String(decoding: $0.flatMap { $0.all[0] }, as: UTF16.self) } == expected)
  }

  // PCRE2 compares these letters as equal since Unicode 15.1.
  @Test(arguments: ["\u{390}\u{1FD3}", "\u{3B0}\u{1FE3}", "\u{FB05}\u{FB06}"])
  func `has the forms of letters that are equal only for a newer PCRE2`(pair: String) throws {
    for letter in pair.unicodeScalars {
      let forms = try #require(UnitForms(letter, ignoresCase: true)).all
      #expect(Set(forms) == Set(pair.utf16.map { [$0] }))
    }
  }

  /// Each letter that PCRE2 considers equal to a letter is among the forms of that letter.
  @Test func `has no other cases of a letter than those that are known`() throws {
    let all = (UInt32(0x21)...0x1_FFFF).compactMap(Unicode.Scalar.init)
    let text = Array(String(String.UnicodeScalarView(all)).utf8)
    for scalar in all where scalar.hasCase {
      let forms = try #require(UnitForms(scalar, ignoresCase: true))
      let pattern = try SearchPattern(String(scalar), case: .ignored, kind: .literal)
      let equal = try text.withUnsafeBytes { try Matcher(pattern).scalars(in: $0) }
      #expect(equal.contains(scalar))
      for other in equal {
        #expect(forms.all.contains(Array(other.utf16)), "\(scalar) matches \(other)")
      }
    }
  }

  @Test(arguments: 1...20) func `is measured as it is decoded`(seed: UInt64) {
    var random = SplitMix64(start: seed)
    // Each kind of text is measured in another way, and so is the next text of another kind.
    let kinds: [[Character]] = [
      [
        "a", "\n", "é", "漢", "😀", "\u{1B}", "\u{8}", "\u{7F}", "\u{80}", "\u{7FF}", "\u{800}",
        "\u{FFFF}", "\u{10FFFF}", "\u{17F}", "\u{212A}", "\u{A0A}", "\u{80A}", "\u{1B1B}",
      ],
      ["a", "b", "\n", " ", "\u{1B}"], ["a", "\n", "é", "я", "漢", "\u{8}", "\u{D7FF}", "\u{E000}"],
    ]
    let text = String(
      (0..<random.within(0...4)).flatMap { _ in
        let characters = random.pick(kinds)
        return (0..<random.within(0...9_000)).map { _ in random.pick(characters) }
      })
    let isBigEndian = random.occurs(inPercent: 50)
    let bytes = Self.bytes(of: text, isBigEndian: isBigEndian)
    var (narrow, units) = ([UInt8](repeating: 0x5A, count: bytes.count / 2), endless_units())
    // The text is measured in pieces, which may end within a pair.
    var at = 0
    while at < narrow.count {
      let count = min(random.within(1...9_000), narrow.count - at)
      bytes.withUnsafeBufferPointer { bytes in
        narrow.withUnsafeMutableBufferPointer { narrow in
          endless_narrow_units(
            &units, bytes.baseAddress.map { $0 + 2 * at }, count, isBigEndian,
            narrow.baseAddress.map { $0 + at })
        }
      }
      at += count
    }
    #expect(narrow == text.utf16.map(endless_byte_of))
    #expect(units.bytes == text.utf8.count)
    #expect(units.line_feeds == text.utf8.count { $0 == 10 })
    #expect(units.controls == text.utf8.count { $0 == 0x1B || $0 == 8 })
    #expect(!units.has_unpaired)
    #expect(!units.is_in_pair)
  }

  @Test(arguments: [
    ([0xD83D, 0xDE00], false, false), ([0xDE00], true, false), ([0xD83D], false, true),
    ([0xD83D, 0x61], true, false), ([0xD83D, 0xD83D, 0xDE00], true, false),
    ([0x61, 0xDE00, 0x62], true, false), ([0xDE00, 0xD83D], true, true),
    ([0xD83D, 0xDE00, 0xDE00], true, false), ([0xE000], false, false), ([0xD7FF], false, false),
  ])
  func `has unpaired surrogates where a half follows the wrong unit`(
    given: [UInt16], hasUnpaired: Bool, isInPair: Bool
  ) {
    let leads =
      [0, 1, 31, 4_095, 4_096].map { [UInt16](repeating: 0x61, count: $0) }
      + [1, 16, 2_048, 2_049].map { Array(String(repeating: "😀", count: $0).utf16) }
    for lead in leads {
      let all = lead + given
      let bytes = all.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      var (narrow, units) = ([UInt8](repeating: 0, count: all.count), endless_units())
      endless_narrow_units(&units, bytes, all.count, false, &narrow)
      #expect(units.has_unpaired == hasUnpaired)
      #expect(units.is_in_pair == isInPair)
    }
  }
}

extension Unicode.Scalar {
  fileprivate var hasCase: Bool {
    properties.isCased || properties.changesWhenCaseMapped || properties.changesWhenCaseFolded
  }

  fileprivate var utf16: String.UTF16View { String(self).utf16 }
}

extension Matcher {
  /// The matches in a text of one line, each of which must be one character.
  fileprivate func scalars(in text: UnsafeRawBufferPointer) throws -> [Unicode.Scalar] {
    let lines = TextLines(bytes: text)
    var (found, start) = ([Unicode.Scalar](), 0)
    while let match = try nonEmptyMatch(in: lines, 0..<text.count, from: start) {
      let characters = String(decoding: text[match], as: UTF8.self).unicodeScalars
      #expect(characters.count == 1)
      found += characters
      start = match.upperBound
    }
    return found
  }
}
