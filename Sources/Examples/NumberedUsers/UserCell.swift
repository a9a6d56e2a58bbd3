import TableUI
import Terminal

/// A user in a line.
final class UserCell: TableViewCell {
  var user: User?

  func draw(in canvas: inout Canvas) { canvas.draw(SafeText(user?.line ?? "")) }
}
