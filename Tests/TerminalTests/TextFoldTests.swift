import Terminal
import Testing

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
