import Randomness
import Terminal
import Testing

@Suite struct `Wrapped text` {
  private static func wrap(_ text: SafeText, _ columns: Int) -> [String] {
    text.wrapped(to: columns).map(\.description)
  }

  @Test(
    arguments: [
      ("the quick brown fox", 10, ["the quick", "brown fox"]),
      ("the quick brown fox", 9, ["the quick", "brown fox"]),
      ("the quick brown fox", 8, ["the", "quick", "brown", "fox"]),
      ("a  b   c", 4, ["a  b", "c"]), ("ab cd", 2, ["ab", "cd"]), ("ab cd   ", 5, ["ab cd"]),
      ("ab   cd", 3, ["ab", "cd"]),
    ] as [(SafeText, Int, [String])])
  func `breaks at blanks and drops them`(text: SafeText, columns: Int, lines: [String]) {
    #expect(Self.wrap(text, columns) == lines)
  }

  @Test(
    arguments: [
      ("abcdefgh", 3, ["abc", "def", "gh"]), ("a bcdefgh", 4, ["a", "bcde", "fgh"]),
      ("abcdefgh ij", 4, ["abcd", "efgh", "ij"]),
    ] as [(SafeText, Int, [String])])
  func `cuts words that fit on no line`(text: SafeText, columns: Int, lines: [String]) {
    #expect(Self.wrap(text, columns) == lines)
  }

  @Test(arguments: [("कखगि", 3, ["कख", "गि"]), ("गिगि", 3, ["गि", "गि"]), ("किाि", 2, ["कि", "ाि"])])
  func `begins no line with a spacing mark whose letter fits`(
    text: String, columns: Int, lines: [String]
  ) {
    #expect(Self.wrap(SafeText(text), columns) == lines)
    #expect(SafeText(text).folded(to: columns).map(\.description) == lines)
  }

  @Test(
    arguments: [
      (" abcdef", 6, ["abcdef"]), ("  abcdef", 7, ["abcdef"]), ("  ab cd", 4, ["  ab", "cd"]),
      ("     ", 3, [""]), ("   a", 2, ["a"]),
    ] as [(SafeText, Int, [String])])
  func `makes no empty line of blanks`(text: SafeText, columns: Int, lines: [String]) {
    #expect(Self.wrap(text, columns) == lines)
  }

  @Test(
    arguments: [
      ("漢字漢字", 4, ["漢字", "漢字"]), ("漢字漢字", 5, ["漢字", "漢字"]),
      ("漢字", 2, ["漢", "字"]), ("漢字", 3, ["漢", "字"]), ("ab漢字cd", 4, ["ab漢", "字cd"]),
      ("ab漢字cd", 5, ["ab漢", "字cd"]), ("漢abc", 4, ["漢", "abc"]), ("abc漢", 4, ["abc", "漢"]),
      ("漢 字", 3, ["漢", "字"]), ("🇩🇪🇫🇷", 3, ["🇩🇪", "🇫🇷"]),
    ] as [(SafeText, Int, [String])])
  func `breaks anywhere between East Asian glyphs`(text: SafeText, columns: Int, lines: [String]) {
    #expect(Self.wrap(text, columns) == lines)
  }

  @Test(arguments: [.min, -1, 0, 1]) func `stays whole where no wide glyph fits`(columns: Int) {
    #expect(Self.wrap("a b 漢", columns) == ["a b 漢"])
  }

  @Test(arguments: [.min, 0, 1, 2, .max]) func `has a line even when it is empty`(columns: Int) {
    #expect(SafeText.empty.wrapped(to: columns) == [.empty])
  }

  @Test(arguments: [3, 4, .max]) func `stays as it is where it fits`(columns: Int) {
    #expect(Self.wrap("a  ", columns) == ["a  "])
  }

