import ByteStores
import Bytes
import Feeds
import FileSources
import Paging
import Records
import Search
import TableUI
import Terminal
import Testing

@testable import Viewers

/// The current pattern of a text, and the marks on its matches.
@MainActor @Suite struct `What is looked for` {
  private static func pattern(_ text: String) throws -> TextPattern {
    try TextPattern(text, .smart)
  }

  private let theme = Theme.standard
  private let place = FileOffset(bytes: 12, edition: 0)

  private func spans(_ matches: TextMatches, _ text: String, isCurrent: Bool = false) -> [Range<
    Int
  >] {
    matches.marked(StyledText(SafeText(text)), isCurrent: isCurrent).spans.map(\.glyphs)
  }

  @Test func `is one pattern, whose matches stand out`() throws {
    let matches = TextMatches(theme)
    #expect(matches.pattern == nil && matches.shown == nil)
    #expect(spans(matches, "a needle") == [])
    matches.look(for: try Self.pattern("needle"))
    #expect(matches.pattern?.text == "needle" && matches.shown?.text == "needle")
    #expect(spans(matches, "a needle") == [2..<8])
    matches.look(for: nil)
    #expect(spans(matches, "a needle") == [])
  }

  @Test func `stands out in another way where the reader is`() throws {
    let matches = TextMatches(theme)
    matches.look(for: try Self.pattern("b"))
    let other = matches.marked(StyledText(SafeText("abc")), isCurrent: false)
    let current = matches.marked(StyledText(SafeText("abc")), isCurrent: true)
    #expect(other.spans.map(\.style) == [theme.match])
    #expect(current.spans.map(\.style) == [theme.currentMatch])
  }

  @Test func `is still known while it is hidden, and stands out again`() throws {
    let matches = TextMatches(theme)
    matches.look(for: try Self.pattern("b"))
    matches.hide(true)
    #expect(matches.pattern?.text == "b" && matches.shown == nil)
    #expect(spans(matches, "abc") == [])
    matches.hide(false)
    #expect(matches.shown?.text == "b")
    #expect(spans(matches, "abc") == [1..<2])
  }

  @Test func `begins without a place and in sight when something else is looked for`() throws {
    let matches = TextMatches(theme)
    matches.look(for: try Self.pattern("a"))
    matches.current = place
    matches.hide(true)
    matches.look(for: try Self.pattern("b"))
    #expect(matches.current == nil && !matches.isHidden)
    #expect(spans(matches, "abc") == [1..<2])
  }

  @Test func `stays at its place, and hidden, when it is looked for in another way`() throws {
    let matches = TextMatches(theme)
    matches.look(for: try Self.pattern("a"))
    matches.current = place
    matches.hide(true)
    matches.replace(by: try Self.pattern("c"))
    #expect(matches.current == place && matches.isHidden)
    #expect(matches.pattern?.text == "c" && spans(matches, "abc") == [])
    matches.hide(false)
    #expect(spans(matches, "abc") == [2..<3])
  }

  @Test func `is looked for from the other end no more once it is another`() throws {
    let matches = TextMatches(theme)
    matches.look(for: try Self.pattern("a"))
    _ = matches.direction.exhaust(goingDown: true, isNowhere: false, text: "a", theme: theme)
    #expect(matches.direction.wraps(goingDown: true))
    matches.replace(by: try Self.pattern("b"))
    #expect(!matches.direction.wraps(goingDown: true))
  }

  @Test func `ignores case, or only without capitals, and says which`() {
    let matches = TextMatches(theme)
    #expect(matches.rule == .smart)
    #expect(matches.toggleCase().text.description == "searches ignore case")
    #expect(matches.rule == .ignored)
    #expect(
      matches.toggleCase().text.description
        == "searches ignore case unless the pattern has capitals")
    #expect(matches.rule == .smart)
    let sensitive = TextMatches(theme, .matters)
    _ = sensitive.toggleCase()
    #expect(sensitive.rule == .ignored)
  }

  @Test func `tells each change once, and nothing where there is none`() throws {
    let matches = TextMatches(theme)
    var changes = 0
    matches.onChange = { changes += 1 }
    matches.replace(by: try Self.pattern("a"))
    #expect(changes == 1)
    matches.current = place
    matches.current = place
    #expect(changes == 2)
    matches.hide(false)
    #expect(changes == 2)
    matches.hide(true)
    matches.hide(true)
    #expect(changes == 3)
  }
}
