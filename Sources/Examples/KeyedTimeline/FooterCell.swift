import TableUI
import Terminal

/// How many like a post, and a blank line.
final class FooterCell: TableViewCell {
  var post: Post?
  var trailingBlankLines: Int { 1 }

  func height(forWidth width: Int) -> Int { 2 }

  func draw(in canvas: inout Canvas) {
    guard let post else { return }
    canvas.draw("♥ \(post.likes)", style: Theme.standard.faint)
  }
}
