import TableUI
import Terminal

/// A type that no table knows.
@MainActor final class UnknownCell: TableViewCell {
  func draw(in canvas: inout Canvas) {}
}
