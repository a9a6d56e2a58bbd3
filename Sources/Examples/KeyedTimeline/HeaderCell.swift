import TableUI
import Terminal

/// Who wrote a post.
final class HeaderCell: TableViewCell {
  var post: Post?

  func draw(in canvas: inout Canvas) {
    guard let post else { return }
    let width = canvas.draw(SafeText(post.author), style: Theme.standard.strong)
    let place = Point(line: 0, column: width + 2)
    canvas.draw(SafeText(post.key), at: place, style: Theme.standard.faint)
  }
}
