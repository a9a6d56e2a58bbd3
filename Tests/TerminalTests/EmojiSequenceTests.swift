import Testing

@testable import Terminal

/// Text in which each emoji sequence is one glyph.
private func whole(_ text: String) -> SafeText { SafeText(text, joinsEmoji: true) }

private let joiner = "\u{200D}"

extension SafeText {
  fileprivate var hasSequence: Bool { glyphs.contains(where: \.isSequence) }
}

@Suite struct `A sequence of emoji` {
  @Test(arguments: [
    "👨‍👩‍👧‍👦", "👩🏽‍🚀", "🧑🏿‍🤝‍🧑🏻", "👩🏻‍❤️‍💋‍👩🏿", "👍🏽", "☝🏽", "❤️", "❤️‍🔥", "🏳️‍🌈",
    "🙋‍♀️", "🙋‍♀", "👁️‍🗨️", "🐻‍❄️", "🏃🏾‍➡️", "1️⃣", "#️⃣", "*️⃣", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴󠁧󠁢󠁳󠁣󠁴󠁿",
    "🏴󠁧󠁢󠁷󠁬󠁳󠁿", "🏴‍☠️", "©️", "↔️", "㊙️", "⌨️", "Ⓜ️", "🀄️‍🔥",
  ]) func `is one glyph of two columns where the terminal has it so`(text: String) {
    let safe = whole(text)
    #expect(safe.glyphs.count == 1 && safe.width == 2)
    #expect(safe.description.unicodeScalars.elementsEqual(text.unicodeScalars))
    #expect(safe.glyphs.allSatisfy { $0.isSequence && !$0.isFlag && $0.base > 0x10FFFF })
    #expect(!safe.hasEmojiParts)
  }

  @Test(arguments: [
    "👨‍👩‍👧‍👦", "👍🏽", "❤️", "1️⃣", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "a👩‍🚀b",
  ]) func `is shown by its parts by default, and the text says so`(text: String) {
    let safe = SafeText(text)
    #expect(safe.hasEmojiParts && !safe.hasSequence)
    #expect(safe.truncated(to: 1).hasEmojiParts && (safe + "").hasEmojiParts)
    #expect(("" + safe).hasEmojiParts && safe.folded(to: 2).allSatisfy(\.hasEmojiParts))
    #expect(LineText(Array(text.utf8)[...]).text.text.hasEmojiParts)
    var canvas = Canvas(size: Size(lines: 1, columns: 20))
    #expect(!canvas.hasEmojiParts)
    canvas.draw(StyledText(safe))
    #expect(canvas.hasEmojiParts)
  }

  @Test(arguments: [
    "", "abc 1", "Grüße", "漢字", "😀", "😀️", "⌚️", "❤", "❤︎", "👩👩", "🇩🇪", "🇩🇪🇫🇷", "🏽", "🏽🏽",
    "a🏽", "1️", "1⃣", "a️", "a️⃣", "12⃣", "😀️⃣", "😀🏽", "漢🏽", "🇩🏽", "👩‍", "👩‍a", "a‍👩",
    "‍👩", "👩‍‍👩", "👩‍漢", "🇩🇪‍😀", "👩‍🇩🇪", "👩\u{200B}‍👩", "👩\u{301}‍👩", "❤‍🔥", "🏴󠁵󠁳󠁣󠁡󠁿", "🏴󠁧󠁢󠁥󠁮󠁧",
    "🏴\u{E007F}", "👩󠁧󠁢󠁥󠁮󠁧󠁿", "👩\n‍👩", "\u{1FC00}‍👩", "👩‍\u{1B}[m👩", "👩‍\u{202E}👩", "🧑‍🏼",
  ]) func `is nothing that Unicode's grammar has not`(text: String) {
    #expect(whole(text) == SafeText(text))
    #expect(!SafeText(text).hasEmojiParts)
  }

  @Test(arguments: [
    ("👍🏽🏽", "👍🏽|🏽"), ("❤️️", "❤️|<U+FE0F>"), ("1️⃣⃣", "1️⃣|<U+20E3>"), ("1️⃣‍👩", "1️⃣|👩"), ("🏽‍🛌🏼", "🏽|🛌🏼"),
    ("☝️🏽x", "☝🏽|x"), ("🧑️🏼.", "🧑🏼|."), ("☝︎🏽", "☝🏽"), ("🧑️🏼‍🚀", "🧑🏼‍🚀"), ("☝️️🏽", "☝️|<U+FE0F>🏽"),
    ("👩‍🚀‍a", "👩‍🚀|<U+200D>a"), ("👩‍🚀\u{301}", "👩‍🚀|<U+0301>"), ("👩‍🚀👩‍🚀", "👩‍🚀|👩‍🚀"),
    ("👍🏽🇩🇪", "👍🏽|🇩🇪"), ("👍🏽\t.", "👍🏽|      ."), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿󠁿", "🏴󠁧󠁢󠁥󠁮󠁧󠁿|<U+E007F>"),
    ("👩‍👩1️⃣", "👩‍👩|1️⃣"), ("a‍👩🏽", "a<U+200D>|👩🏽"),
  ]) func `ends where the grammar ends it`(text: String, parts: String) {
    let scalars = parts.unicodeScalars.filter { $0 != "|" }
    #expect(whole(text).description.unicodeScalars.elementsEqual(scalars))
    #expect(whole(text).hasSequence)
  }

