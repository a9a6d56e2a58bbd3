import TableUI
import Terminal

/// The names of the columns, above the records.
final class RecordHeaderCell: ReusableCell {
  private let columns: RecordColumns
  private let appearance: RecordAppearance

  init(_ columns: RecordColumns, _ appearance: RecordAppearance) {
    (self.columns, self.appearance) = (columns, appearance)
  }

  func height(forWidth width: Int) -> Int { 1 }

  func draw(in canvas: inout Canvas) {
    let gutter = min(appearance.gutter, canvas.size.columns)
    let place = Rect(
      line: 0, column: gutter, lines: 1, columns: canvas.size.columns - gutter)
    canvas.inRegion(place) {
      columns.layout.drawNames(in: &$0, ellipsis: appearance.theme.symbols.cut)
    }
  }
}