  @Test(arguments: [1, 2, 3]) func `keeps the rules whatever it holds`(start: UInt64) {
    var generator = SplitMix64(start: start)
    let pieces = [" ", " ", "  ", "a", "bc", "def", "漢", "字字", "e\u{301}", "🇩🇪", "\t", "😀"]
    for _ in 0..<3000 {
      let count = Int.random(in: 0...20, using: &generator)
      let text = SafeText(
        (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined())
      let columns = Int.random(in: 2...12, using: &generator)
      expectRules(text, columns)
    }
  }

  private func expectRules(_ text: SafeText, _ columns: Int) {
    let lines = text.wrapped(to: columns)
    let note = "\"\(text)\" in \(columns)"
    #expect(lines.allSatisfy { $0.width <= columns }, "too wide: \(note)")
    #expect(lines.count == 1 || !lines.contains { $0.glyphs.isEmpty }, "an empty line: \(note)")
    let kept = lines.flatMap(\.glyphs).filter { !$0.isBlank }
    #expect(kept == text.glyphs.filter { !$0.isBlank }, "glyphs lost: \(note)")
    let fitting = words(of: text).filter { $0.width <= columns }
    #expect(isSubsequence(fitting, of: lines.flatMap(words)), "a word cut: \(note)")
  }

  /// The runs of narrow glyphs other than blanks.
  private func words(of text: SafeText) -> [SafeText] {
    text.glyphs.split { $0.isBlank || $0.width == 2 }.map { SafeText(glyphs: $0) }
  }

  private func isSubsequence(_ words: [SafeText], of all: [SafeText]) -> Bool {
    var rest = words[...]
    for word in all where word == rest.first { rest.removeFirst() }
    return rest.isEmpty
  }
}

@Suite struct `Truncated text` {
  @Test(
    arguments: [
      ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("abcdef", 1, "…"), ("abcdef", 0, ""),
      ("abcdef", -1, ""), ("abcdef", .min, ""), ("abcdef", .max, "abcdef"), ("", 0, ""),
      ("漢字漢", 6, "漢字漢"), ("漢字漢", 5, "漢字…"), ("漢字漢", 4, "漢…"), ("漢字漢", 3, "漢…"),
      ("漢字漢", 2, "…"), ("漢字漢", 1, "…"), ("e\u{301}bc", 2, "e\u{301}…"), ("🇩🇪🇫🇷", 3, "🇩🇪…"),
    ] as [(SafeText, Int, String)])
  func `ends in an ellipsis`(text: SafeText, columns: Int, result: String) {
    #expect(text.truncated(to: columns).description == result)
  }

  @Test(
    arguments: [(5, "abc字"), (3, "a字"), (2, "字"), (1, "a"), (0, "")] as [(Int, String)])
  func `has none where a wide one does not fit`(columns: Int, result: String) {
    let text: SafeText = "abcdef"
    #expect(text.truncated(to: columns, ellipsis: Glyph("字")).description == result)
  }

  @Test func `is never too wide`() {
    let text: SafeText = "a漢b字字c 🇩🇪e\u{301}\u{302}😀"
    for columns in 0...text.width {
      let width = text.truncated(to: columns).width
      #expect(width <= columns && width >= min(columns, text.width) - 1)
    }
  }
}

@Suite struct `Folded text` {
  @Test(
    arguments: [
      ("", 4, [""]), ("abcd", 4, ["abcd"]), ("abcdefgh", 3, ["abc", "def", "gh"]),
      ("a  b   c", 4, ["a  b", "   c"]), ("     ", 2, ["  ", "  ", " "]),
    ] as [(SafeText, Int, [String])])
  func `is cut anywhere and loses nothing`(text: SafeText, columns: Int, lines: [String]) {
    #expect(text.folded(to: columns).map(\.description) == lines)
  }

  @Test func `does not part a wide glyph`() {
    let text: SafeText = "a漢字b"
    #expect(text.folded(to: 2).map(\.description) == ["a", "漢", "字", "b"])
    #expect(text.folded(to: 4).map(\.description) == ["a漢", "字b"])
    #expect(text.folded(to: 1).map(\.description) == ["a漢字b"])
  }
}

/// Text that is folded after blanks, without losing any characters.
@Suite struct `Text that is folded at blanks` {
  @Test(
    arguments: [
      ("the quick brown fox", 10, ["the quick ", "brown fox"]),
      ("the quick brown fox", 9, ["the quick ", "brown fox"]),
      ("the quick brown fox", 8, ["the ", "quick ", "brown ", "fox"]),
      ("abcdefgh ij", 4, ["abcd", "efgh ", "ij"]), ("ab    cd", 3, ["ab    ", "cd"]),
      ("     ", 3, ["     "]), ("ab 漢字 c", 4, ["ab ", "漢字 ", "c"]), ("abc", 3, ["abc"]),
    ] as [(SafeText, Int, [String])])
  func `breaks behind the last blank of a line`(text: SafeText, columns: Int, lines: [String]) {
    #expect(text.folded(to: columns, atBlanks: true).map(\.description) == lines)
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func `is the text, in lines that fit but for blanks`(
    seed: UInt64
  ) {
    var random = SplitMix64(start: seed)
    let text = SafeText(
      (0..<random.within(0...80)).map { _ in random.pick(["a", "b", "c", " ", "漢", "é"]) }.joined())
    let columns = random.within(2...20)
    let lines = text.folded(to: columns, atBlanks: true)
    #expect(lines.map(\.description).joined() == text.description)
    for line in lines {
      var glyphs = line.glyphs[...]
      while glyphs.last?.isBlank ?? false { glyphs.removeLast() }
      #expect(glyphs.reduce(0) { $0 + $1.width } <= columns)
    }
    // A word is cut only if no other word is on its line.
    for (line, next) in zip(lines, lines.dropFirst())
    where line.glyphs.last?.isBlank == false && next.glyphs.first?.isBlank == false {
      #expect(!line.glyphs.contains { $0.isBlank })
    }
  }
}