  @Test(arguments: [5, 6, 12, 50, 1_000])
  func `of more than four emoji is shown by those, each with its look`(count: Int) {
    for part in ["👩", "👩🏽", "❤️", "🏳️"] {
      let text = Array(repeating: part, count: count).joined(separator: joiner)
      let parts = Array(repeating: whole(part).glyphs[0], count: count)
      #expect(whole(text + "|").glyphs == parts + [Glyph("|")])
      #expect(SafeText(text).hasEmojiParts == (part != "👩"))
    }
    #expect(!whole(Array(repeating: "👩", count: count).joined(separator: joiner)).hasSequence)
  }

  @Test(arguments: [3, 100, 3_000]) func `takes no crowd with it`(count: Int) {
    let crowds = [joiner, "\u{FE0F}", "🏽", "\u{301}", "\u{20E3}", "\u{E0067}"]
    for crowd in crowds {
      let many = String(repeating: crowd, count: count)
      for text in ["👩\(many)", "👩🏽\(many)👩", "1\(many)", "🏴\(many)\u{E007F}"] {
        let longest = whole(text).glyphs.map(\.scalars.count).max() ?? 0
        #expect(longest <= 3, "\(crowd)")
      }
    }
  }

  @Test func `does not cross what is no text`() {
    let bytes = Array("👩".utf8) + [0xFF] + Array("\(joiner)👩".utf8)
    let rules = LineRules(joinsEmoji: true)
    let text = LineText(bytes[...], rules).text.text
    #expect(text.description == "👩<FF><U+200D>👩")
    let styled = LineText(Array("👩\u{1B}[1m\(joiner)👩".utf8)[...], rules).text.text
    #expect(!styled.hasSequence)
  }

  @Test func `is the same when it is made safe again`() {
    let text = whole("a👨‍👩‍👧‍👦1️⃣ 👍🏽❤️‍🔥 🏴󠁧󠁢󠁥󠁮󠁧󠁿.")
    #expect(whole(text.description) == text)
  }

  @Test func `is held by a glyph of eight bytes, each of them told from the others`() {
    #expect(MemoryLayout<Glyph>.size == 8)
    let emoji = (UInt32(0xA0)...0x1FBFF).compactMap(Unicode.Scalar.init).filter {
      $0.properties.isEmoji && !$0.isRegionalIndicator && !$0.isSkinTone
    }
    let tones: [Unicode.Scalar] = ["🏻", "🏼", "🏽", "🏾", "🏿"]
    var (glyphs, count): (Set<Glyph>, Int) = ([], 0)
    for base in emoji {
      let looks = [
        "\(base)\(joiner)🔥", "👩\(joiner)👧\(joiner)👦\(joiner)\(base)", "🔥\(joiner)\(base)\u{FE0F}",
      ]
      let toned = base.properties.isEmojiModifierBase ? tones.map { "\(base)\($0)" } : []
      for text in looks + toned {
        let safe = whole(text)
        guard safe.glyphs.count == 1 else { continue }
        count += 1
        #expect(safe.description.unicodeScalars.elementsEqual(text.unicodeScalars))
        glyphs.formUnion(safe.glyphs)
      }
    }
    // The texts are all different, so their glyphs must be different, too.
    #expect(count > 4_000 && glyphs.count == count)
  }

  @Test(arguments: [0, 1, 2, 3, 5, 8, 20]) func `is shown as in the whole line where that is cut`(
    columns: Int
  ) {
    let rules = LineRules(joinsEmoji: true)
    let lines = ["👩‍👩‍👧‍👦", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "a1️⃣", "👍🏽漢"].map { String(repeating: $0, count: 40) }
    for line in lines {
      let bytes = Array(line.utf8)[...]
      let (part, all) = (
        LineText(bytes, reaching: columns, rules).text, LineText(bytes, rules).text
      )
      #expect(part.clipped(to: 0..<columns) == all.clipped(to: 0..<columns))
    }
  }

  @Test func `has its style, its width and its place on a canvas`() {
    var canvas = Canvas(size: Size(lines: 1, columns: 6))
    canvas.draw(whole("a👩‍🚀b"))
    #expect(canvas.picture == "a👩‍🚀b")
    canvas.draw("x", at: Point(line: 0, column: 2))
    #expect(canvas.picture == "a xb")
  }
}
