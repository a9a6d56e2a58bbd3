import TableUI
import Terminal
import Timeline

/// What can be done with a post: its likes, and a blank line before the next post.
final class PostActionCell: TableViewCell {
  weak var delegate: (any PostActionCellDelegate)?
  private var post: Post?
  private var appearance: PostAppearance?

  func show(_ post: Post, _ appearance: PostAppearance) {
    self.post = post
    self.appearance = appearance
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
    guard let post, let appearance else { return }
    appearance.likes.draw(post.likes, isLiked: post.isLiked, in: &canvas)
  }
}
