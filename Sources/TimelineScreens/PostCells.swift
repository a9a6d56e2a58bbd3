import TableUI
import Terminal
import Timeline

/// The cells of posts, three for each post, which are dequeued and filled both for the list and for
/// a single post.
final class PostCells {
  /// The number of cells for a post: header, image and action.
  static let perPost = 3

  weak var delegate: (any PostActionCellDelegate)?
  private var appearance: PostAppearance
  private let pictures: PictureLoader
  private let ages: AgeTimer

  init(appearance: PostAppearance, pictures: PictureLoader, ages: AgeTimer) {
    self.appearance = appearance
    self.pictures = pictures
    self.ages = ages
  }

  /// Highlights matches in cells that are filled from now on.
  func mark(_ matches: PostMatches?) { appearance.matches = matches }

  /// Shows joined emoji sequences in cells that are filled from now on.
  func joinEmoji() { appearance.theme.joinsEmoji = true }

  func register(with tableView: TableView) {
    tableView.register(PostHeaderCell.self)
    tableView.register(PostImageCell.self)
    tableView.register(PostActionCell.self)
  }

  /// The cell for a row of a post.
  ///
  /// - Parameter wholeIn: the size of the screen that shows the whole post; nil in the list.
  func cell(
    for post: Post, at path: TableView.IndexPath, in tableView: TableView,
    wholeIn size: Size? = nil,
    onNeedsDisplay: (() -> Void)?
  ) -> any ReusableCell {
    let appearance = appearance(wholeIn: size)
    switch path.row {
    case 0:
      let cell: PostHeaderCell = tableView.dequeueCell(for: path)
      cell.show(post, age: ages.text(of: post.time), appearance)
      return cell
    case 1:
      let cell: PostImageCell = tableView.dequeueCell(for: path)
      cell.onNeedsDisplay = onNeedsDisplay
      cell.show(post, pictures, appearance)
      return cell
    default:
      let cell: PostActionCell = tableView.dequeueCell(for: path)
      cell.delegate = delegate
      cell.show(post, appearance)
      return cell
    }
  }

  /// The appearance of a post; on its own screen, a picture may use all lines except six for the
  /// header, a line of text, the likes and blank lines.
  private func appearance(wholeIn size: Size?) -> PostAppearance {
    guard let size else { return appearance }
    var whole = appearance
    whole.isWhole = true
    whole.pictureLines = max(1, size.lines - 6)
    return whole
  }
}

/// The author and age of a post.
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

/// The likes of a post, and a blank line.
final class PostActionCell: TableViewCell {
  weak var delegate: (any PostActionCellDelegate)?
  private var post: Post?
  private var appearance: PostAppearance?

  func show(_ post: Post, _ appearance: PostAppearance) {
    self.post = post
    self.appearance = appearance
  }

  /// Adds or removes a like.
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

/// An object that receives the actions on a post.
protocol PostActionCellDelegate: AnyObject {
  /// Called when the reader adds or removes a like.
  func postActionCell(_ cell: PostActionCell, togglesLikeOf post: Post)
}
