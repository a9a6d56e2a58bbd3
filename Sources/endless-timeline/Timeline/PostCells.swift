import TableUI
import Terminal
import Timeline

/// The three cells of a post, dequeued and filled: for the list, and for the post alone.
final class PostCells {
  /// Header, image, action.
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

  /// Lets what is looked for stand out in the cells that are filled from now on.
  func mark(_ matches: PostMatches?) { appearance.matches = matches }

  /// Shows sequences of emoji whole in the cells that are filled from now on.
  func joinEmoji() { appearance.theme.joinsEmoji = true }

  func register(with tableView: TableView) {
    tableView.register(PostHeaderCell.self)
    tableView.register(PostImageCell.self)
    tableView.register(PostActionCell.self)
  }

  /// The cell of one of a post's rows.
  ///
  /// - Parameter wholeIn: the extent to show the whole post in; nil for the list.
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

  /// Alone, a picture may take the screen but for the lines of the header and the likes.
  private func appearance(wholeIn size: Size?) -> PostAppearance {
    guard let size else { return appearance }
    var whole = appearance
    whole.isWhole = true
    whole.pictureLines = max(1, size.lines - 6)
    return whole
  }
}
