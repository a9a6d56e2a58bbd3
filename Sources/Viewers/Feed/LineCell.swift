import Feeds
import TableUI
package import Terminal

/// An item in one line, of parts that may look different.
package final class LineCell: TableViewCell {
  /// The parts of a line, from the left.
  package typealias Content = [(text: SafeText, style: Style)]

  private var content: [StyledText] = []

  package init() {}

  package func show(_ content: Content) { show(content, nil, isFound: false) }

  /// Shows an item, in which matches stand out.
  ///
  /// - Parameter isFound: whether it is the one that was found last.
  func show(_ content: Content, _ matches: TextMatches?, isFound: Bool) {
    self.content = content.map { part in
      let text = StyledText(part.text, style: part.style)
      return matches?.marked(text, isCurrent: isFound) ?? text
    }
  }

  package var contentWidth: Int { content.reduce(0) { $0 + $1.width } }

  package func draw(in canvas: inout Canvas) {
    var column = 0
    for part in content {
      canvas.draw(part, at: Point(line: 0, column: column))
      column += part.width
    }
  }
}
