import Records
import TableUI
import Terminal

/// A column in the list of columns: whether it is shown, its name, whether it stays, and how wide it is.
final class ColumnChooserCell: TableViewCell {
  private var columns: RecordColumns?
  private var column = 0
  private var theme = Theme.standard

  /// Below that there is a name and nothing behind it.
  private static let leastWithDetails = 36

  func show(_ column: Int, of columns: RecordColumns, _ theme: Theme) {
    (self.column, self.columns, self.theme) = (column, columns, theme)
  }

  func draw(in canvas: inout Canvas) {
    guard let columns, column < columns.columns.count else { return }
    let isHidden = columns.arranged.isHidden(column)
    canvas.draw(isHidden ? "[ ]" : "[x]", at: .zero, style: theme.faint)
    let hasDetails = canvas.size.columns >= Self.leastWithDetails
    let end = canvas.size.columns - (hasDetails ? Self.detailColumns : 0)
    let name = SafeText(columns.columns[column].name, joinsEmoji: theme.joinsEmoji)
      .truncated(to: max(0, end - 4), ellipsis: theme.symbols.cut)
    canvas.draw(name, at: Point(line: 0, column: 4), style: isHidden ? theme.faint : .plain)
    if hasDetails { drawDetails(of: columns, in: &canvas, from: end) }
  }

  /// Columns for `frozen`, `width` and a width of five digits, each behind blanks.
  private static let detailColumns = 21

  private func drawDetails(of columns: RecordColumns, in canvas: inout Canvas, from start: Int) {
    if columns.arranged.isFrozen(column) {
      canvas.draw("frozen", at: Point(line: 0, column: start + 1), style: theme.accent)
    }
    let fixed = columns.arranged[column]?.fixedWidth
    guard let width = fixed ?? columns.arranged.width(of: column) else { return }
    let text = SafeText("width \(width)")
    let place = Point(line: 0, column: start + 20 - text.width)
    canvas.draw(text, at: place, style: fixed == nil ? theme.faint : .plain)
  }
}
