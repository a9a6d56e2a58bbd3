import TableUI
import Terminal
import Timeline
import Viewers

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

/// How the likes of a post look: a heart, filled and in a colour of its own where the reader's is among
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
