import TableUI
import Terminal

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
