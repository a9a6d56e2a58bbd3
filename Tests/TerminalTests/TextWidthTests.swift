import Terminal
import Testing

@Suite struct `The width of` {
  @Test(
    arguments: [
      ("a", 1), (" ", 1), ("~", 1), ("é", 1), ("\u{A0}", 1), ("ÿ", 1), ("Ж", 1), ("א", 1), ("ع", 1),
      ("ก", 1), ("क", 1), ("ꯀ", 1), ("𝔄", 1), ("─", 1), ("█", 1), ("�", 1), ("⣿", 1),
    ] as [(Unicode.Scalar, Int)])
  func `a narrow scalar is one column`(scalar: Unicode.Scalar, columns: Int) {
    #expect(TextWidth.columns(of: scalar) == columns)
  }

  @Test(arguments: ["漢", "あ", "ア", "한", "ᄀ", "Ａ", "￥", "　", "𠀀", "😀", "⌚", "☰", "🏽"])
  func `an East Asian scalar or an emoji is two columns`(scalar: Unicode.Scalar) {
    #expect(TextWidth.columns(of: scalar) == 2)
  }

  @Test(arguments: ["🇦", "🇿"]) func `half a flag is one`(scalar: Unicode.Scalar) {
    #expect(TextWidth.columns(of: scalar) == 1)
  }

  @Test(arguments: [0x1FAE8, 0x1FAE9, 0x1FAC8, 0x1FAEA, 0x1F6D8] as [UInt32])
  func `an emoji of Unicode 15 to 17 is two`(value: UInt32) {
    #expect(TextWidth.columns(of: value) == 2)
  }

  @Test(arguments: ["¡", "§", "±", "×", "α", "Я", "…", "①", "★", "☆", "♥", "→", "■", "▲"])
  func `an ambiguous scalar is one`(scalar: Unicode.Scalar) {
    #expect(TextWidth.columns(of: scalar) == 1)
  }

  @Test(
    arguments: [
      0x0300, 0x0301, 0x036F, 0x05B0, 0x064B, 0x0E31, 0x0E47, 0x094D, 0x0941, 0x20DD, 0x20E3,
      0x3099,
      0x1161, 0x11A8, 0x1160, 0xFE0E, 0xFE0F, 0x200B, 0x200D, 0xE0061,
    ] as [UInt32])
  func `a mark, a jamo that follows and a format character is none`(value: UInt32) {
    #expect(TextWidth.columns(of: value) == 0)
  }

  @Test(arguments: [0x0903, 0x093E, 0x0940, 0x0982, 0x0BBE] as [UInt32])
  func `a spacing mark is one`(value: UInt32) {
    #expect(TextWidth.columns(of: value) == 1)
  }

  @Test(arguments: [0x302E, 0x302F, 0x16FF0, 0x16FF1] as [UInt32])
  func `a spacing mark of East Asia is two`(value: UInt32) {
    #expect(TextWidth.columns(of: value) == 2)
  }

  @Test(
    arguments: [
      0x00, 0x1B, 0x1F, 0x7F, 0x80, 0x9B, 0x9F, 0xD800, 0xDFFF, 0xFFFE, 0xFFFF, 0xFDD0, 0x0378,
      0x1FFFE, 0x10FFFF, 0x110000, .max,
    ] as [UInt32])
  func `what has no place on a screen is not known`(value: UInt32) {
    #expect(TextWidth.columns(of: value) == nil)
  }

  @Test(arguments: [0xE000, 0xF8FF, 0xF0000, 0x10FFFD] as [UInt32])
  func `private use is one`(value: UInt32) {
    #expect(TextWidth.columns(of: value) == 1)
  }

  @Test func `precomposed Hangul and the ideographs is two throughout`() {
    let blocks: [ClosedRange<UInt32>] = [
      0xAC00...0xD7A3, 0x4E00...0x9FFF, 0x20000...0x2A6DF, 0x30000...0x3134A, 0xFF01...0xFF60,
    ]
    #expect(blocks.joined().allSatisfy { TextWidth.columns(of: $0) == 2 })
  }

  @Test func `a halfwidth form is one`() {
    #expect((UInt32(0xFF61)...0xFF9F).allSatisfy { TextWidth.columns(of: $0) == 1 })
  }

  private static func isFollowingJamo(_ scalar: Unicode.Scalar) -> Bool {
    (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FB).contains(scalar.value)
  }

  @Test func `a scalar that is no mark, jamo or invisible is not none`() {
    let unexpected = (UInt32(0)...0x10FFFF).compactMap(Unicode.Scalar.init).filter {
      guard TextWidth.columns(of: $0) == 0 else { return false }
      return switch $0.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format: false
      case .lineSeparator, .paragraphSeparator: false
      default: !$0.properties.isDefaultIgnorableCodePoint && !Self.isFollowingJamo($0)
      }
    }
    #expect(unexpected.map { String($0.value, radix: 16) } == [])
  }
}
