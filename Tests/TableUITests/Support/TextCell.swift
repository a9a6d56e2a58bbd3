import TableUI
import Terminal

/// A cell that shows a text, each of its lines wrapped to the width at hand.
@MainActor final class TextCell: TableViewCell {
  var text = ""

  nonisolated static func lines(of text: String, width: Int) -> [SafeText] {
    SafeText.lines(of: text).flatMap { $0.wrapped(to: width) }
  }

  func height(forWidth width: Int) -> Int { Self.lines(of: text, width: width).count }

  func draw(in canvas: inout Canvas) {
    for (line, text) in Self.lines(of: text, width: canvas.size.columns).enumerated() {
      canvas.draw(text, at: Point(line: line, column: 0))
    }
  }

  func prepareForReuse() { text = "" }
}
