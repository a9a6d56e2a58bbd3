import TableUI
import Terminal
import Timeline

/// What can be done with a post: its likes, and a blank line before the next post.
final class PostActionCell: TableViewCell {
  weak var delegate: (any PostActionCellDelegate)?
  private var post: Post?
  private var look: PostLook?

  func show(_ post: Post, _ look: PostLook) {
    self.post = post
    self.look = look
  }

  /// Asks for a like, or takes it back.
  func toggleLike() {
    guard let post else { return }
    delegate?.postActionCell(self, togglesLikeOf: post)
  }

  func prepareForReuse() {
    post = nil
    delegate = nil
  }

  let trailingBlankLines = 1

  func height(forWidth width: Int) -> Int { 1 + trailingBlankLines }

  func draw(in canvas: inout Canvas) {
    guard let post, let theme = look?.theme else { return }
    let mark = post.isLiked ? theme.marks.liked : theme.marks.notLiked
    canvas.draw(
      SafeText("\(mark) \(post.likes)"), style: post.isLiked ? theme.liked : theme.faint)
  }
}
