import Timeline

/// Is told what a reader does with a post.
protocol PostActionCellDelegate: AnyObject {
  /// The reader likes a post, or takes the like back.
  func postActionCell(_ cell: PostActionCell, togglesLikeOf post: Post)
}
