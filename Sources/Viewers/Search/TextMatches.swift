import FileSources
import Search
import TableUI
import Terminal

/// The matches of a search in the lines in sight, which stand out.
final class TextMatches {
  /// What is looked for; nil where nothing stands out.
  var pattern: TextPattern? { didSet { matcher = pattern.map { Matcher($0.pattern) } } }
  /// The line that the reader is at.
  var current: FileOffset?
  private var matcher: Matcher?
  private let theme: Theme

  init(_ theme: Theme) { self.theme = theme }

  /// A line's text in which its matches stand out.
  ///
  /// - Parameters:
  ///   - text: what is shown of the line.
  ///   - start: how many of its bytes are passed over, each of a column.
  func marked(
    _ text: StyledText, of line: TextLine, from start: Int, _ rules: LineRules
  ) -> StyledText {
    guard let matcher else { return text }
    var text = text
    let style = line.id == current ? theme.currentMatch : theme.match
    for glyphs in Self.matches(of: matcher, in: line, rules) where glyphs.upperBound > start {
      text.add(style, to: max(0, glyphs.lowerBound - start)..<glyphs.upperBound - start)
    }
    return text
  }

  /// A part of what is shown of a line, in which the matches stand out.
  func marked(_ text: StyledText, of line: TextLine) -> StyledText {
    guard let matcher else { return text }
    var text = text
    let style = line.id == current ? theme.currentMatch : theme.match
    for glyphs in matcher.glyphs(in: text.text) { text.add(style, to: glyphs) }
    return text
  }

  private static func matches(
    of matcher: Matcher, in line: TextLine, _ rules: LineRules
  ) -> [Range<Int>] {
    // Each byte is a glyph there.
    if line.bytes.isPlain { return matcher.matches(in: Array(line.bytes)) }
    return matcher.glyphs(in: LineText(line.bytes, rules).text.text)
  }
}
