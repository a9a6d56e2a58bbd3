import Feeds
import TableUI
package import Terminal

/// An item in one line, of parts that may look different.
package final class LineCell: TableViewCell {
  /// The parts of a line, from the left.
  package typealias Content = [(text: SafeText, style: Style)]

  private var content: Content = []

  package init() {}

  package func show(_ content: Content) { self.content = content }

  package var contentWidth: Int { content.reduce(0) { $0 + $1.text.width } }

  package func draw(in canvas: inout Canvas) {
    var column = 0
    for part in content {
      column += canvas.draw(part.text, at: Point(line: 0, column: column), style: part.style)
    }
  }
}
