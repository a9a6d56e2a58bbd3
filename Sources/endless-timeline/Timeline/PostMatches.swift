import TableUI
import Terminal
import Timeline
import Viewers

/// What is looked for in posts, and the post that the reader has found.
struct PostMatches {
  private let matches: ShownMatches
  var current: Post.ID?

  /// Nil where nothing is looked for.
  init?(of part: PostFilter.Part) {
    guard let matches = ShownMatches(of: part.text, ignoringCase: part.ignoresCase) else {
      return nil
    }
    self.matches = matches
  }

  /// A text of a post in which the matches stand out.
  func marked(_ text: StyledText, of post: Post, _ theme: Theme) -> StyledText {
    var text = text
    let style = post.id == current ? theme.currentMatch : theme.match
    for glyphs in matches.glyphs(in: text.text) { text.add(style, to: glyphs) }
    return text
  }
}
