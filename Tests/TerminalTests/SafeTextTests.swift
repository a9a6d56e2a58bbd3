import Terminal
import Testing

@Suite struct `Safe text` {
  @Test(
    arguments: [
      ("", ""), ("plain ASCII ~", "plain ASCII ~"), ("Grüße", "Grüße"), ("漢字かな", "漢字かな"),
      ("Привет", "Привет"), ("\u{E0B0}", "\u{E0B0}"), ("a\u{A0}b", "a\u{A0}b"),
    ])
  func `keeps what is harmless`(text: String, result: String) {
    #expect(SafeText(text).description == result)
  }

  @Test(
    arguments: [
      ("e\u{301}", 1), ("e\u{301}\u{323}", 1), ("กำ", 2), ("ที่", 1), ("นี้", 1), ("क्षि", 3),
      ("नमस्ते", 4), ("مُحَمَّد", 4), ("שָׁלוֹם", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("が", 2),
      ("か\u{3099}", 2),
    ])
  func `keeps up to two marks with their base`(text: String, width: Int) {
    let safe = SafeText(text)
    #expect(safe.description.unicodeScalars.elementsEqual(text.unicodeScalars))
    #expect(safe.width == width)
  }

  @Test(
    arguments: [
      ("👨‍👩‍👧‍👦", "👨👩👧👦"), ("👩🏽‍🚀", "👩🏽🚀"), ("🧑🏿‍🤝‍🧑🏻", "🧑🏿🤝🧑🏻"), ("👍🏽", "👍🏽"), ("☝🏽", "☝🏽"),
      ("❤\u{FE0F}", "❤"), ("❤\u{FE0F}‍🔥", "❤🔥"), ("🏳\u{FE0F}‍🌈", "🏳🌈"), ("🙋‍♀\u{FE0F}", "🙋♀"),
      ("⌚\u{FE0E}", "⌚"), ("👩👩", "👩👩"), ("👩‍a", "👩<U+200D>a"), ("👩‍", "👩<U+200D>"), ("🏽", "🏽"),
      ("a 🏽", "a 🏽"), ("🏴\u{E0067}\u{E007F}", "🏴<U+E0067><U+E007F>"),
    ])
  func `shows joined emoji side by side`(text: String, result: String) {
    let description = SafeText(text).description
    #expect(description.unicodeScalars.elementsEqual(result.unicodeScalars))
  }

  @Test(arguments: ["漢\u{200D}字", "😀\u{200D}字", "漢\u{200D}😀", "🇩🇪\u{200D}😀", "a\u{200D}b"])
  func `shows a joiner that joins nothing`(text: String) {
    let shown = text.unicodeScalars.flatMap { scalar in
      scalar == "\u{200D}" ? Array("<U+200D>".unicodeScalars) : [scalar]
    }
    #expect(SafeText(text).description.unicodeScalars.elementsEqual(shown))
  }

  @Test(arguments: [
    ("ක\u{200D}ෂ", "කෂ", 2), ("می\u{200C}خواهم", "می\u{200C}خواهم", 7), ("क्\u{200D}ष", "क्ष", 2),
  ])
  func `keeps letters in scripts that join them`(text: String, shown: String, width: Int) {
    let safe = SafeText(text)
    #expect(safe.description.unicodeScalars.elementsEqual(shown.unicodeScalars))
    #expect(safe.width == width)
  }

  @Test(arguments: [("हिन्दी", [1, 1, 1, 1, 1]), ("தமிழ்", [1, 1, 1, 1]), ("ड़ीं", [1, 1])])
  func `gives a spacing mark a column, as terminals do`(text: String, widths: [Int]) {
    let safe = SafeText(text)
    #expect(safe.glyphs.map(\.width) == widths)
    #expect(safe.description.unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test(arguments: [
    ("\u{93F}", "◌\u{93F}"), ("\u{200B}\u{93F}", "<U+200B><U+093F>"), ("🇩🇪\u{93F}", "🇩🇪<U+093F>"),
  ])
  func `keeps a spacing mark apart from a glyph that is no letter`(text: String, result: String) {
    #expect(SafeText(text).description.unicodeScalars.elementsEqual(result.unicodeScalars))
  }

