import TableUI
import Terminal
import Timeline

/// What can be done with a post: its likes, and a blank line before the next post.
final class PostActionCell: TableViewCell {
  weak var delegate: (any PostActionCellDelegate)?
  private var post: Post?
  private var look: PostAppearance?

  func show(_ post: Post, _ look: PostAppearance) {
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
    guard let post, let look else { return }
    look.likes.draw(post.likes, isLiked: post.isLiked, in: &canvas)
  }
}
