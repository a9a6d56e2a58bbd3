import TableUI
import Terminal
import Timeline
import Viewers

/// The appearance shared by the cells of a post.
struct PostAppearance {
  var theme: Theme
  var likes: LikeLook
  /// The matches of the searched string.
  var matches: PostMatches?
  /// Whether the whole post is shown: the complete text, and the picture as large as possible.
  var isWhole = false
  /// The maximum height of a picture, in lines.
  var pictureLines = 12

  /// The maximum width of the text in columns, for readability.
  static let widestText = 88
  /// The maximum width of a picture in the list, in columns.
  static let widestPicture = 48
  /// The maximum number of lines of text in the list; longer text is marked as cut.
  static let mostLines = 12

  /// The text of a post with matches highlighted.
  func text(_ text: SafeText, of post: Post, style: Style = .plain) -> StyledText {
    let text = StyledText(text, style: style)
    return matches?.marked(text, of: post, theme) ?? text
  }

  func textWidth(_ width: Int) -> Int { max(1, min(width, Self.widestText)) }
}

/// The appearance of likes: a heart, which is filled and colored if the reader's like is among
/// them.
struct LikeLook {
  private let liked: String
  private let notLiked: String
  private let likedStyle: Style
  private let notLikedStyle: Style

  init(theme: Theme, depth: ColorDepth) {
    (liked, notLiked) = theme.symbols == .ascii ? ("*", "+") : ("♥", "♡")
    likedStyle =
      switch depth {
      case .palette256, .trueColor: Style(foreground: .indexed(168))
      case .eight: Style(foreground: .indexed(5))
      case .none: Style(.bold)
      }
    notLikedStyle = theme.faint
  }

  func draw(_ count: Int, isLiked: Bool, in canvas: inout Canvas) {
    canvas.draw(
      SafeText("\(isLiked ? liked : notLiked) \(count)"),
      style: isLiked ? likedStyle : notLikedStyle)
  }
}

/// The searched string, and the post that was found last.
struct PostMatches {
  private let matches: ShownMatches
  var current: Post.ID?

  /// Creates the matches of one part of a filter; nil if the part has nothing to search for.
  init?(of part: PostFilter.Part) {
    guard let matches = ShownMatches(of: part.text, ignoringCase: part.ignoresCase) else {
      return nil
    }
    self.matches = matches
  }

  /// The text of a post with matches highlighted.
  func marked(_ text: StyledText, of post: Post, _ theme: Theme) -> StyledText {
    var text = text
    let style = post.id == current ? theme.currentMatch : theme.match
    for glyphs in matches.glyphs(in: text.text) { text.add(style, to: glyphs) }
    return text
  }
}
