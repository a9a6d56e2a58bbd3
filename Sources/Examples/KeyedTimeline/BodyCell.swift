import TableUI
import Terminal

/// What a post says, in as many lines as it takes.
final class BodyCell: TableViewCell {
  var post: Post?

  func height(forWidth width: Int) -> Int { lines(width).count }

  func draw(in canvas: inout Canvas) {
    for (index, line) in lines(canvas.size.columns).enumerated() {
      canvas.draw(line, at: Point(line: index, column: 0))
    }
  }

  private func lines(_ width: Int) -> [SafeText] {
    SafeText(post?.text ?? "").wrapped(to: max(1, width))
  }
}