  @Test(arguments: [
    ("1\u{FE0F}\u{20E3}", "1\u{20E3}"), ("#\u{20E3}", "#\u{20E3}"), ("\u{20E3}", "◌\u{20E3}"),
  ])
  func `keeps a keycap as a mark`(text: String, result: String) {
    #expect(SafeText(text).description.unicodeScalars.elementsEqual(result.unicodeScalars))
  }

  @Test(arguments: [
    ("❤\u{FE0F}\u{FE0F}", "❤<U+FE0F>"), ("a\u{FE0F}", "a<U+FE0F>"), ("葛\u{E0100}", "葛"),
    ("葛\u{E0100}\u{E0101}", "葛<U+E0101>"), ("😀\u{E0100}", "😀<U+E0100>"),
  ])
  func `shows selectors that select nothing, in which text can hide`(text: String, result: String) {
    #expect(SafeText(text).description.unicodeScalars.elementsEqual(result.unicodeScalars))
  }

  @Test(arguments: [(1, [1]), (2, [2]), (3, [2, 1]), (4, [2, 2]), (5, [2, 2, 1])])
  func `pairs regional indicators to flags`(count: Int, widths: [Int]) {
    let safe = SafeText(String(repeating: "🇦", count: count))
    #expect(safe.glyphs.map { Int($0.width) } == widths)
    #expect(safe.glyphs.map(\.isFlag) == widths.map { $0 == 2 })
    #expect(safe.width == count)
  }

  @Test func `pairs no regional indicators that something stands between`() {
    #expect(SafeText("🇩 🇪").glyphs.map(\.width) == [1, 1, 1])
    #expect(SafeText("🇩\u{301}🇪").glyphs.map(\.width) == [1, 1])
    #expect(SafeText("🇩🇪\u{301}").glyphs == SafeText("🇩🇪<U+0301>").glyphs)
  }

  @Test(
    arguments: [
      ("\t", 8), ("\t\t", 16), ("a\tb", 9), ("1234567\tb", 9), ("12345678\tb", 17), ("漢\tb", 9),
      ("🇩🇪字漢a\tb", 9), ("🇩🇪字漢字\tb", 17), ("e\u{301}\tb", 9),
    ])
  func `makes blanks of a tab`(text: String, width: Int) {
    let safe = SafeText(text)
    #expect(safe.width == width)
    #expect(!safe.description.contains("\t"))
  }

  @Test(
    arguments: [
      ("a\nb", "a⏎b"), ("a\r\nb", "a⏎b"), ("a\rb", "a⏎b"), ("a\n\rb", "a⏎⏎b"),
      ("a\u{2028}b\u{2029}", "a⏎b⏎"),
    ])
  func `shows a line end`(text: String, result: String) {
    #expect(SafeText(text).description == result)
  }

  @Test(
    arguments: [
      ("", [""]), ("a", ["a"]), ("a\nb\r\nc\rd", ["a", "b", "c", "d"]), ("\n", ["", ""]),
      ("a\n\nb\n", ["a", "", "b", ""]), ("a\u{2028}b\u{85}c", ["a", "b", "c"]),
    ])
  func `comes in lines`(text: String, lines: [String]) {
    #expect(SafeText.lines(of: text).map(\.description) == lines)
  }

  @Test func `is made of literals, substrings and other safe text`() {
    let name: SafeText = "漢\u{1B}"
    let text: SafeText = "<\(name)>"
    #expect(text.description == "<漢␛>")
    #expect(SafeText("abc".dropFirst()) == "bc")
    #expect((name + "b").width == 4)
    #expect(SafeText(glyphs: [Glyph("a"), .space]) == "a ")
    #expect(SafeText.empty.width == 0)
  }
}
