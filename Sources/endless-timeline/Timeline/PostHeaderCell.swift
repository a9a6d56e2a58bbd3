import TableUI
import Terminal
import Timeline

/// Who wrote a post, and how long ago.
final class PostHeaderCell: TableViewCell {
  private var name = SafeText.empty
  private var rest = SafeText.empty
  private var appearance: PostAppearance?

  func show(_ post: Post, age: String, _ appearance: PostAppearance) {
    name = SafeText(post.authorName, joinsEmoji: appearance.theme.joinsEmoji)
    rest = SafeText("  @\(post.authorHandle) \(appearance.theme.symbols.dot) \(age)")
    self.appearance = appearance
  }

  func draw(in canvas: inout Canvas) {
    guard let theme = appearance?.theme else { return }
    let room = max(8, canvas.size.columns - rest.width)
    let name = name.truncated(to: room, ellipsis: theme.symbols.cut)
    let column = canvas.draw(name, style: theme.strong)
    canvas.draw(rest, at: Point(line: 0, column: column), style: theme.faint)
  }
}
