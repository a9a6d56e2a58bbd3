import Terminal
import Testing

@Suite struct `Tab stops` {
  /// Where the letters of a text stand between which there are tabs.
  private static func columns(_ tabs: TabStops, _ text: String) -> [Int] {
    let glyphs = LineText(Array(text.utf8)[...], LineRules(tabs: tabs)).text.text.glyphs
    return glyphs.indices.filter { !glyphs[$0].isBlank }
  }

  @Test(arguments: [
    ("8", [0, 8, 16, 24]), ("4", [0, 4, 8, 12]), ("1", [0, 2, 4, 6]), ("9,17", [0, 9, 17, 25]),
    ("2,10", [0, 2, 10, 18]), ("3,4,30", [0, 3, 30, 56]),
    // As in less, what is not behind the one before is left out.
    ("4,2", [0, 4, 8, 12]), ("0,5,", [0, 5, 10, 15]),
  ]) func `are at a distance, or where they are named`(said: String, columns: [Int]) throws {
    #expect(Self.columns(try #require(TabStops(said)), "a\tb\tc\td") == columns)
  }

  @Test(arguments: ["", "0", "x", "-4", "4,x", "1001", "99999999999999999999", ",", " 4"])
  func `are nothing else`(said: String) {
    #expect(TabStops(said) == nil)
  }

  @Test func `count from the start of a line, also behind bytes that are no text`() throws {
    let tabs = try #require(TabStops("5"))
    let text = LineText([0xFF, 9, 0x62, 9, 0xFE, 9, 0x63], LineRules(tabs: tabs)).text.description
    #expect(text == "<FF> b    <FE> c")
    let part = LineText(Array("\tx".utf8)[...], reaching: 40, LineRules(tabs: tabs), at: 13).text
      .description
    #expect(part == "  x")
  }
}
