import TableUI
import Terminal
import Timeline

/// What the cells of a post share: looks, and how much of the post is shown.
struct PostAppearance {
  var theme: Theme
  var likes: LikeLook
  /// What is looked for.
  var matches: PostMatches?
  /// Whether all is shown: the whole text, and the picture as large as fits.
  var isWhole = false
  /// The most lines of a picture.
  var pictureLines = 12

  /// Columns for text: longer lines are hard to follow.
  static let widestText = 88
  /// Columns for a picture in the list.
  static let widestPicture = 48
  /// Lines of text in the list; what is longer says so.
  static let mostLines = 12

  /// A text of a post as it is shown: what is looked for stands out.
  func text(_ text: SafeText, of post: Post, style: Style = .plain) -> StyledText {
    let text = StyledText(text, style: style)
    return matches?.marked(text, of: post, theme) ?? text
  }

  func textWidth(_ width: Int) -> Int { max(1, min(width, Self.widestText)) }
}
