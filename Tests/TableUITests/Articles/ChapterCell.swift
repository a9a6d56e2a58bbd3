import TableUI
import Terminal

final class ChapterCell: TableViewCell {
  private var title = SafeText.empty
  private var summary = SafeText.empty
  var trailingBlankLines: Int { 1 }

  func show(_ chapter: Chapter) {
    title = SafeText(chapter.title)
    summary = SafeText(chapter.summary)
  }

  func height(forWidth width: Int) -> Int { 1 + summary.wrapped(to: width).count + 1 }

  func draw(in canvas: inout Canvas) {
    canvas.draw(title, style: Style(.bold))
    for (index, line) in summary.wrapped(to: canvas.size.columns).enumerated() {
      canvas.draw(line, at: Point(line: 1 + index, column: 0))
    }
  }
}
