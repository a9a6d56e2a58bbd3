import Terminal
import TerminalTrials
import Testing

@Suite struct `Safe text of hostile text` {
  @Test(arguments: 0...0x1F as ClosedRange<UInt32>) func `shows C0 controls`(value: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(value))
    let picture = try #require(Unicode.Scalar(0x2400 + value))
    let expected =
      switch scalar {
      case "\t": "a       b"
      case "\n", "\r": "a⏎b"
      default: "a\(picture)b"
      }
    #expect(SafeText("a\(scalar)b").description == expected)
  }

  @Test(arguments: 0x80...0x9F as ClosedRange<UInt32>) func `shows C1 by its number`(value: UInt32)
    throws
  {
    let scalar = try #require(Unicode.Scalar(value))
    #expect(SafeText("a\(scalar)b").description == "a\(scalar.number)b")
  }

  @Test(
    arguments: [
      ("\u{1B}]52;c;aGk=\u{07}", "␛]52;c;aGk=␇"), ("\u{1B}[2J", "␛[2J"),
      ("\u{9B}31m", "<U+009B>31m"),
      ("\u{9D}0;title\u{9C}", "<U+009D>0;title<U+009C>"), ("\u{1B}\u{1B}\\", "␛␛\\"),
      ("a\u{7F}\u{08}", "a␡␈"),
      ("\u{1B}]8;;http://a\u{1B}\\b", "␛]8;;http://a␛\\b"),
    ])
  func `shows escape sequences`(text: String, result: String) {
    #expect(SafeText(text).description == result)
  }

  @Test(
    arguments: [
      0x202A...0x202E, 0x2066...0x2069, 0x206A...0x206F, 0xFFF9...0xFFFB, 0xFDD0...0xFDEF,
      0xFFFE...0xFFFF, 0x10FFFE...0x10FFFF, 0x0378...0x0379,
    ] as [ClosedRange<UInt32>])
  func `shows what reorders and what is no character by its number`(values: ClosedRange<UInt32>) {
    for scalar in values.compactMap(Unicode.Scalar.init) {
      #expect(SafeText("a\(scalar)b").description == "a\(scalar.number)b")
    }
  }

  @Test(
    arguments: [
      0xAD...0xAD, 0x034F...0x034F, 0x061C...0x061C, 0x115F...0x1160, 0x17B4...0x17B5,
      0x180B...0x180F, 0x200B...0x200F, 0x2060...0x2064, 0x3164...0x3164, 0xFE00...0xFE0F,
      0xFEFF...0xFEFF, 0xFFA0...0xFFA0, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0001...0xE0001,
      0xE0020...0xE007F, 0xE0100...0xE01EF,
    ] as [ClosedRange<UInt32>])
  func `shows what is invisible by its number`(values: ClosedRange<UInt32>) {
    for scalar in values.compactMap(Unicode.Scalar.init) {
      #expect(SafeText("a\(scalar)b").description == "a\(scalar.number)b")
      #expect(Glyph(scalar) == .replacement)
    }
  }

  @Test(arguments: [3, 100, 100_000]) func `keeps two of many marks, and shows the others`(
    count: Int
  ) {
    let text = SafeText("a" + String(repeating: "\u{301}", count: count) + "b")
    #expect(text.glyphs.count == 2 + 8 * (count - 2))
    #expect(text.glyphs[0].scalars == ["a", "\u{301}", "\u{301}"])
  }

  @Test func `puts marks at the start on a circle`() {
    let text = SafeText("\u{301}\u{302}a")
    #expect(text.description.unicodeScalars.elementsEqual("◌\u{301}\u{302}a".unicodeScalars))
    #expect(text.width == 2)
  }

  /// The planes with different kinds of scalars; `make fuzz` tries all planes.
  @Test(arguments: [0, 1, 14] as [UInt32]) func `is harmless for every scalar`(plane: UInt32) {
    #expect(HostileScalars.unfiltered(in: plane << 16...plane << 16 | 0xFFFF) == [])
  }
}

extension Unicode.Scalar {
  fileprivate var number: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "<U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ">"
  }
}
