import TableUI
import Terminal
import Timeline

/// Who wrote a post, and how long ago.
final class PostHeaderCell: TableViewCell {
  private var name = StyledText.empty
  private var rest = StyledText.empty
  private var appearance: PostAppearance?

  func show(_ post: Post, age: String, _ appearance: PostAppearance) {
    let theme = appearance.theme
    name = appearance.text(
      SafeText(post.authorName, joinsEmoji: theme.joinsEmoji), of: post, style: theme.strong)
    rest = StyledText("  ", style: theme.faint)
    rest.append(
      appearance.text(SafeText("@\(post.authorHandle)"), of: post, style: theme.faint))
    rest.append(SafeText(" \(theme.symbols.dot) \(age)"), style: theme.faint)
    self.appearance = appearance
  }

  func draw(in canvas: inout Canvas) {
    guard let theme = appearance?.theme else { return }
    let room = max(8, canvas.size.columns - rest.width)
    let name = name.truncated(to: room, ellipsis: theme.symbols.cut)
    let column = canvas.draw(name)
    canvas.draw(rest, at: Point(line: 0, column: column))
  }
}
